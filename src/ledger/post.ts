// The only door through which money moves. A journal becomes one part of a write: it locks the
// customers' accounts it touches in one fixed order, moves their balances, and writes its postings
// into history. Amounts on one account are summed first, because a row that is updated twice in one
// statement keeps one change.

import type { Id } from '../kernel/ids.ts'
import { MINOR_MAX } from '../kernel/money.ts'
import { type Part, part } from '../kernel/part.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { InsufficientFunds } from './errors.ts'
import { type Account, isGuarded, type Journal } from './journals.ts'

/** What a journal did to one customer's account; `step` counts the changes of that account. */
export type Stepped = {
  account: string
  currency: string
  deltaMinor: bigint
  balanceMinor: bigint
  step: number
}

// Credits are an upsert, because money in flight opens its account by arriving there. Debits are an
// update: an upsert would check the proposed negative row before it looks for the old one.
const posted = part<Stepped>({
  name: 'stepped',
  text: `deltas as materialized (
    select d.account, d.currency, d.delta
      from unnest($2::text[], $3::text[], $4::numeric[]) as d (account, currency, delta)),
  locked as materialized (
    select a.account
      from ledger_accounts a join deltas d on d.account = a.account and d.currency = a.currency
     where a.profile_id = $1 and after_guards
     order by a.account, a.currency
       for no key update of a),
  debited as (
    update ledger_accounts a set balance = a.balance + d.delta, step = a.step + 1
      from deltas d
     where a.profile_id = $1 and a.account = d.account and a.currency = d.currency and d.delta < 0
       and (select count(*) from locked) >= 0
    returning a.account, a.currency, d.delta, a.balance, a.step),
  credited as (
    insert into ledger_accounts as a (profile_id, account, currency, balance, step)
    select $1, d.account, d.currency, d.delta, 1
      from deltas d
     where d.delta > 0 and (select count(*) from locked) >= 0
     order by d.account, d.currency
        on conflict (profile_id, account, currency)
        do update set balance = a.balance + excluded.balance, step = a.step + 1
    returning a.account, a.currency, a.balance, a.step),
  stepped as (
    select account, currency, delta as delta_minor, balance as balance_minor, step from debited
    union all
    select c.account, c.currency, d.delta, c.balance, c.step
      from credited c join deltas d on d.account = c.account and d.currency = c.currency),
  posted as (
    insert into ledger_postings
      (profile_id, journal, reference, from_account, to_account, currency, amount, posted_at)
    select $1, p.journal, p.reference, p.from_account, p.to_account, p.currency, p.amount, $11
      from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::numeric[])
        as p (journal, reference, from_account, to_account, currency, amount)
    returning id)`,
  guard: { rows: 'cardinality($2::text[])', lost: InsufficientFunds },
  constraints: { never_below_zero: InsufficientFunds },
})

/**
 * The part of a write that posts journals of one profile. Refuses with `insufficient` (default
 * InsufficientFunds) when an account would fall below zero. Other parts may read `stepped`.
 */
export function post(
  profileId: Id<'profile'>,
  journals: Journal | readonly Journal[],
  now: Temporal.Instant,
  insufficient: ErrorKind = InsufficientFunds,
): Part<Stepped> {
  const rows = rowsOf(Array.isArray(journals) ? journals : [journals as Journal])
  const deltas = deltasOf(rows)
  const filled = posted(
    [
      profileId,
      deltas.map(({ account }) => account),
      deltas.map(({ currency }) => currency),
      deltas.map(({ deltaMinor }) => deltaMinor.toString()),
      rows.map(({ journal }) => journal),
      rows.map(({ reference }) => reference),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      rows.map(({ amount }) => amount.currency),
      rows.map(({ amount }) => amount.minor.toString()),
      now.toString(),
    ],
    insufficient,
  )
  return { ...filled, constraints: { never_below_zero: insufficient } }
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

type Delta = { account: Account; currency: string; deltaMinor: bigint }

function deltasOf(rows: readonly Row[]): Delta[] {
  const deltas = new Map<string, Delta>()
  const add = (account: Account, currency: string, minor: bigint) => {
    if (!isGuarded(account)) return
    const key = `${account} ${currency}`
    const { deltaMinor } = deltas.get(key) ?? { deltaMinor: 0n }
    deltas.set(key, { account, currency, deltaMinor: deltaMinor + minor })
  }
  for (const { from, to, amount } of rows) {
    add(from, amount.currency, -amount.minor)
    add(to, amount.currency, amount.minor)
  }
  return [...deltas.values()].filter(({ deltaMinor }) => deltaMinor !== 0n)
}
