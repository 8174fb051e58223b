// Makes the write step that moves money. The only other code that moves money is `settle_debt`, a database function that
// this step calls when a balance is credited. The step inserts the postings of its journals into history, locks the
// customers' accounts of each write in one fixed order, and changes the balances of these accounts.

import type { Failure, WriteStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import { MINOR_MAX } from '../kernel/money.ts'
import { deltasOf } from './deltas.ts'
import { InsufficientFunds } from './errors.ts'
import type { Journal, Posting } from './journals.ts'
import { type AccountChange, postStep } from './post-store.ts'

/**
 * The write step that posts journals of one profile. When an account other than `owed` would fall below zero, the write step
 * refuses with `onInsufficientFunds`, or the use case is retried if that is 'retry'. Later steps of the same write may read
 * the changes (`postStep`).
 */
export function post(
  profileId: Id<'profile'>,
  journals: Journal | readonly Journal[],
  now: Temporal.Instant,
  onInsufficientFunds: Failure = InsufficientFunds,
): WriteStep<AccountChange> {
  const postings = postingsOf('name' in journals ? [journals] : journals)
  const deltas = deltasOf(postings)
  return postStep(
    {
      profileId,
      postedAt: now,
      accounts: deltas.map(({ account }) => account),
      currencies: deltas.map(({ currency }) => currency),
      deltas: deltas.map(({ deltaMinor }) => deltaMinor),
      journals: postings.map(({ journal }) => journal),
      postingReferences: postings.map(({ reference }) => reference),
      fromAccounts: postings.map(({ from }) => from),
      toAccounts: postings.map(({ to }) => to),
      postingCurrencies: postings.map(({ amount }) => amount.currency),
      amounts: postings.map(({ amount }) => amount.minor),
    },
    onInsufficientFunds,
  )
}

type JournalPosting = Posting & { readonly journal: string; readonly reference: string }

function postingsOf(journals: readonly Journal[]): JournalPosting[] {
  const all = journals.flatMap(({ name, reference, postings }) =>
    postings.map((posting) => ({ ...posting, journal: name, reference })),
  )
  for (const { amount } of all)
    if (amount.minor <= 0n || amount.minor > MINOR_MAX)
      throw new RangeError(`a posting must be positive and in range: ${amount.minor}`)
  return all
}
