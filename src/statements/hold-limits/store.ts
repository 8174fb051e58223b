// Every SQL statement about hold limits, what breaches them, and where excess money goes.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { idGenerator } from '../../kernel/database/generate-id.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import type { BreachState } from '../states.ts'

export type ExcessAccount = {
  readonly profileId: Id<'profile'>
  readonly recipientId: Id<'recipient'>
  /** Who named it. */
  readonly userId: Id<'user'>
  readonly namedAt: Temporal.Instant
}

const named = sql<never>(`
  insert into excess_money_accounts as e (profile_id, recipient_id, user_id, updated_at)
  values ($1, $2, $3, $4)
  on conflict (profile_id) do update
     set recipient_id = excluded.recipient_id, user_id = excluded.user_id,
         updated_at = excluded.updated_at
   where e.recipient_id <> excluded.recipient_id`)

/** The last one that was named counts; the same one again changes nothing. */
export async function setExcessAccount(
  tx: Tx,
  { profileId, recipientId, userId, namedAt }: ExcessAccount,
): Promise<void> {
  await tx.rows(named, [profileId, recipientId, userId, namedAt.toString()])
}

const accountOf = sql<ExcessAccount>(`
  select profile_id, recipient_id, user_id, updated_at as named_at
    from excess_money_accounts where profile_id = $1`)

export function findExcessAccount(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<ExcessAccount | undefined> {
  return db.row(accountOf, [profileId])
}

export type CheckRow = {
  readonly countryChangedAt: Temporal.Instant
  /** Null while the profile holds nothing. */
  readonly dueAt: Temporal.Instant | null
}

const lockedCheck = sql<CheckRow>(`
  select country_changed_at, due_at from hold_limit_checks where profile_id = $1 for update`)

/**
 * Locks the check of the profile. The money of its balances must have been locked before, because a
 * credit takes its locks in that order, too.
 */
export function lockCheck(tx: Tx, profileId: Id<'profile'>): Promise<CheckRow | undefined> {
  return tx.row(lockedCheck, [profileId])
}

const postponed = sql<never>('update hold_limit_checks set due_at = $2 where profile_id = $1')

export async function postponeCheck(
  tx: Tx,
  profileId: Id<'profile'>,
  dueAt: Temporal.Instant | null,
): Promise<void> {
  await tx.rows(postponed, [profileId, dueAt?.toString() ?? null])
}

const ended = sql<never>('delete from hold_limit_checks where profile_id = $1')

/** The country of the profile has no limit. */
export async function endChecks(tx: Tx, profileId: Id<'profile'>): Promise<void> {
  await tx.rows(ended, [profileId])
}

export type ClosingReason = 'AUTOMATICALLY_RESOLVED' | 'MANUALLY_RESOLVED'

export type BreachRow = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'hold-limit-breach'>
  readonly currency: Currency
  /** What is held above the limit, as it was last compared. */
  readonly amountMinor: bigint
  readonly state: BreachState
  readonly closingReason: ClosingReason | null
  /** Counts the events of this breach. */
  readonly eventCount: number
  /** The end of the day at which the excess is sent next. */
  readonly sendsAt: Temporal.Instant
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

const openOf = sql<BreachRow>(`
  select profile_id, id, currency, amount as amount_minor, state, closing_reason, event_count, sends_at,
         created_at, updated_at
    from hold_limit_breaches where profile_id = $1 and state = 'OPEN'`)

/** The profile's open breach: there is at most one. */
export function findOpenBreach(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<BreachRow | undefined> {
  return db.row(openOf, [profileId])
}

/** Taken before the row is written, because its event names it. */
export const generateBreachId = idGenerator<'hold-limit-breach'>('hold_limit_breaches')

const opened = writeStep({
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
  sql: `breach_opened as (
    insert into hold_limit_breaches
      (profile_id, id, currency, amount, state, event_count, sends_at, created_at, updated_at)
    overriding system value
    select profile_id, id, currency, amount_minor, state, event_count, sends_at, created_at, updated_at
      from input
    returning id)`,
  constraints: { hold_limit_breaches_one_open: 'retry' },
})

export function insertBreach(breach: BreachRow): WriteStep {
  return opened(breach)
}

const changed = writeStep({
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
  sql: `breach_changed as (
    update hold_limit_breaches b
       set amount = input.amount_minor, state = input.state, closing_reason = input.closing_reason,
           event_count = input.event_count, sends_at = input.sends_at, updated_at = input.updated_at
      from input
     where b.profile_id = input.profile_id and b.id = input.id and b.state = 'OPEN'
    returning input.request_index, b.id)`,
  onGuardFailed: 'retry',
})

/** Writes what became of an open breach. */
export function updateBreach(breach: BreachRow): WriteStep {
  return changed(breach)
}
