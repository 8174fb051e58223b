// SQL that opens and closes balances, and that creates and finds the multi-currency account of a profile (D49).

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import {
  INSERT_EVERY_ROW,
  rowType,
  type WriteStep,
  writeStep,
} from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { balanceRecipients } from '../recipients/index.ts'
import { BalanceExists } from './errors.ts'
import { balanceStateChanged } from './events.ts'
import { type BalanceRow, balanceColumns } from './store.ts'

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

// The first balance of a profile creates its account; every later opening and every closing changes the account's time
// of modification (D49). Openings of one profile may be in one batch, so `account_modified` groups them by profile. When
// two first balances are opened concurrently, one waits for the recipient that the other inserts, then inserts no
// recipient, and so creates no account.
const accountSteps = (from: string) => `
  new_account as (
    insert into multi_currency_accounts (profile_id, recipient_id, created_at, modified_at)
    select profile_id, id, created_at, created_at from new_recipient),
  account_modified as (
    update multi_currency_accounts m set modified_at = greatest(m.modified_at, o.modified_at)
      from (select profile_id, max(modified_at) as modified_at from ${from}
             group by profile_id order by profile_id) o
     where m.profile_id = o.profile_id)`

const openBalanceStep = writeStep({
  name: 'opened',
  input: {
    profileId: 'bigint',
    currency: 'text',
    type: 'text',
    name: 'text',
    icon: 'text',
    createdAt: 'timestamptz',
    userId: 'bigint',
    holderName: 'text',
    legalType: 'text',
  },
  tenant: 'profileId',
  sql: ({ input }) => `opened as (
    merge into balances b using ${input} ${INSERT_EVERY_ROW}
          (profile_id, currency, type, name, icon, created_at, modified_at)
   values (input.profile_id, input.currency, input.type, input.name, input.icon, input.created_at,
           input.created_at)
    returning input.request_index, ${balanceColumns}),
  ${stateEvent('opening_event', 'opened')},
  holder as materialized (select * from ${input}),
  ${balanceRecipients('new_recipient', 'holder')},
  ${accountSteps('opened')}`,
  constraints: { balances_one_standard: BalanceExists },
  returns: rowType<{ id: Id<'balance'> }>(),
})

export type NewBalance = Pick<BalanceRow, 'profileId' | 'currency' | 'type' | 'name' | 'icon'>

/** The holder of the recipient that is created with the first balance of a profile. */
export type Holder = {
  readonly userId: Id<'user'>
  readonly holderName: string
  readonly legalType: 'PRIVATE' | 'BUSINESS'
}

/** The write step that opens a balance and writes its event. Refuses a second STANDARD balance of a currency. */
export function openBalance(
  balance: NewBalance,
  holder: Holder,
  now: Temporal.Instant,
): WriteStep<{ id: Id<'balance'> }> {
  return openBalanceStep({ ...balance, ...holder, createdAt: now })
}

const insertStandardBalanceIfNoneSql = sql<{ id: Id<'balance'> }>(`
  with opened as (
    insert into balances as b (profile_id, currency, type, created_at, modified_at)
    values ($1, $2, 'STANDARD', $3, $3)
        on conflict (profile_id, currency) where type = 'STANDARD' and state = 'OPEN' do nothing
    returning ${balanceColumns}),
  ${stateEvent('opening_event', 'opened')},
  holder as (
    select profile_id, $4::bigint as user_id, $5::text as holder_name, $6::text as legal_type, created_at
      from opened),
  ${balanceRecipients('new_recipient', 'holder')},
  ${accountSteps('opened')}
  select id from opened`)

type NewStandardBalance = {
  readonly profileId: Id<'profile'>
  readonly currency: Currency
  readonly holder: Holder
  readonly now: Temporal.Instant
}

/** Opens a STANDARD balance with its event. Returns undefined when the profile has an open one in the currency. */
export function insertStandardBalanceIfNone(
  tx: Tx,
  { profileId, currency, holder, now }: NewStandardBalance,
): Promise<{ id: Id<'balance'> } | undefined> {
  const { userId, holderName, legalType } = holder
  return tx.row(insertStandardBalanceIfNoneSql, [
    profileId,
    currency,
    now.toString(),
    userId,
    holderName,
    legalType,
  ])
}

const closeOpenBalanceSql = sql<Pick<BalanceRow, 'state' | 'modifiedAt'>>(`
  with closed as (
    update balances b set state = 'CLOSED', modified_at = $3
     where b.profile_id = $1 and b.id = $2 and b.state = 'OPEN'
    returning ${balanceColumns}),
  ${stateEvent('closing_event', 'closed')},
  account_modified as (
    update multi_currency_accounts m set modified_at = greatest(m.modified_at, c.modified_at)
      from closed c where m.profile_id = c.profile_id)
  select state, modified_at from closed`)

/** Closes an open balance, which the caller has locked and found empty, and writes its event. */
export function closeOpenBalance(
  tx: Tx,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
  now: Temporal.Instant,
): Promise<Pick<BalanceRow, 'state' | 'modifiedAt'> | undefined> {
  return tx.row(closeOpenBalanceSql, [profileId, balanceId, now.toString()])
}

/** The account that contains all balances of a profile. It is created with the first of them (D49). */
export type MultiCurrencyAccount = {
  profileId: Id<'profile'>
  id: Id<'multi-currency-account'>
  recipientId: Id<'recipient'>
  createdAt: Temporal.Instant
  /** When a balance was last opened or closed. */
  modifiedAt: Temporal.Instant
}

const accountColumns = 'm.profile_id, m.id, m.recipient_id, m.created_at, m.modified_at'

const findAccountSql = sql<MultiCurrencyAccount>(`
  select ${accountColumns} from multi_currency_accounts m where m.profile_id = $1`)

/** The multi-currency account of the profile; undefined while the profile has never opened a balance. */
export function findAccount(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<MultiCurrencyAccount | undefined> {
  return db.row(findAccountSql, [profileId])
}

const findAccountByIdSql = sql<MultiCurrencyAccount>(`
  select ${accountColumns} from multi_currency_accounts m
   where m.profile_id = any($1::bigint[]) and m.id = $2`)

/** The account with this id, if it belongs to one of the profiles. */
export function findAccountById(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  accountId: Id<'multi-currency-account'>,
): Promise<MultiCurrencyAccount | undefined> {
  return db.row(findAccountByIdSql, [profileIds, accountId])
}
