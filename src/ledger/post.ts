// The only way to move money. Journals become one write step: it locks the customers' accounts that they touch in
// one fixed order, changes their balances, and writes their postings into history. Amounts on one account are summed
// first, because PostgreSQL keeps only one of two changes of a row by one statement.

import { type Failure, rowType, type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { MINOR_MAX } from '../kernel/money.ts'
import { type Account, guardRank } from './accounts.ts'
import { InsufficientFunds } from './errors.ts'
import type { Journal } from './journals.ts'

/**
 * What a journal did to one customer's account; `sequence` counts the changes of that account. A balance
 * whose credit settles a debt has two changes: the credit, and the amount that settles the debt.
 */
export type AccountChange = {
  account: string
  currency: string
  deltaMinor: bigint
  balanceMinor: bigint
  sequence: number
}

// Several requests of a batch may change one account. PostgreSQL keeps one change of a row by one statement, so the row
// is changed by the sum of their amounts, and each request gets the balance after its own amount, in the order of
// `turn`. The guard fails, and the requests are sent again unbatched, in two cases: when the account would fall below
// zero after one of the amounts, and when one of several requests settles a debt, because the settlement has to be the
// next change.
//
// Existing accounts are locked in the order of `turn`; new accounts are inserted after them. `settled` sorts the rows
// of `changed`, so all accounts have changed before the first call of `settle_debt`. `settle_debt` is a function, because a function
// reads the debt after waiting for the lock of its row; the statement itself would read an older debt.
export const postStep = writeStep({
  name: 'account_changes',
  input: {
    profileId: 'bigint',
    postedAt: 'timestamptz',
    accounts: 'text[]',
    currencies: 'text[]',
    deltas: 'numeric[]',
    journals: 'text[]',
    postingReferences: 'text[]',
    fromAccounts: 'text[]',
    toAccounts: 'text[]',
    postingCurrencies: 'text[]',
    amounts: 'numeric[]',
  },
  tenant: 'profileId',
  locksAfterGuards: true,
  sql: ({ input, guardFailed }) => `posted as materialized (select * from ${input}),
  posting_recorded as (
    insert into ledger_postings
      (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
    select j.profile_id, p.journal, p.reference, p.from_account, p.to_account, p.currency, p.amount, j.posted_at
      from posted j,
           unnest(j.journals, j.posting_references, j.from_accounts, j.to_accounts, j.posting_currencies, j.amounts)
             as p (journal, reference, from_account, to_account, currency, amount)
    returning id),
  change as materialized (
    select *, sum(delta) over so_far as delta_so_far, count(*) over so_far as changes_so_far
      from (select j.request_index, j.profile_id, c.account, c.currency, c.delta, row_number() over () as turn
              from posted j, unnest(j.accounts, j.currencies, j.deltas) as c (account, currency, delta)) c
    window so_far as (partition by profile_id, account, currency order by turn)),
  total as materialized (
    select profile_id, account, currency, sum(delta) as delta, count(*)::int as changes
      from change group by profile_id, account, currency order by min(turn)),
  moved as (
    update ledger_accounts a set balance = a.balance + t.delta, sequence = a.sequence + t.changes
      from total t
     where a.profile_id = t.profile_id and a.account = t.account and a.currency = t.currency
    returning a.profile_id, a.account, a.currency, a.balance, a.sequence),
  opened as (
    insert into ledger_accounts as a (profile_id, account, currency, balance, sequence)
    select profile_id, account, currency, delta, changes from total t
     where not exists (select from moved m where m.profile_id = t.profile_id
                          and m.account = t.account and m.currency = t.currency)
    on conflict (profile_id, account, currency)
    do update set balance = a.balance + excluded.balance, sequence = a.sequence + excluded.sequence
    returning a.profile_id, a.account, a.currency, a.balance, a.sequence),
  changed as materialized (
    select c.request_index, c.turn, c.profile_id, c.account, c.currency, c.delta as delta_minor,
           a.balance - t.delta + c.delta_so_far as balance_minor,
           (a.sequence - t.changes + c.changes_so_far)::int as sequence, t.changes
      from (select * from moved union all select * from opened) a
      join total t using (profile_id, account, currency)
      join change c using (profile_id, account, currency)),
  settled as materialized (
    select c.request_index, c.account, c.currency, s.delta_minor, s.balance_minor, s.sequence, c.changes
      from (select * from changed order by turn) c join posted j using (request_index),
           settle_debt(c.profile_id, j.posted_at, j.posting_references[1], c.account, c.currency,
                         c.delta_minor) s
     where (select count(*) from posting_recorded) is not null
       and c.account like 'available:%' and c.delta_minor > 0),
  account_changes as materialized (
    (select request_index, account, currency, delta_minor, balance_minor, sequence from changed
      where case when account = 'owed' or balance_minor >= 0 then true else ${guardFailed} end
      order by turn)
    union all
    select request_index, account, currency, delta_minor, balance_minor, sequence from settled
     where case when changes = 1 then true else ${guardFailed} end)`,
  guardRaises: true,
  onGuardFailed: InsufficientFunds,
  constraints: { never_below_zero: 'guard' },
  returns: rowType<AccountChange>(),
})

/**
 * The write step that posts journals of one profile. Refuses with `insufficient`, or retries, when an account would fall
 * below zero. Steps after it may read the changes (`postStep`).
 */
export function post(
  profileId: Id<'profile'>,
  journals: Journal | readonly Journal[],
  now: Temporal.Instant,
  insufficient: Failure = InsufficientFunds,
): WriteStep<AccountChange> {
  const rows = rowsOf('name' in journals ? [journals] : journals)
  const deltas = deltasOf(rows)
  return postStep(
    {
      profileId,
      postedAt: now,
      accounts: deltas.map(({ account }) => account),
      currencies: deltas.map(({ currency }) => currency),
      deltas: deltas.map(({ deltaMinor }) => deltaMinor),
      journals: rows.map(({ journal }) => journal),
      postingReferences: rows.map(({ reference }) => reference),
      fromAccounts: rows.map(({ from }) => from),
      toAccounts: rows.map(({ to }) => to),
      postingCurrencies: rows.map(({ amount }) => amount.currency),
      amounts: rows.map(({ amount }) => amount.minor),
    },
    insufficient,
  )
}

type Row = Journal['postings'][number] & { journal: string; reference: string }

function rowsOf(journals: readonly Journal[]): Row[] {
  const rows = journals.flatMap(({ name, reference, postings }) =>
    postings.map((posting) => ({ ...posting, journal: name, reference })),
  )
  for (const { amount } of rows)
    if (amount.minor <= 0n || amount.minor > MINOR_MAX)
      throw new RangeError(`a posting must be positive and in range: ${amount.minor}`)
  return rows
}

type Delta = {
  account: Account
  currency: string
  deltaMinor: bigint
  rank: number
  number: number
}

function deltasOf(rows: readonly Row[]): Delta[] {
  const deltas = new Map<string, Delta>()
  const add = (account: Account, currency: string, minor: bigint) => {
    const rank = guardRank(account)
    if (rank === undefined) return
    const key = `${account} ${currency}`
    const delta = deltas.get(key)
    if (delta !== undefined) delta.deltaMinor += minor
    else deltas.set(key, { account, currency, deltaMinor: minor, rank, number: numberOf(account) })
  }
  for (const { from, to, amount } of rows) {
    add(from, amount.currency, -amount.minor)
    add(to, amount.currency, amount.minor)
  }
  return [...deltas.values()].filter(({ deltaMinor }) => deltaMinor !== 0n).sort(byAccount)
}

// Every posting locks in this order, and `lockAvailable` too: two transactions that lock the same accounts cannot
// deadlock.
function byAccount(a: Delta, b: Delta): number {
  return a.rank - b.rank || a.number - b.number || (a.currency < b.currency ? -1 : 1)
}

function numberOf(account: Account): number {
  return Number(account.slice(account.indexOf(':') + 1)) || 0
}
