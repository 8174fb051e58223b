// The only door through which money moves. A journal becomes one part of a write: it locks the
// customers' accounts it touches in one fixed order, moves their balances, and writes its postings
// into history. Amounts on one account are summed first, because a row that is updated twice in one
// statement keeps one change.

import type { Id } from '../kernel/ids.ts'
import { MINOR_MAX } from '../kernel/money.ts'
import { type Part, part } from '../kernel/part.ts'
import type { ErrorKind } from '../kernel/refusal.ts'
import { InsufficientFunds } from './errors.ts'
import { type Account, guardRank, type Journal } from './journals.ts'

/**
 * What a journal did to one customer's account; `step` counts the changes of that account. A balance
 * whose credit settles a debt has two: the credit, and what the debt took of it.
 */
export type Stepped = {
  account: string
  currency: string
  deltaMinor: bigint
  balanceMinor: bigint
  step: number
}

const posted = part({
  name: 'stepped',
  takes: {
    profileId: 'bigint',
    postedAt: 'timestamptz',
    accounts: 'text[]',
    currencies: 'text[]',
    deltas: 'numeric[]',
    journals: 'text[]',
    subjects: 'text[]',
    sources: 'text[]',
    targets: 'text[]',
    units: 'text[]',
    amounts: 'numeric[]',
  },
  text: `stepped as materialized (
    select asked.place, s.account, s.currency, s.delta_minor, s.balance_minor, s.step
      from asked,
           ledger_post(asked.profile_id, asked.posted_at, asked.accounts, asked.currencies,
                       asked.deltas, asked.journals, asked.subjects, asked.sources, asked.targets,
                       asked.units, asked.amounts) s
     where after_guards)`,
  guard: { rows: 'any', lost: InsufficientFunds },
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
    {
      profileId,
      postedAt: now,
      accounts: deltas.map(({ account }) => account),
      currencies: deltas.map(({ currency }) => currency),
      deltas: deltas.map(({ deltaMinor }) => deltaMinor),
      journals: rows.map(({ journal }) => journal),
      subjects: rows.map(({ reference }) => reference),
      sources: rows.map(({ from }) => from),
      targets: rows.map(({ to }) => to),
      units: rows.map(({ amount }) => amount.currency),
      amounts: rows.map(({ amount }) => amount.minor),
    },
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

// One fixed order for everybody, so that two postings never wait on each other in a circle: that of
// `lockAvailable` too.
function byAccount(a: Delta, b: Delta): number {
  return a.rank - b.rank || a.number - b.number || (a.currency < b.currency ? -1 : 1)
}

function numberOf(account: Account): number {
  return Number(account.slice(account.indexOf(':') + 1)) || 0
}
