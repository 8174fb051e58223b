// SQL statements about balances and their movements. `opening-store.ts` opens and closes balances, `entry-store.ts` writes
// their history, and `history-store.ts` reads it.

import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { idGenerator } from '../kernel/database/generate-id.ts'
import { type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { type Currency, MINOR_MAX, type Money } from '../kernel/money.ts'
import { postStep } from '../ledger/index.ts'
import { BalanceFull } from './errors.ts'
import type { BalanceType } from './model.ts'
import type { BalanceState } from './states.ts'

export type BalanceRow = {
  profileId: Id<'profile'>
  id: Id<'balance'>
  currency: Currency
  type: BalanceType
  name: string | null
  icon: string | null
  state: BalanceState
  createdAt: Temporal.Instant
  modifiedAt: Temporal.Instant
  /** In minor units: the running balance of its ledger account. */
  availableMinor: bigint
}

/** A balance with the fields that clients see. */
export type ShownBalance = BalanceRow & {
  /** The amount that open card authorisations hold, in minor units. */
  heldMinor: bigint
  /** The recipient that stands for the balances of the profile (D50). */
  recipientId: Id<'recipient'>
}

export const balanceColumns = `
  b.profile_id, b.id, b.currency, b.type, b.name, b.icon, b.state, b.created_at, b.modified_at`

const selectBalances = `
  select ${balanceColumns}, coalesce(a.balance, 0) as available_minor
    from balances b
    left join ledger_accounts a on a.profile_id = b.profile_id
         and a.account = 'available:' || b.id and a.currency = b.currency
   where b.profile_id = $1`

const selectShownBalances = `
  select ${balanceColumns}, coalesce(a.balance, 0) as available_minor, coalesce(h.balance, 0) as held_minor,
         m.recipient_id
    from balances b
    join multi_currency_accounts m on m.profile_id = b.profile_id
    left join ledger_accounts a on a.profile_id = b.profile_id
         and a.account = 'available:' || b.id and a.currency = b.currency
    left join ledger_accounts h on h.profile_id = b.profile_id
         and h.account = 'held:' || b.id and h.currency = b.currency
   where b.profile_id = $1`

const findBalanceSql = lookup<BalanceRow>(['bigint', 'bigint'], `${selectBalances} and b.id = $2`)

/** A balance of the profile, open or closed. */
export function findBalance(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
): Promise<BalanceRow | undefined> {
  return db.row(findBalanceSql, [profileId, balanceId])
}

const findShownBalanceSql = sql<ShownBalance>(`${selectShownBalances} and b.id = $2`)

/** A balance of the profile, open or closed, with the fields that clients see. */
export function findShownBalance(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
): Promise<ShownBalance | undefined> {
  return db.row(findShownBalanceSql, [profileId, balanceId])
}

const findBalancesSql = sql<BalanceRow>(
  `${selectBalances} and b.id = any($2::bigint[]) order by b.id`,
)

/** The balances of the profile with these ids, open or closed, ascending by id. */
export function findBalances(
  db: Reader,
  profileId: Id<'profile'>,
  balanceIds: readonly Id<'balance'>[],
): Promise<BalanceRow[]> {
  return db.rows(findBalancesSql, [profileId, balanceIds])
}

const findStandardBalanceSql = lookup<BalanceRow>(
  ['bigint', 'text'],
  `${selectBalances} and b.currency = $2 and b.type = 'STANDARD' and b.state = 'OPEN'`,
)

/** The profile's open STANDARD balance in `currency`: there is at most one. */
export function findStandardBalance(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
): Promise<BalanceRow | undefined> {
  return db.row(findStandardBalanceSql, [profileId, currency])
}

const listOpenBalancesSql = lookup<ShownBalance>(
  ['bigint', 'text[]'],
  `${selectShownBalances} and b.type = any($2::text[]) and b.state = 'OPEN' order by b.id`,
)

/** The profile's open balances of the given types, ascending by id. */
export function listOpenBalances(
  db: Reader,
  profileId: Id<'profile'>,
  types: readonly BalanceType[],
): Promise<ShownBalance[]> {
  return db.rows(listOpenBalancesSql, [profileId, types])
}

/** The profile's open STANDARD balances, ascending by id. */
export function listStandardBalances(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<ShownBalance[]> {
  return listOpenBalances(db, profileId, ['STANDARD'])
}

const lockBalanceSql = sql<{ id: Id<'balance'> }>(`
  select id from balances where profile_id = $1 and id = $2 for no key update`)

/** Locks the balance, so that no entry is written for it until the transaction ends. */
export function lockBalance(tx: Tx, profileId: Id<'profile'>, balanceId: Id<'balance'>) {
  return tx.row(lockBalanceSql, [profileId, balanceId])
}

const lockStandardBalanceSql = sql<{ id: Id<'balance'> }>(`
  select id from balances
   where profile_id = $1 and currency = $2 and type = 'STANDARD' and state = 'OPEN'
     for no key update`)

/**
 * Locks the profile's open STANDARD balance in `currency`, so that it stays open and unchanged until the transaction
 * ends. Returns undefined when the profile has no such balance.
 */
export async function lockStandardBalance(
  tx: Tx,
  profileId: Id<'profile'>,
  currency: Currency,
): Promise<BalanceRow | undefined> {
  const locked = await tx.row(lockStandardBalanceSql, [profileId, currency])
  // The row is read again, because the statement that waited for the lock would return the amount from before the wait.
  return locked && findBalance(tx, profileId, locked.id)
}

// The reference of a transfer's journals is the name of its account.
const hasMoneyInFlightSql = sql<{ found: boolean }>(`
  select exists (
    select from ledger_accounts a
      join ledger_postings p on p.profile_id = a.profile_id and p.reference = a.account
     where a.profile_id = $1 and a.account like 'transfer:%' and a.balance > 0
       and p.journal = 'transfer-funded' and p.from_account = 'available:' || $2::bigint) as found`)

/** Whether money that left this balance for a transfer is still in flight. */
export async function hasMoneyInFlight(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
): Promise<boolean> {
  return (await db.row(hasMoneyInFlightSql, [profileId, balanceId]))?.found === true
}

/** The id is generated before the movement is written, because the reference of the journal contains the id. */
export const generateMovementId = idGenerator<'movement'>('balance_movements')

type Side = { readonly balanceId: Id<'balance'>; readonly amount: Money }

type NewMovement = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'movement'>
  readonly type: 'DEPOSIT' | 'CONVERSION'
  readonly source?: Side
  readonly target: Side
  /** In minor units of the source currency. */
  readonly feeMinor?: bigint
  /** Units of the target currency per unit of the source currency, as decimal text. */
  readonly rate?: string
  readonly quoteId?: string
  readonly channel: string
  /** Whether the money has arrived already, so that a full balance gets it too (gap 53). False by default. */
  readonly hasArrived?: boolean
  readonly createdAt: Temporal.Instant
}

const insertMovementStep = writeStep({
  name: 'movement_inserted',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    type: 'text',
    sourceBalanceId: 'bigint',
    sourceCurrency: 'text',
    sourceMinor: 'numeric',
    targetBalanceId: 'bigint',
    targetCurrency: 'text',
    targetMinor: 'numeric',
    feeMinor: 'numeric',
    rate: 'numeric',
    quoteId: 'uuid',
    channel: 'text',
    hasArrived: 'boolean',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  reads: { accountChanges: postStep },
  sql: ({ input, accountChanges }) => `movement_inserted as (
    insert into balance_movements
      (profile_id, id, type, state, source_balance_id, source_currency, source_amount,
       target_balance_id, target_currency, target_amount, fee, rate, quote_id, channel, created_at)
    overriding system value
    select profile_id, id, type, 'COMPLETED', source_balance_id, source_currency, source_minor,
           target_balance_id, target_currency, target_minor, fee_minor, rate, quote_id, channel,
           created_at
      from ${input}
     where has_arrived
        or not exists (select from ${accountChanges} c
                        where c.request_index = input.request_index and c.delta_minor > 0
                          and c.balance_minor > ${MINOR_MAX})
    returning id)`,
  onGuardFailed: BalanceFull,
})

/**
 * The write step that inserts a completed movement, after the `post(...)` that moves its money. Unless the money has arrived
 * already, refuses with BalanceFull when a credited balance would have more than `MINOR_MAX`.
 */
export function insertMovement(movement: NewMovement): WriteStep {
  const { source, target, feeMinor, rate, quoteId, hasArrived = false, ...fields } = movement
  return insertMovementStep({
    ...fields,
    feeMinor,
    rate,
    quoteId,
    hasArrived,
    sourceBalanceId: source?.balanceId,
    sourceCurrency: source?.amount.currency,
    sourceMinor: source?.amount.minor,
    targetBalanceId: target.balanceId,
    targetCurrency: target.amount.currency,
    targetMinor: target.amount.minor,
  })
}
