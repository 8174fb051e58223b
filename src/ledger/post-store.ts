// The SQL of the write step `post`: the common table expressions that post the journals of all requests of a batch.

import { rowType, writeStep } from '../kernel/database/write-step.ts'
import { InsufficientFunds } from './errors.ts'

/**
 * The change of one customer's account by all journals of one write step; `sequence` counts the changes of that account. A
 * balance whose credit settles a debt has two changes: the credit, and the amount that settles the debt.
 */
export type AccountChange = {
  account: string
  currency: string
  deltaMinor: bigint
  balanceMinor: bigint
  sequence: number
}

// Each constant is one common table expression, in the order of the statement. The first one, `posting_requests`, is in the
// step itself: it lists the requests of the batch.

/** The history. A house account has no row in `ledger_accounts`, so its balance is the sum of its postings. */
const insertPostingsSql = `
  postings_inserted as (
    insert into ledger_postings
      (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
    select j.profile_id, p.journal, p.reference, p.from_account, p.to_account, p.currency, p.amount, j.posted_at
      from posting_requests j,
           unnest(j.journals, j.posting_references, j.from_accounts, j.to_accounts, j.posting_currencies, j.amounts)
             as p (journal, reference, from_account, to_account, currency, amount)
    returning id)`

/**
 * The changes of accounts that the journals cause. Several requests of a batch may change one account, so each change has a
 * `change_index`, and the sum and the number of the account's changes up to this one.
 */
const listChangesSql = `
  requested_changes as materialized (
    select *, sum(delta) over so_far as delta_so_far, count(*) over so_far as changes_so_far
      from (select j.request_index, j.profile_id, c.account, c.currency, c.delta, row_number() over () as change_index
              from posting_requests j,
                   unnest(j.accounts, j.currencies, j.deltas) as c (account, currency, delta)) c
    window so_far as (partition by profile_id, account, currency order by change_index))`

/** One change for each account, because PostgreSQL keeps only one of two changes of a row by one statement. */
const sumChangesSql = `
  account_totals as materialized (
    select profile_id, account, currency, sum(delta) as delta, count(*)::int as changes
      from requested_changes group by profile_id, account, currency order by min(change_index))`

/**
 * Locks the existing accounts in the order of `change_index`: the plan is a nested loop from `account_totals` into the primary
 * key, because sequential scans are disabled (`PLANNER_SETTINGS`). The accounts of one request are in the order of
 * `deltasOf`, and the requests of a batch are sorted by profile. So two batches cannot deadlock on existing accounts of
 * different profiles. Requests of one profile keep the order in which they came: a deadlock of two batches on its accounts
 * ends with the short lock timeout.
 */
const updateAccountsSql = `
  accounts_updated as (
    update ledger_accounts a set balance = a.balance + t.delta, sequence = a.sequence + t.changes
      from account_totals t
     where a.profile_id = t.profile_id and a.account = t.account and a.currency = t.currency
    returning a.profile_id, a.account, a.currency, a.balance, a.sequence)`

/** Runs after the update of the existing accounts. A conflict means that another statement has just inserted the account. */
const insertAccountsSql = `
  accounts_inserted as (
    insert into ledger_accounts as a (profile_id, account, currency, balance, sequence)
    select profile_id, account, currency, delta, changes from account_totals t
     where not exists (select from accounts_updated u where u.profile_id = t.profile_id
                          and u.account = t.account and u.currency = t.currency)
    on conflict (profile_id, account, currency)
    do update set balance = a.balance + excluded.balance, sequence = a.sequence + excluded.sequence
    returning a.profile_id, a.account, a.currency, a.balance, a.sequence)`

/**
 * Gives each request the balance and the sequence right after its own change: the account as it is now, without the changes that
 * have a later `change_index`. With 100 before, the changes -30 and -20 of two requests leave 50: the first request gets
 * 50 + 50 - 30 = 70, the second 50 + 50 - 50 = 50.
 */
const attributeChangesSql = `
  changes_made as materialized (
    select c.request_index, c.change_index, c.profile_id, c.account, c.currency, c.delta as delta_minor,
           a.balance - t.delta + c.delta_so_far as balance_minor,
           (a.sequence - t.changes + c.changes_so_far)::int as sequence, t.changes
      from (select * from accounts_updated union all select * from accounts_inserted) a
      join account_totals t using (profile_id, account, currency)
      join requested_changes c using (profile_id, account, currency))`

/**
 * A credit to a balance settles the profile's debt first. `settle_debt` is a function, because a function reads the debt
 * after waiting for the lock of its row; the statement itself would read an older debt. The rows are sorted before the join:
 * a sort reads all of its input first, so all accounts have changed before the first call. The postings are counted: the
 * count reads all of `postings_inserted`, so all postings exist before the first call.
 */
const settleDebtsSql = `
  debts_settled as materialized (
    select c.request_index, c.account, c.currency, s.delta_minor, s.balance_minor, s.sequence, c.changes
      from (select * from changes_made order by change_index) c join posting_requests j using (request_index),
           settle_debt(c.profile_id, j.posted_at, j.posting_references[1], c.account, c.currency,
                         c.delta_minor) s
     where (select count(*) from postings_inserted) is not null
       and c.account like 'available:%' and c.delta_minor > 0)`

/**
 * The guard. When the guard fails for a batch, each write of the batch is sent again unbatched. The guard fails when an
 * account other than `owed` would fall below zero after one of the changes; the constraint `never_below_zero` sees only the
 * sum of a batch's changes. The guard also fails when one of several requests that change an account settles a debt, because
 * the sequence of the settlement must directly follow that of its credit, and another request of the batch may already have
 * that sequence.
 */
const returnChangesSql = (guardFailed: string) => `
  account_changes as materialized (
    (select request_index, account, currency, delta_minor, balance_minor, sequence from changes_made
      where case when account = 'owed' or balance_minor >= 0 then true else ${guardFailed} end
      order by change_index)
    union all
    select request_index, account, currency, delta_minor, balance_minor, sequence from debts_settled
     where case when changes = 1 then true else ${guardFailed} end)`

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
  // With `locksAfterGuards`, `input` has a condition that holds its rows back until the guards of the earlier steps have
  // run. Every expression depends on `posting_requests`, so nothing is inserted or locked before.
  sql: ({ input, guardFailed }) => `
  posting_requests as materialized (select * from ${input}),
  ${insertPostingsSql},
  ${listChangesSql},
  ${sumChangesSql},
  ${updateAccountsSql},
  ${insertAccountsSql},
  ${attributeChangesSql},
  ${settleDebtsSql},
  ${returnChangesSql(guardFailed)}`,
  guardRaises: true,
  onGuardFailed: InsufficientFunds,
  constraints: { never_below_zero: 'guard' },
  returns: rowType<AccountChange>(),
})
