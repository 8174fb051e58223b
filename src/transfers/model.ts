// Rules of a transfer that need nothing but their arguments.

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
import type { TransferStatus } from './states.ts'

/** How an issue reads to the person who can resolve it. */
export const caseDescriptions: Readonly<Record<IssueType, string>> = {
  profile_not_verified: 'The sending profile is not verified yet.',
  deposit_amount_less_invoice: 'Less money arrived than the transfer costs.',
  recipient_details_missing: 'The recipient has not given bank details yet.',
}

/** Whatever way the money came: once it is there, it is not too little any more. */
export function casesOncePaid(activeIssues: readonly IssueType[]): readonly IssueType[] {
  return activeIssues.filter((held) => held !== 'deposit_amount_less_invoice')
}

/** A UUID is the same in either case; any other text is as it is. */
export function customerTransaction(id: string): TransferKey {
  return { name: 'customerTransactionId', value: isUuid(id) ? id.toLowerCase() : id }
}

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
 * The exchange of the money, and what repricing changed of its result, as two journals: the first
 * says what was agreed, the second what the difference is.
 */
export function conversionOf(
  transfer: TransferRow,
  { targetMinor }: Pick<TransferRow, 'targetMinor'>,
): Journal[] {
  const difference = { ...targetOf(transfer), minor: targetMinor - transfer.targetMinor }
  return [
    transferConverted(transfer.id, termsOf(transfer)),
    transferRateDifference(transfer.id, difference),
  ]
}

/** Where the money returns to when its balance is still open; the caller replaces a closed one. */
export function purseOf({ paidBalanceId }: TransferRow): RefundDestination {
  return paidBalanceId === null ? { kind: 'bank' } : { kind: 'balance', balanceId: paidBalanceId }
}

/**
 * Whom money that leaves by pay-out goes back to: the refund recipient, or null for the account that
 * it came from. Undefined when it goes back to a balance, whatever was named (D22).
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
 * Within one currency there is nothing to price anew.
 */
export function isRepriced(
  { rateLockedUntil, sourceCurrency, targetCurrency }: RateLock,
  now: Temporal.Instant,
): boolean {
  if (sourceCurrency === targetCurrency) return false
  return rateLockedUntil === null || isAfter(now, rateLockedUntil)
}

/** What the quote of a paid transfer has to show from now on, if it was priced again (D92). */
export function quoteFunding(
  { quoteId, payIn, targetMinor }: TransferRow,
  { rate }: TransferChange,
): QuoteFunding {
  return { id: quoteId, booked: rate && { payIn, rate, targetMinor } }
}

/** What of a transfer is shown. */
export function shownOf(transfer: TransferRow): ShownTransfer {
  return {
    ...transfer,
    business: transfer.business ? transfer.profileId : null,
    convertedMinor: transfer.sourceMinor - transfer.feeMinor,
    rate: decimalNumber(transfer.rate),
    hasActiveIssues: transfer.activeIssues.length > 0,
    mayBePricedAgain: mayBePricedAgain(transfer),
    created: createdText(transfer.createdAt),
  }
}

// Facts 5.1: clients fail on any other form than this one.
function createdText(at: Temporal.Instant): string {
  return toSecond(at).slice(0, -1).replace('T', ' ')
}

/** Not paid yet, or paid and held by a case: past its lock, such a transfer is priced again. */
function mayBePricedAgain(transfer: TransferRow): boolean {
  const { status, activeIssues, heldPastLock, sourceCurrency, targetCurrency } = transfer
  if (sourceCurrency === targetCurrency) return false
  const isHeld = status === 'processing' && (activeIssues.length > 0 || heldPastLock)
  return isHeld || status === 'incoming_payment_waiting'
}

/** A transfer that will be priced again has no rate to show (D12a, D111a). */
export function hasRate(transfer: ShownTransfer, now: Temporal.Instant): boolean {
  return !transfer.mayBePricedAgain || !isRepriced(transfer, now)
}

/** Whether the time to pay is over, whether or not the sweep has come by yet (D24). */
export function hasLapsed({ status, lapsesAt }: TransferRow, now: Temporal.Instant): boolean {
  const waits = status === 'incoming_payment_waiting' && lapsesAt !== null
  return waits && !isAfter(lapsesAt, now)
}

/** When a transfer of the sandbox moves on by itself, if it is to (D23). */
export function advancesAt(
  status: TransferStatus,
  now: Temporal.Instant,
  { autoAdvanceSeconds }: Settings,
): Temporal.Instant | null {
  const moving = status === 'processing' || status === 'funds_converted'
  return autoAdvanceSeconds !== undefined && moving
    ? now.add({ seconds: autoAdvanceSeconds })
    : null
}
