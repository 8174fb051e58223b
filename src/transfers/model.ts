// Rules of a transfer that need nothing but their arguments.

import { type Decimal, decimalNumber } from '../kernel/decimal.ts'
import { type Money, money } from '../kernel/money.ts'
import type { Purse, Terms } from '../ledger/index.ts'
import type { TransferRow } from './store.ts'

/** The issues that can hold a transfer up (D22a). */
export const activeCases = [
  'profile_not_verified',
  'deposit_amount_less_invoice',
  'recipient_details_missing',
] as const
export type ActiveCase = (typeof activeCases)[number]

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

/** Where the money returns to when its balance is still open; the caller replaces a closed one. */
export function purseOf({ paidBalanceId }: TransferRow): Purse {
  return paidBalanceId === null ? { kind: 'bank' } : { kind: 'balance', balanceId: paidBalanceId }
}

/**
 * Whether money booked at `now` is booked at the rate of that moment instead of the quote's (D12a).
 */
export function isRepriced({ rateLockedUntil }: TransferRow, now: Temporal.Instant): boolean {
  return rateLockedUntil === null || Temporal.Instant.compare(now, rateLockedUntil) > 0
}

/** Unfunded and past its lock, a transfer has no rate to show: it shows zero (D12a). */
export function shownRate(transfer: TransferRow, now: Temporal.Instant): Decimal | undefined {
  const unpaid = transfer.status === 'incoming_payment_waiting'
  return unpaid && isRepriced(transfer, now) ? undefined : transfer.rate
}

export function rateNumber(rate: Decimal | undefined): number {
  return rate === undefined ? 0 : decimalNumber(rate)
}

/** Whether the time to pay is over, whether or not the sweep has come by yet (D24). */
export function hasLapsed({ status, lapsesAt }: TransferRow, now: Temporal.Instant): boolean {
  const waits = status === 'incoming_payment_waiting' && lapsesAt !== null
  return waits && Temporal.Instant.compare(lapsesAt, now) <= 0
}
