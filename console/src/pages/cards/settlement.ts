// What a merchant can do with an authorised payment.

import type { CardTransaction, Godwit } from '@godwit/sdk'

type Name = 'simulateCardClearing' | 'simulateCardReversal' | 'simulateCardReversalPostClearing'

export type Settlement = {
  readonly operation: Name
  readonly button: string
  readonly label: string
  /** The initial value of the field. */
  readonly amount: (paid: number) => string
  /** Shown when it is done. */
  readonly done: string
}

const everything = (paid: number) => String(paid)
const nothing = () => '0'

const clear: Settlement = {
  operation: 'simulateCardClearing',
  button: 'Collect the money',
  label: 'Amount that the merchant collects',
  amount: everything,
  done: 'Collected.',
}
const reverse: Settlement = {
  operation: 'simulateCardReversal',
  button: 'Reverse',
  label: 'Amount that stays authorised',
  amount: nothing,
  done: 'Reversed.',
}
const refund: Settlement = {
  operation: 'simulateCardReversalPostClearing',
  button: 'Refund',
  label: 'Amount that stays captured',
  amount: nothing,
  done: 'Refunded. The refund is listed as another transaction of the card.',
}

export function settlementsOf({ type, state }: CardTransaction): readonly Settlement[] {
  if (type === 'REFUND') return []
  if (state === 'IN_PROGRESS') return [clear, reverse]
  if (state === 'COMPLETED') return [refund]
  // The merchant may collect late, after the hold has ended.
  return state === 'CANCELLED' ? [clear] : []
}

const RETRIEVAL_DIGITS = 12
const STAN_DIGITS = 6

/** Sends what the terminal has of its authorisation: two numbers that follow from the id. */
export async function settle(
  godwit: Godwit,
  profileId: number,
  { id, cardToken, transactionAmount: { currency } }: CardTransaction,
  { operation, amount }: { readonly operation: Name; readonly amount: string },
): Promise<void> {
  const retrievalReferenceNum = id.slice(-RETRIEVAL_DIGITS).padStart(RETRIEVAL_DIGITS, '0')
  await godwit.simulation[operation]({
    path: { profileId, cardToken },
    body: {
      // What is no number is sent as it is, so that the service explains it.
      amount: { value: amount as unknown as number, currency },
      ref: {
        transaction: { stan: retrievalReferenceNum.slice(-STAN_DIGITS), retrievalReferenceNum },
      },
    },
  })
}
