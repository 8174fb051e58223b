// The SQL statements about claims, except those of the sweeps of the module `claims`. A claim invites the recipient of a
// transfer, who is known by e-mail only, to name a bank account.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { TransferRow } from '../row.ts'

type Key = { readonly profileId: Id<'profile'>; readonly transferId: Id<'transfer'> }

/** A bank account as the recipient entered it. */
export type ClaimedAccount = {
  readonly type: string
  readonly accountHolderName: string
  readonly details: Readonly<Record<string, unknown>>
}

export type ClaimRow = Key & {
  readonly tokenHash: string | null
  readonly expiresAt: Temporal.Instant
  readonly claimedAt: Temporal.Instant | null
  /** The account to pay; null until the recipient has named it. */
  readonly account: ClaimedAccount | null
  readonly endedAt: Temporal.Instant | null
}

const columns = 'profile_id, transfer_id, token_hash, expires_at, claimed_at, account, ended_at'

const openClaimStep = writeStep({
  name: 'claim_opened',
  input: {
    profileId: 'bigint',
    transferId: 'bigint',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `claim_opened as (
    insert into transfer_claims (profile_id, transfer_id, created_at, expires_at, invites_at)
    select profile_id, transfer_id, created_at, expires_at, created_at from ${input}
    returning transfer_id)`,
})

/** A sweep sends the link as soon as the claim is committed. */
export function openClaim(
  { profileId, id }: Pick<TransferRow, 'profileId' | 'id'>,
  now: Temporal.Instant,
  expiresAt: Temporal.Instant,
): WriteStep {
  return openClaimStep({ profileId, transferId: id, createdAt: now, expiresAt })
}

const findClaimSql = sql<ClaimRow>(`
  select ${columns} from transfer_claims where profile_id = $1 and transfer_id = $2`)

export function findClaim(
  db: Reader,
  { profileId, transferId }: Key,
): Promise<ClaimRow | undefined> {
  return db.row(findClaimSql, [profileId, transferId])
}

const findClaimByTokenSql = sql<ClaimRow>(`
  select ${columns} from transfer_claims where profile_id = $1 and token_hash = $2`)

export function findClaimByToken(
  db: Reader,
  profileId: Id<'profile'>,
  tokenHash: string,
): Promise<ClaimRow | undefined> {
  return db.row(findClaimByTokenSql, [profileId, tokenHash])
}

const answerClaimStep = writeStep({
  name: 'claim_answered',
  input: {
    profileId: 'bigint',
    transferId: 'bigint',
    claimedAt: 'timestamptz',
    account: 'jsonb',
    tokenHash: 'text',
  },
  tenant: 'profileId',
  sql: ({ input }) => `claim_answered as (
    update transfer_claims c
       set claimed_at = input.claimed_at, account = input.account, invites_at = null
      from ${input}
     where c.profile_id = input.profile_id and c.transfer_id = input.transfer_id
       and c.token_hash = input.token_hash and c.claimed_at is null and c.ended_at is null
       and c.expires_at > input.claimed_at
    returning input.request_index, c.transfer_id)`,
  onGuardFailed: 'retry',
})

/** Stores the answer. The request is retried when another answer, a newer link or the end of the claim came first. */
export function answerClaim(
  { profileId, transferId, tokenHash }: ClaimRow,
  account: ClaimedAccount,
  now: Temporal.Instant,
): WriteStep {
  return answerClaimStep({ profileId, transferId, claimedAt: now, account, tokenHash })
}

const endClaimStep = writeStep({
  name: 'claim_ended',
  input: { profileId: 'bigint', transferId: 'bigint', endedAt: 'timestamptz' },
  tenant: 'profileId',
  sql: ({ input }) => `claim_ended as (
    update transfer_claims c set ended_at = input.ended_at, invites_at = null
      from ${input}
     where c.profile_id = input.profile_id and c.transfer_id = input.transfer_id
       and c.claimed_at is null and c.ended_at is null
    returning input.request_index, c.transfer_id)`,
  onGuardFailed: 'retry',
})

/** Ends a claim without an answer. The use case is retried when an answer or another end of the claim came first. */
export function endClaim({ profileId, transferId }: Key, now: Temporal.Instant): WriteStep {
  return endClaimStep({ profileId, transferId, endedAt: now })
}

const leaseInvitationSql = sql<{ transferId: Id<'transfer'> }>(`
  update transfer_claims
     set token_hash = $3, invites_at = $5, invitations = invitations + 1
   where profile_id = $1 and transfer_id = $2 and invites_at <= $4
  returning transfer_id`)

/**
 * Leases the sending of a link: unless the link is sent, the next attempt is due at `retryAt`. Returns false when no link is
 * due, because another process has the lease, or because the claim was answered or has ended.
 */
export async function leaseInvitation(
  tx: Tx,
  { profileId, transferId }: Key,
  tokenHash: string,
  times: { readonly now: Temporal.Instant; readonly retryAt: Temporal.Instant },
): Promise<boolean> {
  const { now, retryAt } = times
  const params = [profileId, transferId, tokenHash, now.toString(), retryAt.toString()]
  return (await tx.row(leaseInvitationSql, params)) !== undefined
}

const recordInvitationResultSql = sql<never>(`
  update transfer_claims set invites_at = case when $4::text is null then null else invites_at end,
         last_error = $4
   where profile_id = $1 and transfer_id = $2 and token_hash = $3`)

/**
 * `error` is null when the link was sent or is no longer needed. After an error a new link is sent when the lease ends,
 * because the secret of a link is not stored.
 */
export async function recordInvitationResult(
  tx: Tx,
  { profileId, transferId }: Key,
  tokenHash: string,
  error: string | null,
): Promise<void> {
  await tx.rows(recordInvitationResultSql, [profileId, transferId, tokenHash, error])
}
