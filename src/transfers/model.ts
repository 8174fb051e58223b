// Pure rules and calculations about one transfer.

import { decimalNumber } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { type Money, money } from '../kernel/money.ts'
import type { Settings } from '../kernel/settings.ts'
import { isUuid, toSecond } from '../kernel/wire.ts'
import {
  type Journal,
  type RefundDestination,
  type Terms,
  transferConverted,
  transferRateDifference,
} from '../ledger/index.ts'
import type { QuoteFunding } from '../quotes/index.ts'
import type { IssueType, ShownTransfer, TransferChange, TransferKey, TransferRow } from './row.ts'
import { type TransferStatus, transferStates } from './states.ts'

/** The text that explains an issue to the sender, also where only the recipient can resolve it. */
export const issueDescriptions: Readonly<Record<IssueType, string>> = {
  profile_not_verified: 'The sending profile is not verified yet.',
  deposit_amount_less_invoice: 'Less money arrived than the transfer costs.',
  recipient_details_missing: 'The recipient has not given bank details yet.',
}

/** The issues that are left when the whole amount has arrived, by any method. */
export function issuesOncePaid(activeIssues: readonly IssueType[]): readonly IssueType[] {
  return activeIssues.filter((issue) => issue !== 'deposit_amount_less_invoice')
}

/** The context that a move needs besides the transfer. */
export type MoveContext = { readonly now: Temporal.Instant; readonly settings: Settings }

/**
 * The key by which a client's own id is looked up. A UUID is the same in upper and lower case; any other text is
 * case-sensitive.
 */
export function customerTransactionKey(id: string): TransferKey {
  return { name: 'customerTransactionId', value: isUuid(id) ? id.toLowerCase() : id }
}

/** The statuses that a list may be filtered by. Clients also send statuses of Facts 5.2 that no transfer ever has. */
export const listedStatuses: readonly string[] = [
  ...transferStates.states,
  'incoming_payment_initiated',
  'waiting_recipient_input_to_proceed',
  'charged_back',
  'unknown',
]

export function sourceOf({ sourceMinor, sourceCurrency }: TransferRow): Money {
  return money(sourceMinor, sourceCurrency)
}

export function targetOf({ targetMinor, targetCurrency }: TransferRow): Money {
  return money(targetMinor, targetCurrency)
}

export function termsOf(transfer: TransferRow): Terms {
  const { sourceCurrency, partnerApplicationId, partnerFeeMinor } = transfer
  return {
    source: sourceOf(transfer),
    fee: money(transfer.feeMinor, sourceCurrency),
    partner:
      partnerApplicationId === null || partnerFeeMinor === 0n
        ? undefined
        : { applicationId: partnerApplicationId, fee: money(partnerFeeMinor, sourceCurrency) },
    target: targetOf(transfer),
  }
}

/**
 * The exchange at the agreed terms, and the difference that pricing again made to the target amount: two
 * journals, because `listMoneyEntries` shows the difference separately.
 */
export function conversionJournals(
  transfer: TransferRow,
  { targetMinor }: Pick<TransferRow, 'targetMinor'>,
): Journal[] {
  const difference = { ...targetOf(transfer), minor: targetMinor - transfer.targetMinor }
  return [
    transferConverted(transfer.id, termsOf(transfer)),
    transferRateDifference(transfer.id, difference),
  ]
}

/** Whether the money goes to a balance of the profile: the recipient stands for the profile's own balances (D50). */
export function isForBalance({ payOut }: Pick<TransferRow, 'payOut'>): boolean {
  return payOut === 'BALANCE'
}

/**
 * Where a refund goes: where the money came from or, after a charge-back, the balance that `chargeBackMembers` has set.
 * `ensureRefundDestination` replaces a balance that is closed by now.
 */
export function refundDestinationOf({ paidBalanceId }: TransferRow): RefundDestination {
  return paidBalanceId === null ? { kind: 'bank' } : { kind: 'balance', balanceId: paidBalanceId }
}

/**
 * The recipient of a refund by pay-out, or null when the refund goes to the account that paid. Undefined when the refund
 * goes to a balance: then the refund recipient that the sender named does not count (D22).
 */
export function refundRecipientOf({
  paidBalanceId,
  sourceAccount,
}: TransferRow): Id<'recipient'> | null | undefined {
  return paidBalanceId === null ? sourceAccount : undefined
}

type RateLock = Pick<TransferRow, 'rateLockedUntil' | 'sourceCurrency' | 'targetCurrency'>

/**
 * Whether money booked at `now` is booked at the rate of that moment instead of the quote's (D12a).
 * Within one currency there is no rate.
 */
export function isRepriced(
  { rateLockedUntil, sourceCurrency, targetCurrency }: RateLock,
  now: Temporal.Instant,
): boolean {
  if (sourceCurrency === targetCurrency) return false
  return rateLockedUntil === null || isAfter(now, rateLockedUntil)
}

/** Returns the funding of the quote of a paid transfer: with the new terms, if the transfer was priced again (D92). */
export function quoteFunding(
  { quoteId, payIn, targetMinor }: TransferRow,
  { rate }: TransferChange,
): QuoteFunding {
  return { id: quoteId, booked: rate && { payIn, rate, targetMinor } }
}

/** The same fields as `findShownTransfer` reads, from a row that was read whole. */
export function shownOf(transfer: TransferRow): ShownTransfer {
  return {
    ...transfer,
    business: transfer.isBusiness ? transfer.profileId : null,
    convertedMinor: transfer.sourceMinor - transfer.feeMinor,
    rate: decimalNumber(transfer.rate),
    hasActiveIssues: transfer.activeIssues.length > 0,
    mayBePricedAgain: mayBePricedAgain(transfer),
    created: createdText(transfer.createdAt),
  }
}

// Facts 5.1: clients fail to parse any other form.
function createdText(at: Temporal.Instant): string {
  return toSecond(at).slice(0, -1).replace('T', ' ')
}

/**
 * Whether the end of the rate lock reprices the transfer: while it is unpaid, or until the exchange when an issue holds
 * its paid money or held it past the lock (`heldPastLock`). `mayBePricedAgainSql` in `store.ts` must agree.
 */
function mayBePricedAgain(transfer: TransferRow): boolean {
  const { status, activeIssues, heldPastLock, sourceCurrency, targetCurrency } = transfer
  if (sourceCurrency === targetCurrency) return false
  const isHeld = status === 'processing' && (activeIssues.length > 0 || heldPastLock)
  return isHeld || status === 'incoming_payment_waiting'
}

/** Whether replies show the rate and the target amount: not while the transfer will be priced again (D12a, D111a). */
export function hasRate(transfer: ShownTransfer, now: Temporal.Instant): boolean {
  return !transfer.mayBePricedAgain || !isRepriced(transfer, now)
}

/** Whether the time to pay is over. Does not depend on whether the sweep has run yet (D24). */
export function hasLapsed({ status, lapsesAt }: TransferRow, now: Temporal.Instant): boolean {
  const isWaiting = status === 'incoming_payment_waiting' && lapsesAt !== null
  return isWaiting && !isAfter(lapsesAt, now)
}

/** When the sandbox moves a transfer to its next status; null when it does not (D23). */
export function advancesAt(
  status: TransferStatus,
  now: Temporal.Instant,
  { autoAdvanceSeconds }: Settings,
): Temporal.Instant | null {
  const isMoving = status === 'processing' || status === 'funds_converted'
  return autoAdvanceSeconds !== undefined && isMoving
    ? now.add({ seconds: autoAdvanceSeconds })
    : null
}
