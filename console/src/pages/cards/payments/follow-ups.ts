// The messages that a merchant sends after the authorisation of a payment: to collect the money, to reverse and to refund.

import type { CardTransaction, Godwit } from '@godwit/sdk'
import { lateClearing } from '../../../../../src/card-transactions/timers.ts'
import { DAY } from '../../../../../src/kernel/timer.ts'

type FollowUpOperation =
  | 'simulateCardClearing'
  | 'simulateCardReversal'
  | 'simulateCardReversalPostClearing'

export type FollowUp = {
  readonly operation: FollowUpOperation
  readonly buttonLabel: string
  readonly amountLabel: string
  readonly initialAmount: (authorised: number) => string
  /** Conditions under which the service accepts the move, beyond the state of the payment. */
  readonly description?: string
  /** Shown once the service has accepted the move. */
  readonly done: string
}

const wholeAmount = (authorised: number) => String(authorised)
const zeroAmount = () => '0'

const clear: FollowUp = {
  operation: 'simulateCardClearing',
  buttonLabel: 'Collect the money',
  amountLabel: 'Amount that the merchant collects',
  initialAmount: wholeAmount,
  done: 'Collected.',
}
const clearLate: FollowUp = {
  ...clear,
  description: `Possible for ${lateClearing.seconds / DAY} days after the hold has ended without a collection. The service refuses the collection when the merchant reversed the payment.`,
}
const reverse: FollowUp = {
  operation: 'simulateCardReversal',
  buttonLabel: 'Reverse',
  amountLabel: 'Amount that stays authorised',
  initialAmount: zeroAmount,
  done: 'Accepted. The details show the amount that stays authorised.',
}
const refund: FollowUp = {
  operation: 'simulateCardReversalPostClearing',
  buttonLabel: 'Refund',
  amountLabel: 'Amount that stays captured',
  initialAmount: zeroAmount,
  done: 'Accepted. A refund is listed as another transaction of the card.',
}

/** The moves of the merchant that the state of a payment allows. A refund allows no move. */
export function followUpsOf({ type, state }: CardTransaction): readonly FollowUp[] {
  if (type === 'REFUND') return []
  if (state === 'IN_PROGRESS') return [clear, reverse]
  if (state === 'COMPLETED') return [refund]
  // The reply about a cancelled payment does not say whether its hold ended or the merchant reversed it.
  return state === 'CANCELLED' ? [clearLate] : []
}

/** The retrieval reference number of ISO 8583. */
const RETRIEVAL_REFERENCE_DIGITS = 12
/** The system trace audit number (STAN) of ISO 8583. */
const STAN_DIGITS = 6

/**
 * Sends the message. A terminal refers to its authorisation by two numbers, which the service derives from the last twelve
 * digits of the id: the digits before them are the number of the cell (D128), which the profile in the path determines.
 */
export async function sendFollowUp(
  godwit: Godwit,
  profileId: number,
  { id, cardToken, transactionAmount: { currency } }: CardTransaction,
  { operation, amount }: { readonly operation: FollowUpOperation; readonly amount: string },
): Promise<void> {
  const retrievalReferenceNum = id
    .slice(-RETRIEVAL_REFERENCE_DIGITS)
    .padStart(RETRIEVAL_REFERENCE_DIGITS, '0')
  await godwit.simulation[operation]({
    path: { profileId, cardToken },
    body: {
      // Text that is not a number is sent too: the service explains what is wrong.
      amount: { value: amount as unknown as number, currency },
      ref: {
        transaction: { stan: retrievalReferenceNum.slice(-STAN_DIGITS), retrievalReferenceNum },
      },
    },
  })
}
