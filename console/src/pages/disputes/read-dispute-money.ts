// Reads a payment with its refunds, which are separate transactions of the card, and the postings of these transactions.

import { type CardTransaction, each, type Godwit, type LedgerPosting } from '@godwit/sdk'
import { listPostings } from '../../money/list-postings.ts'

type Money = {
  /** The payment, then its refunds. */
  readonly transactions: readonly CardTransaction[]
  readonly postings: readonly LedgerPosting[]
}

/** The largest page of the API. */
const PAGE_SIZE = 100

export async function readDisputeMoney(
  godwit: Godwit,
  profileId: number,
  transactionId: number,
): Promise<Money> {
  const payment = await godwit.cardTransactions.getCardTransaction({
    path: { profileId, transactionId },
  })
  const refunds = await listRefunds(godwit, profileId, payment)
  const transactions = [payment, ...refunds]
  const postings = await Promise.all(
    transactions.map(({ id }) => listPostings(godwit, profileId, `card-transaction:${id}`)),
  )
  return { transactions, postings: postings.flat() }
}

/**
 * The refunds of a payment, oldest first. The API lists the newest transactions first, and a refund is newer than its payment, so
 * the search ends at the payment.
 */
async function listRefunds(
  godwit: Godwit,
  profileId: number,
  { id, cardToken }: CardTransaction,
): Promise<CardTransaction[]> {
  const refunds: CardTransaction[] = []
  const all = each(godwit.cardTransactions.listCardTransactions, {
    path: { profileId, cardToken },
    query: { pageSize: PAGE_SIZE },
  })
  for await (const transaction of all) {
    if (transaction.id === id) break
    if (transaction.originalTransactionId === id) refunds.push(transaction)
  }
  return refunds.reverse()
}
