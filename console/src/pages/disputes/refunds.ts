// A payment with its refunds, which are other transactions of the card, and the postings of all.

import { type CardTransaction, each, type Godwit, type LedgerPosting } from '@godwit/sdk'

export type Transaction = CardTransaction

type Money = {
  /** The payment, then its refunds. */
  readonly transactions: readonly Transaction[]
  readonly postings: readonly LedgerPosting[]
}

const PAGE_SIZE = 100

export async function listWithRefunds(
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
    transactions.map(({ id }) => listPostings(godwit, profileId, id)),
  )
  return { transactions, postings: postings.flat() }
}

/** Oldest first. The list has the newest first, and a refund is newer than its payment. */
async function listRefunds(
  godwit: Godwit,
  profileId: number,
  { id, cardToken }: Transaction,
): Promise<Transaction[]> {
  const refunds: Transaction[] = []
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

async function listPostings(godwit: Godwit, profileId: number, id: string) {
  const postings: LedgerPosting[] = []
  const pages = each(godwit.ledger.listLedgerPostings, {
    path: { profileId },
    query: { reference: `card-transaction:${id}`, size: 200 },
  })
  for await (const posting of pages) postings.push(posting)
  return postings
}
