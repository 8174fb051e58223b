// How card payments move money. All open authorisations of a balance share the account `held:<balance>`; the column `held` of
// `card_transactions` has the part of each transaction.

import type { Id } from '../kernel/ids.ts'
import { largerMinor, type Money } from '../kernel/money.ts'
import { available, held } from './accounts.ts'
import { type Journal, journal, reverse, sale, type Terms } from './journals.ts'

type TransactionId = Id<'card-transaction'>

function referenceOf(transactionId: TransactionId): string {
  return `card-transaction:${transactionId}`
}

export function cardAuthorised(
  transactionId: TransactionId,
  balanceId: Id<'balance'>,
  debit: Money,
): Journal {
  return journal('card-authorised', referenceOf(transactionId), [
    { from: available(balanceId), to: held(balanceId), amount: debit },
  ])
}

export function cardReleased(
  transactionId: TransactionId,
  balanceId: Id<'balance'>,
  amount: Money,
): Journal {
  return journal('card-released', referenceOf(transactionId), [
    { from: held(balanceId), to: available(balanceId), amount },
  ])
}

/**
 * The costs of one capture and the sources of its money. `terms.source` is the cost of the capture, in the currency of
 * the balance; `terms.target` is the amount that the card network gets. Within one currency both amounts are equal, and there
 * is no fee.
 */
export type Capture = {
  readonly terms: Terms
  /** The amount that the transaction holds, in the currency of the balance. The capture returns an unneeded part. */
  readonly heldMinor: bigint
  /**
   * The part of the cost that neither the hold nor the balance covers, so the profile owes it; in the currency of the
   * balance.
   */
  readonly owedMinor: bigint
}

export function cardCaptured(
  transactionId: TransactionId,
  balanceId: Id<'balance'>,
  { terms, heldMinor, owedMinor }: Capture,
): Journal {
  const onHold = held(balanceId)
  const { minor: debitMinor, currency } = terms.source
  const missingMinor = largerMinor(debitMinor - heldMinor, 0n)
  const unneededMinor = largerMinor(heldMinor - debitMinor, 0n)
  return journal('card-captured', referenceOf(transactionId), [
    {
      from: available(balanceId),
      to: onHold,
      amount: { minor: missingMinor - owedMinor, currency },
    },
    { from: 'owed', to: onHold, amount: { minor: owedMinor, currency } },
    ...(isExchange(terms)
      ? [
          ...sale(onHold, terms),
          { from: 'desk', to: 'card-network', amount: terms.target } as const,
        ]
      : [{ from: onHold, to: 'card-network', amount: terms.source } as const]),
    { from: onHold, to: available(balanceId), amount: { minor: unneededMinor, currency } },
  ])
}

/**
 * A positive difference is credited to the balance, a negative one is debited. The balance does not cover `owedMinor` of a
 * debit, so the profile owes this part. Without a difference the journal has no postings.
 */
export function cardRateDifference(
  transactionId: TransactionId,
  balanceId: Id<'balance'>,
  { minor, currency }: Money,
  owedMinor = 0n,
): Journal {
  const inBalance = available(balanceId)
  return journal(
    'card-rate-difference',
    referenceOf(transactionId),
    minor < 0n
      ? [
          { from: inBalance, to: 'desk', amount: { minor: -minor - owedMinor, currency } },
          { from: 'owed', to: 'desk', amount: { minor: owedMinor, currency } },
        ]
      : [{ from: 'desk', to: inBalance, amount: { minor, currency } }],
  )
}

/**
 * `terms` is the part of the payment that is refunded: `terms.target` comes back from the card network, and `terms.source`,
 * the fee included, returns to the balance.
 */
export function cardRefunded(
  transactionId: TransactionId,
  balanceId: Id<'balance'>,
  terms: Terms,
): Journal {
  const inBalance = available(balanceId)
  return journal(
    'card-refunded',
    referenceOf(transactionId),
    isExchange(terms)
      ? [
          { from: 'card-network', to: 'desk', amount: terms.target },
          ...reverse(sale(inBalance, terms)),
        ]
      : [{ from: 'card-network', to: inBalance, amount: terms.source }],
  )
}

function isExchange({ source, target }: Terms): boolean {
  return source.currency !== target.currency
}
