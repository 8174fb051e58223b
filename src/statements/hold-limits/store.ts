// Every SQL statement about hold limit checks, breaches, and the recipients of excess money.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { idGenerator } from '../../kernel/database/generate-id.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import type { BreachState } from '../states.ts'

export type ExcessRecipient = {
  readonly profileId: Id<'profile'>
  readonly recipientId: Id<'recipient'>
  /** The user who set the recipient. */
  readonly userId: Id<'user'>
  readonly setAt: Temporal.Instant
}

const replaceExcessRecipientSql = sql<never>(`
  insert into excess_money_accounts as e (profile_id, recipient_id, user_id, updated_at)
  values ($1, $2, $3, $4)
  on conflict (profile_id) do update
     set recipient_id = excluded.recipient_id, user_id = excluded.user_id,
         updated_at = excluded.updated_at
   where e.recipient_id <> excluded.recipient_id`)

/** Replaces the recipient. Setting the same recipient again changes nothing, not even the time. */
export async function replaceExcessRecipient(
  tx: Tx,
  { profileId, recipientId, userId, setAt }: ExcessRecipient,
): Promise<void> {
  await tx.rows(replaceExcessRecipientSql, [profileId, recipientId, userId, setAt.toString()])
}

const findExcessRecipientSql = sql<ExcessRecipient>(`
  select profile_id, recipient_id, user_id, updated_at as set_at
    from excess_money_accounts where profile_id = $1`)

export function findExcessRecipient(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<ExcessRecipient | undefined> {
  return db.row(findExcessRecipientSql, [profileId])
}

export type CheckRow = {
  readonly countryChangedAt: Temporal.Instant
  /** Null while the profile holds nothing. */
  readonly dueAt: Temporal.Instant | null
}

const lockCheckSql = sql<CheckRow>(`
  select country_changed_at, due_at from hold_limit_checks where profile_id = $1 for update`)

/** Locks the check of the profile. Lock its balances first: a credit takes its locks in that order too. */
export function lockCheck(tx: Tx, profileId: Id<'profile'>): Promise<CheckRow | undefined> {
  return tx.row(lockCheckSql, [profileId])
}

const setCheckDueSql = sql<never>('update hold_limit_checks set due_at = $2 where profile_id = $1')

/** `dueAt` is null for a profile that holds nothing: its next credit makes the check due. */
export async function setCheckDue(
  tx: Tx,
  profileId: Id<'profile'>,
  dueAt: Temporal.Instant | null,
): Promise<void> {
  await tx.rows(setCheckDueSql, [profileId, dueAt?.toString() ?? null])
}

const endChecksSql = sql<never>('delete from hold_limit_checks where profile_id = $1')

/** Deletes the check of a profile whose country has no limit. A change to a country with a limit inserts another check. */
export async function endChecks(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  await tx.rows(endChecksSql, [profileId])
}

export type ClosingReason = 'AUTOMATICALLY_RESOLVED' | 'MANUALLY_RESOLVED'

export type BreachRow = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'hold-limit-breach'>
  readonly currency: Currency
  /** The value above the limit at the last check that found the profile above it. */
  readonly amountMinor: bigint
  readonly state: BreachState
  readonly closingReason: ClosingReason | null
  /** The number of events of this breach. */
  readonly eventCount: number
  /** When the excess is sent next: at the end of a day in the country. */
  readonly sendsAt: Temporal.Instant
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

const findOpenBreachSql = sql<BreachRow>(`
  select profile_id, id, currency, amount as amount_minor, state, closing_reason, event_count, sends_at,
         created_at, updated_at
    from hold_limit_breaches where profile_id = $1 and state = 'OPEN'`)

/** A profile has at most one open breach. */
export function findOpenBreach(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<BreachRow | undefined> {
  return db.row(findOpenBreachSql, [profileId])
}

/** The id is generated before the row is written, because the event of the row contains the id. */
export const generateBreachId = idGenerator<'hold-limit-breach'>('hold_limit_breaches')

const insertBreachStep = writeStep({
  name: 'breach_opened',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    currency: 'text',
    amountMinor: 'numeric',
    state: 'text',
    eventCount: 'int',
    sendsAt: 'timestamptz',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `breach_opened as (
    insert into hold_limit_breaches
      (profile_id, id, currency, amount, state, event_count, sends_at, created_at, updated_at)
    overriding system value
    select profile_id, id, currency, amount_minor, state, event_count, sends_at, created_at, updated_at
      from ${input}
    returning id)`,
  constraints: { hold_limit_breaches_one_open: 'retry' },
})

/** The write step that opens a breach. The use case is retried when the profile has an open breach already. */
export function insertBreach(breach: BreachRow): WriteStep {
  return insertBreachStep(breach)
}

const updateBreachStep = writeStep({
  name: 'breach_changed',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    amountMinor: 'numeric',
    state: 'text',
    closingReason: 'text',
    eventCount: 'int',
    sendsAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `breach_changed as (
    update hold_limit_breaches b
       set amount = input.amount_minor, state = input.state, closing_reason = input.closing_reason,
           event_count = input.event_count, sends_at = input.sends_at, updated_at = input.updated_at
      from ${input}
     where b.profile_id = input.profile_id and b.id = input.id and b.state = 'OPEN'
    returning input.request_index, b.id)`,
  onGuardFailed: 'retry',
})

/** The write step that stores a changed breach. The use case is retried when the stored breach is no longer open. */
export function updateBreach(breach: BreachRow): WriteStep {
  return updateBreachStep(breach)
}
