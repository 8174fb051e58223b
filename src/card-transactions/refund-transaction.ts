// Refunds a captured payment, in part or whole: a reversal after clearing, or a dispute (D71a, D84a). The refund is
// another transaction; the payment keeps its state, and its row adds up the refunds.

import { ensureStandardBalance, findBalance, recordEntries } from '../balances/index.ts'
import { type CardRow, findCardById } from '../cards/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import { type Decimal, decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { money, smallerMinor, toWire } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { endOf } from '../kernel/timer.ts'
import {
  cardRateDifference,
  cardRefunded,
  listPostings,
  post,
  type Terms,
} from '../ledger/index.ts'
import { midMarketRate, readRates, worthNow } from '../quotes/index.ts'
import { movementsOf } from './change-transaction.ts'
import {
  RefundAmount,
  ReversalAmount,
  TransactionNotFound,
  TransactionWrongStatus,
} from './errors.ts'
import { isExchange, refundTerms } from './model.ts'
import { type FollowUp, lockReferencedTransaction, readFollowUpAmount } from './read-follow-up.ts'
import { type DebitedTransaction, hasDebit, type TransactionRow } from './row.ts'
import {
  generateTransactionId,
  insertTransaction,
  lockTransaction,
  updateTransaction,
} from './store.ts'
import { cardRate } from './timers.ts'
import { transactionEvent } from './transaction-event.ts'

/**
 * Refunds all but the amount of the input, which stays captured; zero refunds all, and an amount that equals what is still
 * captured refunds nothing. Returns the payment as it was before the refund, which does not change its state. Refuses with
 * ReferenceNotFound, CardCurrencyMismatch, CardAmountInvalid, TransactionWrongStatus or ReversalAmount.
 */
export async function reverseCaptured(
  tx: Tx,
  card: CardRow,
  input: FollowUp,
): Promise<TransactionRow> {
  const before = await lockReferencedTransaction(tx, card, input.transactionId)
  const amount = readFollowUpAmount(input, before)
  if (before.state !== 'COMPLETED' || !hasDebit(before))
    return refuse(TransactionWrongStatus, { arguments: [before.state] })
  const refundableMinor = before.capturedMinor - before.refundedMinor
  if (amount.minor > refundableMinor) refuse(ReversalAmount, { arguments: [input.amount.value] })
  if (amount.minor === refundableMinor) return before
  await refund(tx, before, { card, refundMinor: refundableMinor - amount.minor, now: input.now })
  return before
}

type Refund = {
  readonly profileId: Id<'profile'>
  readonly transactionId: Id<'card-transaction'>
  /** In minor units of the transaction's currency; all that is captured and not refunded when absent. */
  readonly amountMinor?: bigint
  readonly now: Temporal.Instant
}

/**
 * Refunds a payment for a dispute, and returns the transaction of type REFUND. Refuses with TransactionNotFound,
 * TransactionWrongStatus or RefundAmount.
 */
export async function refundTransaction(
  tx: Tx,
  { profileId, transactionId, amountMinor, now }: Refund,
): Promise<TransactionRow> {
  const before = await lockTransaction(tx, profileId, transactionId)
  if (before === undefined) return refuse(TransactionNotFound, { arguments: [transactionId] })
  if (before.state !== 'COMPLETED' || before.type === 'REFUND' || !hasDebit(before))
    return refuse(TransactionWrongStatus, { arguments: [before.state] })
  const refundableMinor = before.capturedMinor - before.refundedMinor
  const refundMinor = amountMinor ?? refundableMinor
  if (refundMinor <= 0n || refundMinor > refundableMinor) {
    const amounts = [refundMinor, refundableMinor].map((minor) => money(minor, before.currency))
    refuse(RefundAmount, { arguments: amounts.map(toWire) })
  }
  const card = await findCardById(tx, profileId, before.cardId)
  if (card === undefined) throw new Error(`the card of transaction ${transactionId} is missing`)
  return refund(tx, before, { card, refundMinor, now })
}

async function refund(
  tx: Tx,
  before: DebitedTransaction,
  { card, refundMinor, now }: { card: CardRow; refundMinor: bigint; now: Temporal.Instant },
): Promise<TransactionRow> {
  const { profileId, debit } = before
  const terms = refundTerms(before, before, refundMinor)
  const withheldMinor = terms.source.minor - (await amountToReturnMinor(tx, before, terms, now))
  const id = await generateTransactionId(tx)
  const balanceId = await findOrOpenBalanceId(tx, before, now)
  const after: TransactionRow = {
    ...before,
    refundedMinor: before.refundedMinor + refundMinor,
    refundedFeeMinor: before.refundedFeeMinor + terms.fee.minor,
    refundedPartnerFeeMinor: before.refundedPartnerFeeMinor + (terms.partner?.fee.minor ?? 0n),
    updatedAt: now,
  }
  const refunded = newRefund(before, { id, balanceId, refundMinor, terms, withheldMinor }, now)
  const journals = [
    cardRefunded(id, balanceId, terms),
    cardRateDifference(id, balanceId, money(-withheldMinor, debit.currency)),
  ]
  const reference = `card-transaction:${id}`
  await tx.write(
    updateTransaction(before, after),
    post(profileId, journals, now),
    recordEntries({ profileId, reference, channel: 'CARD', now, currencies: [debit.currency] }),
    ...insertTransaction(refunded, transactionEvent(refunded, card, 'CAPTURE', now)),
  )
  return refunded
}

/**
 * The amount that the customer gets back, in minor units of the currency of the balance. For a day, and later while all
 * rates of the payment equal the current one, the refund has the price of the payment; otherwise it returns at most the
 * worth at the current rate (D111a).
 */
async function amountToReturnMinor(
  db: Reader,
  before: DebitedTransaction,
  { source, target }: Terms,
  now: Temporal.Instant,
): Promise<bigint> {
  const { debit, currency, pricedAt } = before
  if (!isExchange(before) || isAfter(endOf(cardRate, pricedAt), now)) return source.minor
  const currentRate = decimalText(await midMarketRate(db, debit.currency, currency, now))
  const rates = await ratesOf(db, before)
  if (rates.every((rate) => decimalText(rate) === currentRate)) return source.minor
  const worthMinor = await worthNow(db, target, { currency: debit.currency, now, rounding: 'down' })
  return smallerMinor(worthMinor, source.minor)
}

/**
 * The mid-market rates at which the payment was priced. A late capture prices the whole payment again. An earlier capture
 * beyond the hold has two rates: that of the authorisation, and that of the capture for the amount beyond the hold.
 */
async function ratesOf(db: Reader, before: DebitedTransaction): Promise<Decimal[]> {
  const { debit, currency, createdAt, pricedAt, capturedMinor, openMinor } = before
  const rateAt = async (at: Temporal.Instant) =>
    (await readRates(db, at)).cross(debit.currency, currency)
  // An authorisation sets `pricedAt` to its time, which is never after `createdAt`. Only a late capture sets `pricedAt` again.
  const isPricedAgain = isAfter(pricedAt, createdAt)
  if (isPricedAgain) return [await rateAt(pricedAt)]
  const authorised = decimal(debit.rate)
  // Without the second rate, a refund would return the old price of the amount beyond the hold although the currency has fallen.
  const isBeyondHold = capturedMinor > openMinor
  return isBeyondHold ? [authorised, await rateAt(await findCaptureTime(db, before))] : [authorised]
}

/** Reads the time of the capture from its journal, because the row of a payment does not store this time. */
async function findCaptureTime(
  db: Reader,
  { profileId, id }: DebitedTransaction,
): Promise<Temporal.Instant> {
  const postings = await listPostings(db, profileId, `card-transaction:${id}`)
  const captured = postings.find(({ journal }) => journal === 'card-captured')
  if (captured === undefined) throw new Error(`the capture of transaction ${id} is missing`)
  return captured.postedAt
}

/**
 * The id of the balance that paid; when that balance is closed, of the STANDARD balance of its currency, which is opened if
 * the profile has none.
 */
async function findOrOpenBalanceId(
  tx: Tx,
  { profileId, debit }: DebitedTransaction,
  now: Temporal.Instant,
): Promise<Id<'balance'>> {
  const balance = await findBalance(tx, profileId, debit.balanceId)
  if (balance?.state === 'OPEN') return balance.id
  return (await ensureStandardBalance(tx, profileId, debit.currency, now)).id
}

type NewRefund = {
  readonly id: Id<'card-transaction'>
  readonly balanceId: Id<'balance'>
  readonly refundMinor: bigint
  readonly terms: Terms
  /** The amount by which the refund is smaller because the rate has changed. */
  readonly withheldMinor: bigint
}

function newRefund(
  original: DebitedTransaction,
  { id, balanceId, refundMinor, terms, withheldMinor }: NewRefund,
  now: Temporal.Instant,
): TransactionRow {
  const creditMinor = terms.source.minor - withheldMinor
  const noDebit = { debitMinor: 0n, feeMinor: 0n, partnerFeeMinor: 0n, partnerApplicationId: null }
  return {
    ...original,
    id,
    type: 'REFUND',
    amountMinor: refundMinor,
    openMinor: 0n,
    capturedMinor: refundMinor,
    refundedMinor: 0n,
    isAmountConfirmed: true,
    debit: { ...original.debit, ...noDebit, balanceId },
    costMinor: 0n,
    capturedFeeMinor: 0n,
    capturedPartnerFeeMinor: 0n,
    refundedFeeMinor: 0n,
    refundedPartnerFeeMinor: 0n,
    rateDifferenceMinor: -withheldMinor,
    creditMinor,
    originalId: original.id,
    authorisedUsageMinor: 0n,
    countedUsageMinor: 0n,
    balanceTransactionId: null,
    movements: movementsOf(balanceId, creditMinor, now),
    eventCount: 1,
    lapsesAt: now,
    lapsedAt: null,
    createdAt: now,
    updatedAt: now,
  }
}
