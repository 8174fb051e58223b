// Lists the payments for a transfer and its refunds (D21, D95). Refunds are read from the ledger's postings, so
// they cannot differ from the money that moved.

import type { Reader } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency, Money } from '../../kernel/money.ts'
import {
  balanceIdOf,
  inFlight,
  type JournalName,
  listPostings,
  type PostedRow,
} from '../../ledger/index.ts'
import { refundRecipientOf } from '../model.ts'
import type { PaymentMethod, TransferRow } from '../row.ts'
import { listPayments } from './store.ts'

export type MoneyEntry = {
  readonly type: 'PAYMENT' | 'REFUND'
  readonly id: number
  readonly method: PaymentMethod
  readonly amount: Money
  readonly at: Temporal.Instant
  /** The balance that paid, or that the refund went to. */
  readonly balanceId: Id<'balance'> | null
  /** The recipient that the refund went to. */
  readonly recipientId: Id<'recipient'> | null
  /** The change of the target amount, or of the refund, when paid money was priced again after the rate lock. */
  readonly rateDifference: Money | null
}

const refundJournals: readonly JournalName[] = ['transfer-refunded', 'transfer-cancelled']

/** Returns the payment, if there is one, and then the refunds, oldest first. */
export async function listMoneyEntries(db: Reader, transfer: TransferRow): Promise<MoneyEntry[]> {
  const [payments, postings] = await Promise.all([
    listPayments(db, transfer),
    listPostings(db, transfer.profileId, `transfer:${transfer.id}`),
  ])
  const paid = payments.map(
    ({ id, method, amountMinor, currency, balanceId, createdAt }): MoneyEntry => ({
      type: 'PAYMENT',
      id,
      method,
      amount: { minor: amountMinor, currency },
      at: createdAt,
      balanceId,
      recipientId: null,
      rateDifference: rateDifferenceIn(transfer.targetCurrency, transfer, postings),
    }),
  )
  const rateDifference = rateDifferenceIn(transfer.sourceCurrency, transfer, postings)
  const refunds = postings.flatMap((posting) => refundsOf(transfer, posting))
  return [...paid, ...refunds.map((refund) => ({ ...refund, rateDifference }))]
}

/** The exchange is priced again in the target currency, a refund in the source currency (D111a). */
function rateDifferenceIn(
  currency: Currency,
  { id }: TransferRow,
  postings: readonly PostedRow[],
): Money | null {
  const difference = postings.find(
    (posting) => posting.journal === 'transfer-rate-difference' && posting.currency === currency,
  )
  if (difference === undefined) return null
  const { from, amountMinor } = difference
  const isLoss = from === inFlight(id)
  return { minor: isLoss ? -amountMinor : amountMinor, currency }
}

/** One entry if the posting is a refund, which is money in flight that goes to a balance or leaves by pay-out. */
function refundsOf(
  transfer: TransferRow,
  posting: PostedRow,
): Omit<MoneyEntry, 'rateDifference'>[] {
  const { id, journal, from, to, amountMinor, currency, postedAt } = posting
  const balanceId = balanceIdOf(to)
  const isReturned = balanceId !== undefined || to === 'pay-out'
  if (!refundJournals.includes(journal) || from !== inFlight(transfer.id) || !isReturned) return []
  return [
    {
      type: 'REFUND',
      id,
      amount: { minor: amountMinor, currency },
      at: postedAt,
      method: balanceId === undefined ? 'BANK_TRANSFER' : 'BALANCE',
      balanceId: balanceId ?? null,
      recipientId: balanceId === undefined ? (refundRecipientOf(transfer) ?? null) : null,
    },
  ]
}
