// Every SQL statement about balances and their movements, except those of their history.

import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { idGenerator } from '../kernel/database/generate-id.ts'
import { rowType, type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { type Currency, MINOR_MAX, type Money } from '../kernel/money.ts'
import { accountChanges } from '../ledger/index.ts'
import { BalanceExists, BalanceFull } from './errors.ts'
import { balanceStateChanged } from './events.ts'
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

const columns = `
  b.profile_id, b.id, b.currency, b.type, b.name, b.icon, b.state, b.created_at, b.modified_at`

const selectBalances = `
  select ${columns}, coalesce(a.balance, 0) as available_minor
    from balances b
    left join ledger_accounts a on a.profile_id = b.profile_id
         and a.account = 'available:' || b.id and a.currency = b.currency
   where b.profile_id = $1`

const byId = lookup<BalanceRow>(['bigint', 'bigint'], `${selectBalances} and b.id = $2`)

/** A balance of the profile, open or closed. */
export function findBalance(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
): Promise<BalanceRow | undefined> {
  return db.row(byId, [profileId, balanceId])
}

const byIds = sql<BalanceRow>(`${selectBalances} and b.id = any($2::bigint[]) order by b.id`)

/** The balances of the profile with these ids, open or closed, ascending by id. */
export function findBalances(
  db: Reader,
  profileId: Id<'profile'>,
  balanceIds: readonly Id<'balance'>[],
): Promise<BalanceRow[]> {
  return db.rows(byIds, [profileId, balanceIds])
}

const openStandardOf = lookup<BalanceRow>(
  ['bigint', 'text'],
  `${selectBalances} and b.currency = $2 and b.type = 'STANDARD' and b.state = 'OPEN'`,
)

/** The profile's open STANDARD balance in `currency`: there is at most one. */
export function findStandard(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
): Promise<BalanceRow | undefined> {
  return db.row(openStandardOf, [profileId, currency])
}

const openOfTypes = sql<BalanceRow>(`
  ${selectBalances} and b.type = any($2::text[]) and b.state = 'OPEN' order by b.id`)

/** The profile's open balances of the given types, ascending by id. */
export function listOpen(
  db: Reader,
  profileId: Id<'profile'>,
  types: readonly BalanceType[],
): Promise<BalanceRow[]> {
  return db.rows(openOfTypes, [profileId, types])
}

/** The profile's open STANDARD balances, ascending by id. */
export function listStandard(db: Reader, profileId: Id<'profile'>): Promise<BalanceRow[]> {
  return listOpen(db, profileId, ['STANDARD'])
}

const lockById = sql<{ id: Id<'balance'> }>(`
  select id from balances where profile_id = $1 and id = $2 for no key update`)

/** Locks the balance, so that no entry is written for it until the transaction ends. */
export function lockBalance(tx: Tx, profileId: Id<'profile'>, balanceId: Id<'balance'>) {
  return tx.row(lockById, [profileId, balanceId])
}

// The reference of a transfer's journals is the name of its account.
const onItsWay = sql<{ found: boolean }>(`
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
  return (await db.row(onItsWay, [profileId, balanceId]))?.found === true
}

// Opening and closing are events 1 and 2 of the subject `balance-state:<id>`; the subject `balance:<id>` counts the
// entries.
const stateEvent = (name: string, from: string) => `
  ${name} as (
    insert into events (profile_id, name, subject, number, payload, occurred_at)
    select profile_id, '${balanceStateChanged.name}', 'balance-state:' || id,
           case state when 'OPEN' then 1 else 2 end,
           json_build_object(
             'resource', json_build_object('type', 'balance-account', 'id', id,
               'profile_id', profile_id,
               'state', case state when 'OPEN' then 'ACTIVE' else 'INACTIVE' end),
             'occurred_at', to_char(modified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
           modified_at
      from ${from})`

const opened = writeStep({
  name: 'opened',
  input: {
    profileId: 'bigint',
    currency: 'text',
    type: 'text',
    name: 'text',
    icon: 'text',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `opened as (
    merge into balances b using ${input} on false
     when not matched then
   insert (profile_id, currency, type, name, icon, created_at, modified_at)
   values (input.profile_id, input.currency, input.type, input.name, input.icon, input.created_at,
           input.created_at)
    returning input.request_index, ${columns}, 0::money_minor as available_minor),
  ${stateEvent('opening_event', 'opened')}`,
  constraints: { balances_one_standard: BalanceExists },
  returns: rowType<BalanceRow>(),
})

export type NewBalance = Pick<BalanceRow, 'profileId' | 'currency' | 'type' | 'name' | 'icon'>

/** The write step that opens a balance and writes its event. Refuses a second STANDARD balance of a currency. */
export function openBalance(balance: NewBalance, now: Temporal.Instant): WriteStep<BalanceRow> {
  return opened({ ...balance, createdAt: now })
}

const openMissingStandard = sql<BalanceRow>(`
  with opened as (
    insert into balances as b (profile_id, currency, type, created_at, modified_at)
    values ($1, $2, 'STANDARD', $3, $3)
        on conflict (profile_id, currency) where type = 'STANDARD' and state = 'OPEN' do nothing
    returning ${columns}, 0::money_minor as available_minor),
  ${stateEvent('opening_event', 'opened')}
  select * from opened`)

/** Undefined when the profile has one already. */
export function insertStandardIfNone(
  tx: Tx,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<BalanceRow | undefined> {
  return tx.row(openMissingStandard, [profileId, currency, now.toString()])
}

const setClosed = sql<BalanceRow>(`
  with closed as (
    update balances b set state = 'CLOSED', modified_at = $3
     where b.profile_id = $1 and b.id = $2 and b.state = 'OPEN'
    returning ${columns}, 0::money_minor as available_minor),
  ${stateEvent('closing_event', 'closed')}
  select * from closed`)

/** Closes an open balance, which the caller has locked and found empty, and writes its event. */
export function closeOpen(
  tx: Tx,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
  now: Temporal.Instant,
): Promise<BalanceRow | undefined> {
  return tx.row(setClosed, [profileId, balanceId, now.toString()])
}

/** Generated before the movement is written, because the reference of its journal contains it. */
export const nextMovementId = idGenerator<'movement'>('balance_movements')

type Side = { readonly balanceId: Id<'balance'>; readonly amount: Money }

export type NewMovement = {
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
  readonly createdAt: Temporal.Instant
}

const inserted = writeStep({
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
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  reads: { accountChanges },
  sql: ({ input, accountChanges }) => `movement_inserted as (
    insert into balance_movements
      (profile_id, id, type, state, source_balance_id, source_currency, source_amount,
       target_balance_id, target_currency, target_amount, fee, rate, quote_id, channel, created_at)
    overriding system value
    select profile_id, id, type, 'COMPLETED', source_balance_id, source_currency, source_minor,
           target_balance_id, target_currency, target_minor, fee_minor, rate, quote_id, channel,
           created_at
      from ${input}
     where not exists (select from ${accountChanges} s
                        where s.request_index = input.request_index and s.balance_minor > ${MINOR_MAX})
    returning id)`,
  onGuardFailed: BalanceFull,
})

/** The write step that inserts a completed movement. It comes after the `post(...)` that moves its money. */
export function insertMovement({ source, target, ...movement }: NewMovement): WriteStep {
  return inserted({
    ...movement,
    feeMinor: movement.feeMinor,
    rate: movement.rate,
    quoteId: movement.quoteId,
    sourceBalanceId: source?.balanceId,
    sourceCurrency: source?.amount.currency,
    sourceMinor: source?.amount.minor,
    targetBalanceId: target.balanceId,
    targetCurrency: target.amount.currency,
    targetMinor: target.amount.minor,
  })
}
