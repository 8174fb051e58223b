// Captures a card payment: the merchant collects the money (D71). An issuer cannot refuse this, so the profile owes what
// neither the hold nor the balance covers. The agreed rate applies for a day; later, and beyond the hold, the current rate
// applies (D111a).

import { type BalanceRow, findBalance, findStandardBalance } from '../balances/index.ts'
import type { CardRow } from '../cards/index.ts'
import { minimumExchangeFeeMinor } from '../corridors/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import { decimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { type Money, money } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { endOf } from '../kernel/timer.ts'
import {
  available,
  cardCaptured,
  cardRateDifference,
  lockAvailable,
  type Terms,
} from '../ledger/index.ts'
import { worthNow } from '../quotes/index.ts'
import { changeTransaction, movementsOf } from './change-transaction.ts'
import { deskOf } from './choose-payer.ts'
import { ClearingAmount, TransactionWrongStatus } from './errors.ts'
import {
  captureMaxMinor,
  captureTerms,
  divideCost,
  hasLapsed,
  holdMinor,
  isExchange,
  openUsageMinor,
} from './model.ts'
import { type FollowUp, lockReferencedTransaction, readFollowUpAmount } from './read-follow-up.ts'
import { lapsePayment } from './reverse-payment.ts'
import { type DebitedTransaction, hasDebit, type TransactionRow } from './row.ts'
import { cardTransactionStates } from './states.ts'
import { cardRate, lateClearing } from './timers.ts'

/**
 * Captures the payment that a clearing refers to; a repeated clearing of the same amount changes nothing. Refuses with
 * ReferenceNotFound, CardCurrencyMismatch, CardAmountInvalid, ClearingAmount or TransactionWrongStatus.
 */
export async function clearPayment(
  tx: Tx,
  card: CardRow,
  input: FollowUp,
): Promise<TransactionRow> {
  const { now } = input
  const found = await lockReferencedTransaction(tx, card, input.transactionId)
  const amount = readFollowUpAmount(input, found)
  if (amount.minor === 0n) refuse(ClearingAmount, { arguments: [input.amount.value] })
  if (found.state === 'COMPLETED' && amount.minor === found.capturedMinor) return found
  if (!hasDebit(found) || !isCapturable(found, now))
    return refuse(TransactionWrongStatus, { arguments: [found.state] })
  if (amount.minor > captureMaxMinor(found.amountMinor))
    refuse(ClearingAmount, { arguments: [input.amount.value] })
  // A clearing at the end of the hold is late, whether or not the sweep has run.
  const before = hasLapsed(found, now) ? await lapsePayment(tx, found, card, now) : found
  if (!hasDebit(before)) throw new Error('a released payment lost its debit')
  return capture(tx, before, { card, amount, now })
}

/**
 * Whether a payment can be captured: until its hold ends, and after that within the time for late clearings, whether or not the
 * sweep has run. A payment that was reversed or declined cannot be captured.
 */
function isCapturable(found: TransactionRow, now: Temporal.Instant): boolean {
  const moves = ['capture', 'captureLate'] as const
  if (moves.every((move) => next(cardTransactionStates, found.state, move) === undefined))
    return false
  if (found.state === 'IN_PROGRESS' && !hasLapsed(found, now)) return true
  const lapsedAt = hasLapsed(found, now) ? found.lapsesAt : found.lapsedAt
  return lapsedAt !== null && isAfter(endOf(lateClearing, lapsedAt), now)
}

/** The card, the amount that the merchant collects, and when. */
type Clearing = {
  readonly card: CardRow
  readonly amount: Money
  readonly now: Temporal.Instant
}

async function capture(
  tx: Tx,
  before: DebitedTransaction,
  clearing: Clearing,
): Promise<TransactionRow> {
  const { card, amount, now } = clearing
  const { profileId, id, debit, heldMinor } = before
  const payer = await findPayer(tx, profileId, before)
  const balanceId = payer?.id ?? debit.balanceId
  const availableMinor = payer ? await lockAvailableMinor(tx, profileId, payer.id) : 0n
  const { terms, costMinor, isRepriced } = await priceCapture(tx, before, clearing, payer)
  const division = divideCost(terms, costMinor, { heldMinor, availableMinor })
  const { owedMinor, owedDifferenceMinor, differenceMinor } = division
  const deltaMinor = heldMinor + owedMinor + owedDifferenceMinor - costMinor
  const changes = {
    state: cardTransactionStates.moves.capture.to,
    debit: { ...debit, balanceId },
    capturedMinor: amount.minor,
    heldMinor: 0n,
    costMinor,
    capturedFeeMinor: terms.fee.minor,
    capturedPartnerFeeMinor: terms.partner?.fee.minor ?? 0n,
    rateDifferenceMinor: differenceMinor,
    countedUsageMinor: await captureUsageMinor(tx, before, clearing),
    movements: [...before.movements, ...movementsOf(balanceId, deltaMinor, now)],
    pricedAt: isRepriced ? now : before.pricedAt,
  }
  const difference = money(differenceMinor, debit.currency)
  const journals = [
    cardCaptured(id, balanceId, { terms, heldMinor, owedMinor }),
    cardRateDifference(id, balanceId, difference, owedDifferenceMinor),
  ]
  return changeTransaction(tx, before, { changes, journals, step: 'CAPTURE', card, now })
}

/** The balance that paid; when that balance is closed, the STANDARD balance of its currency; undefined when neither is open. */
async function findPayer(
  db: Reader,
  profileId: Id<'profile'>,
  { debit }: DebitedTransaction,
): Promise<BalanceRow | undefined> {
  const balance = await findBalance(db, profileId, debit.balanceId)
  return balance?.state === 'OPEN' ? balance : findStandardBalance(db, profileId, debit.currency)
}

async function lockAvailableMinor(
  tx: Tx,
  profileId: Id<'profile'>,
  id: Id<'balance'>,
): Promise<bigint> {
  return (await lockAvailable(tx, profileId, [id])).get(available(id)) ?? 0n
}

type Price = {
  /** At the rate of the authorisation; at the current rate for a late capture that no balance pays. */
  readonly terms: Terms
  readonly costMinor: bigint
  readonly isRepriced: boolean
}

/**
 * Prices a capture. The current rate applies to a late capture and to the amount beyond the hold, unless this amount cannot be
 * exchanged at the current rate. Otherwise the rate of the authorisation applies.
 */
async function priceCapture(
  db: Reader,
  before: DebitedTransaction,
  { card, amount, now }: Clearing,
  payer: BalanceRow | undefined,
): Promise<Price> {
  const { debit, openMinor, currency, lapsedAt, pricedAt } = before
  const rate = { source: debit.currency, target: currency, rate: decimal(debit.rate) }
  const agreed = captureTerms(before, amount.minor, minimumExchangeFeeMinor(rate, debit.debitMinor))
  const atAgreedRate = { terms: agreed, costMinor: agreed.source.minor, isRepriced: false }
  if (!isExchange(before)) return atAgreedRate
  const isLate = lapsedAt !== null || !isAfter(endOf(cardRate, pricedAt), now)
  const beyondMinor = amount.minor - openMinor
  if (!isLate && beyondMinor <= 0n) return atAgreedRate
  const desk = await deskOf(db, card, now)
  const repricedAmount = isLate ? amount : money(beyondMinor, currency)
  const repriced = desk.buy(repricedAmount, debit.currency)?.terms
  if (repriced === undefined) return atAgreedRate
  if (!isLate)
    return { ...atAgreedRate, costMinor: holdMinor(before, openMinor) + repriced.source.minor }
  // Without a balance nothing can be given back, so the whole capture has the new price.
  const terms = payer === undefined ? repriced : agreed
  return { terms, costMinor: repriced.source.minor, isRepriced: true }
}

/**
 * Returns the amount that a capture counts in the limits of the card, in minor units of the card's currency: the authorised usage
 * of the amount within the hold, and the worth of the amount beyond the hold at the current mid-market rate.
 */
async function captureUsageMinor(
  db: Reader,
  { authorisedUsageMinor, amountMinor, openMinor, lapsedAt, currency }: DebitedTransaction,
  { card, amount: { minor }, now }: Clearing,
): Promise<bigint> {
  const countedMinor = lapsedAt === null ? openMinor : 0n
  if (minor <= countedMinor) return openUsageMinor(authorisedUsageMinor, minor, amountMinor)
  const beyond = money(minor - countedMinor, currency)
  const beyondMinor = await worthNow(db, beyond, {
    currency: card.currency,
    now,
    rounding: 'half_up',
  })
  return openUsageMinor(authorisedUsageMinor, countedMinor, amountMinor) + beyondMinor
}
