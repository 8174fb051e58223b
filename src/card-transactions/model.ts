// The arithmetic of card payments: the cost of captures, and the money that refunds return. The authorised amount has a
// price, the debit. At the rate of the authorisation, a capture is priced from these two (D71), so that half of the amount costs
// half of the debit.

import { divide } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { type Currency, largerMinor, money, smallerMinor } from '../kernel/money.ts'
import type { Terms } from '../ledger/index.ts'
import type { TransactionState } from './states.ts'

/** The price of the authorised amount, in minor units of the currency of the balance that pays. */
export type Debit = {
  readonly balanceId: Id<'balance'>
  readonly currency: Currency
  /** The whole price, the fee included. */
  readonly debitMinor: bigint
  /** The fee, the partner's share included. */
  readonly feeMinor: bigint
  readonly partnerFeeMinor: bigint
  readonly partnerApplicationId: Id<'application'> | null
  /** Units of the transaction's currency for one unit of the balance's currency, as decimal text. */
  readonly rate: string
}

type AuthorisedTerms = {
  readonly currency: Currency
  /** The authorised amount, in minor units of the transaction's currency. */
  readonly amountMinor: bigint
  readonly debit: Debit
}

/** `n / d` of an amount, rounded up. */
function portionUp(minor: bigint, n: bigint, d: bigint): bigint {
  return divide(minor * n, d, 'up')
}

export function isExchange({ currency, debit }: AuthorisedTerms): boolean {
  return debit.currency !== currency
}

/**
 * The cost of capturing `capturedMinor` at the rate of the authorisation. `minimumFeeMinor` is the minimum fee of an exchange
 * (D110): rounding must not make a small capture cheaper.
 */
export function captureTerms(
  authorised: AuthorisedTerms,
  capturedMinor: bigint,
  minimumFeeMinor: bigint,
): Terms {
  const { currency, amountMinor, debit } = authorised
  const target = money(capturedMinor, currency)
  if (!isExchange(authorised)) return { source: target, fee: money(0n, currency), target }
  const portion = (minor: bigint) => portionUp(minor, capturedMinor, amountMinor)
  const debitMinor = portion(debit.debitMinor)
  const feePortionMinor = portion(debit.feeMinor)
  const feeMinor = smallerMinor(largerMinor(feePortionMinor, minimumFeeMinor), debitMinor)
  const shareMinor = (debit.partnerFeeMinor * capturedMinor) / amountMinor
  return withPartner(debit, {
    source: money(debitMinor, debit.currency),
    fee: money(feeMinor, debit.currency),
    target,
    shareMinor: smallerMinor(shareMinor, feeMinor - minimumFeeMinor),
  })
}

function withPartner(
  { partnerApplicationId, currency }: Debit,
  { shareMinor, ...terms }: Terms & { readonly shareMinor: bigint },
): Terms {
  if (partnerApplicationId === null || shareMinor <= 0n) return terms
  return {
    ...terms,
    partner: { applicationId: partnerApplicationId, fee: money(shareMinor, currency) },
  }
}

/** The hold for `openMinor` of the amount: the whole debit for the whole amount. */
export function holdMinor({ amountMinor, debit }: AuthorisedTerms, openMinor: bigint): bigint {
  return amountMinor === 0n ? 0n : portionUp(debit.debitMinor, openMinor, amountMinor)
}

/** The part of `holdMinor` that is the fee of the exchange; zero without an exchange. */
export function holdFeeMinor(authorised: AuthorisedTerms, openMinor: bigint): bigint {
  if (!isExchange(authorised)) return 0n
  return portionUp(authorised.debit.feeMinor, openMinor, authorised.amountMinor)
}

/** The share of an authorised usage that belongs to the open amount, rounded half up. */
export function openUsageMinor(usageMinor: bigint, openMinor: bigint, amountMinor: bigint): bigint {
  return amountMinor === 0n ? 0n : divide(usageMinor * openMinor, amountMinor, 'half_up')
}

type CostDivision = {
  /** The amount that the customer gains because the agreed rate no longer applies; negative when they pay more. */
  readonly differenceMinor: bigint
  /** The amount that the profile owes of the capture at the agreed rate. */
  readonly owedMinor: bigint
  /** The amount that the profile owes of the difference. */
  readonly owedDifferenceMinor: bigint
}

/** Divides the cost of a capture among the hold, the balance, and a debt of the profile. */
export function divideCost(
  terms: Terms,
  costMinor: bigint,
  { heldMinor, availableMinor }: { readonly heldMinor: bigint; readonly availableMinor: bigint },
): CostDivision {
  const agreedMinor = terms.source.minor
  const lackingMinor = largerMinor(costMinor - heldMinor - availableMinor, 0n)
  const beyondHoldMinor = largerMinor(agreedMinor - heldMinor, 0n)
  const owedMinor = smallerMinor(lackingMinor, beyondHoldMinor)
  return {
    differenceMinor: agreedMinor - costMinor,
    owedMinor,
    owedDifferenceMinor: lackingMinor - owedMinor,
  }
}

/** A capture, and the part of it that was refunded already. */
export type CapturedTerms = {
  /** In minor units of the transaction's currency, as is `refundedMinor`. */
  readonly capturedMinor: bigint
  readonly refundedMinor: bigint
  /** The total cost of the capture, rate difference included. In minor units of the debit's currency, as are the fees. */
  readonly costMinor: bigint
  readonly capturedFeeMinor: bigint
  readonly capturedPartnerFeeMinor: bigint
  readonly refundedFeeMinor: bigint
  readonly refundedPartnerFeeMinor: bigint
}

/**
 * The money that a refund of `refundMinor` returns at the rate of the capture. Refunds are cumulative: together they
 * return the same part of the cost as of the captured amount, rounded down, and the whole cost for the whole amount.
 */
export function refundTerms(
  { currency, debit }: AuthorisedTerms,
  captured: CapturedTerms,
  refundMinor: bigint,
): Terms {
  const before = captured.refundedMinor
  const after = before + refundMinor
  const portion = (minor: bigint, n: bigint) => (minor * n) / captured.capturedMinor
  const backMinor = portion(captured.costMinor, after) - portion(captured.costMinor, before)
  // The partner's share is rounded up and returned before the rest of the fee. Otherwise the partner would gain by small refunds.
  const shareMinor = smallerMinor(
    backMinor,
    portionUp(captured.capturedPartnerFeeMinor, after, captured.capturedMinor) -
      captured.refundedPartnerFeeMinor,
  )
  const feePortionMinor = portion(captured.capturedFeeMinor, after) - captured.refundedFeeMinor
  const feeMinor = smallerMinor(backMinor, largerMinor(feePortionMinor, shareMinor))
  return withPartner(debit, {
    source: money(backMinor, debit.currency),
    fee: money(feeMinor, debit.currency),
    target: money(refundMinor, currency),
    shareMinor,
  })
}

/** The most that a clearing takes, in tenths of the authorised amount (D71). */
export const CAPTURE_MAX_TENTHS = 12n

/** The most that can be captured after an authorisation of `amountMinor`, rounded down. */
export function captureMaxMinor(amountMinor: bigint): bigint {
  return (amountMinor * CAPTURE_MAX_TENTHS) / 10n
}

type LapsingTransaction = {
  readonly state: TransactionState
  readonly lapsesAt: Temporal.Instant
}

/** Whether the hold has ended, and the sweep has not yet cancelled the payment (D72). */
export function hasLapsed({ state, lapsesAt }: LapsingTransaction, now: Temporal.Instant): boolean {
  return state === 'IN_PROGRESS' && !isAfter(lapsesAt, now)
}
