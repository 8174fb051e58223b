// Authorises a card payment, or declines it: a decline is a transaction too, not a refusal (D39, D67). An approval is one
// statement: it holds the cost of the payment and counts the amount in the limits of the card. The use case is retried when
// the card, its usage, the balance or the debt of the profile changes meanwhile.

import { recordEntries } from '../balances/index.ts'
import {
  CardNotFound,
  type CardWithUsage,
  findCardWithUsage,
  isPanOf,
  requireCardUnchanged,
} from '../cards/index.ts'
import { isCurrency } from '../corridors/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Money, money, parseMoney } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { endOf } from '../kernel/timer.ts'
import { cardAuthorised, post, requireNoDebt } from '../ledger/index.ts'
import { worthNow } from '../quotes/index.ts'
import { movementsOf } from './change-transaction.ts'
import { choosePayer } from './choose-payer.ts'
import { type Decline, findCardDecline, type Terminal } from './decline.ts'
import { CardAmountInvalid, CardCurrencyUnknown, PanInvalid } from './errors.ts'
import { findFunds } from './funds-store.ts'
import { isPreAuthorisingCategory, typeOfCategory } from './merchant-categories.ts'
import type { Debit } from './model.ts'
import type { Merchant, TransactionRow, TransactionType } from './row.ts'
import { cardTransactionStates } from './states.ts'
import { insertAuthorisedTransaction, insertTransaction } from './store.ts'
import { cardHold, preAuthorisedHold } from './timers.ts'
import { transactionEvent } from './transaction-event.ts'

type Authorisation = {
  readonly profileId: Id<'profile'>
  readonly cardToken: string
  readonly pan: string
  /** Major units, as decimal text. */
  readonly amount: { readonly value: string; readonly currency: string }
  readonly terminal: Terminal
  readonly merchant: Merchant
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
}

/** The approved or declined transaction, and its card. */
type AuthorisationResult = {
  readonly transaction: TransactionRow
  readonly card: CardWithUsage
}

/** Every error of an authorisation. */
export const authorisationErrors = [
  CardNotFound,
  PanInvalid,
  CardCurrencyUnknown,
  CardAmountInvalid,
] as const

/** Approves the payment, or declines it with the first reason that applies. Refuses with `authorisationErrors`. */
export async function authorisePayment(tx: Tx, input: Authorisation): Promise<AuthorisationResult> {
  const { profileId, cardToken, pan, terminal, now } = input
  // Both lookups are sent at once, although a refusal does not need the funds: an authorisation then waits for the
  // database once and not twice.
  const [card, { transactionId, ...funds }] = await Promise.all([
    findCardWithUsage(tx, profileId, cardToken, now),
    findFunds(tx, profileId),
  ])
  if (card === undefined) return refuse(CardNotFound, { arguments: [cardToken] })
  if (!(await isPanOf(tx, card, pan))) refuse(PanInvalid)
  const amount = readAmount(input.amount)
  const usageMinor = await worthNow(tx, amount, {
    currency: card.currency,
    now,
    rounding: 'half_up',
  })

  const decision =
    findCardDecline(card, terminal, usageMinor, now) ??
    (await choosePayer(tx, { card, funds, amount, now }))
  const context = { id: transactionId, card, amount, usageMinor }
  if ('reason' in decision) return decline(tx, input, context, decision)
  return approve(tx, input, context, decision.debit)
}

/** Reads an amount of zero or more that is exact in its currency. */
function readAmount({ value, currency }: Authorisation['amount']): Money {
  if (!isCurrency(currency)) return refuse(CardCurrencyUnknown, { arguments: [currency] })
  const amount = parseMoney(value, currency)
  if (amount === undefined || amount.minor < 0n)
    return refuse(CardAmountInvalid, { arguments: [value, currency] })
  return amount
}

type Context = {
  readonly id: Id<'card-transaction'>
  readonly card: CardWithUsage
  readonly amount: Money
  /** The amount in minor units of the card's currency, which counts in the limits of the card. */
  readonly usageMinor: bigint
}

async function decline(
  tx: Tx,
  input: Authorisation,
  context: Context,
  { reason, detailedReason }: Decline,
): Promise<AuthorisationResult> {
  const { card } = context
  const transaction: TransactionRow = {
    ...newTransaction(input, context, null),
    state: cardTransactionStates.moves.decline.to,
    declineReason: reason,
    detailedDeclineReason: detailedReason ?? null,
    openMinor: 0n,
    approvalCode: null,
  }
  const event = transactionEvent(transaction, card, 'AUTH', input.now)
  await tx.write(...insertTransaction(transaction, event))
  return { transaction, card }
}

async function approve(
  tx: Tx,
  input: Authorisation,
  context: Context,
  debit: Debit | null,
): Promise<AuthorisationResult> {
  const { now, profileId } = input
  const { id, card } = context
  const transaction = newTransaction(input, context, debit)
  const event = transactionEvent(transaction, card, 'AUTH', now)
  if (debit === null) {
    await tx.write(requireCardUnchanged(card), ...insertTransaction(transaction, event))
    return { transaction, card }
  }
  const held = money(debit.debitMinor, debit.currency)
  const journal = cardAuthorised(id, debit.balanceId, held)
  const { reference } = journal
  await tx.write(
    requireCardUnchanged(card),
    requireNoDebt(profileId, 'retry'),
    post(profileId, journal, now, 'retry'),
    recordEntries({ profileId, reference, channel: 'CARD', now, currencies: [debit.currency] }),
    ...insertAuthorisedTransaction(card, transaction, event),
  )
  return { transaction, card }
}

function newTransaction(
  { profileId, terminal, merchant, now, random }: Authorisation,
  { id, card, amount, usageMinor }: Context,
  debit: Debit | null,
): TransactionRow {
  const isPreAuthorisation = isPreAuthorisingCategory(merchant.category)
  return {
    profileId,
    id,
    cardId: card.id,
    type: typeOf(terminal, merchant),
    state: cardTransactionStates.initial,
    declineReason: null,
    detailedDeclineReason: null,
    currency: amount.currency,
    amountMinor: amount.minor,
    openMinor: amount.minor,
    capturedMinor: 0n,
    refundedMinor: 0n,
    pos: terminal.pos,
    isAmountConfirmed: !isPreAuthorisation,
    merchant,
    approvalCode: generateApprovalCode(random),
    debit,
    heldMinor: debit?.debitMinor ?? 0n,
    costMinor: 0n,
    capturedFeeMinor: 0n,
    capturedPartnerFeeMinor: 0n,
    refundedFeeMinor: 0n,
    refundedPartnerFeeMinor: 0n,
    rateDifferenceMinor: 0n,
    creditMinor: null,
    originalId: null,
    authorisedUsageMinor: debit === null ? 0n : usageMinor,
    countedUsageMinor: debit === null ? 0n : usageMinor,
    balanceTransactionId: null,
    movements: debit === null ? [] : movementsOf(debit.balanceId, -debit.debitMinor, now),
    eventCount: 1,
    lapsesAt: endOf(isPreAuthorisation ? preAuthorisedHold : cardHold, now),
    lapsedAt: null,
    pricedAt: now,
    createdAt: now,
    updatedAt: now,
  }
}

function typeOf({ pos, isCashWithdrawal }: Terminal, { category }: Merchant): TransactionType {
  if (isCashWithdrawal) return 'CASH_WITHDRAWAL'
  return typeOfCategory(category) ?? (pos === 'E_COMMERCE' ? 'ECOM_PURCHASE' : 'POS_PURCHASE')
}

/** In characters, as in authorisation messages (ISO 8583). */
const APPROVAL_CODE_LENGTH = 6

function generateApprovalCode(random: { uuid(): string }): string {
  return random.uuid().replaceAll('-', '').slice(0, APPROVAL_CODE_LENGTH).toUpperCase()
}
