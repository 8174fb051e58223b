// Random card payments for `walkExchanges`, priced by the functions of the service: authorised, captured in part, whole
// or above the authorised amount, and refunded in parts. Money of a merchant counts as the customer's, because one person
// may be both.

import {
  type CapturedTerms,
  captureMaxMinor,
  captureTerms,
  type Debit,
  refundTerms,
} from '../../src/card-transactions/model.ts'
import { minimumExchangeFeeMinor } from '../../src/corridors/index.ts'
import { decimalText } from '../../src/kernel/decimal.ts'
import type { Id } from '../../src/kernel/ids.ts'
import { type Currency, money } from '../../src/kernel/money.ts'
import { type Desk, deskAt } from '../../src/quotes/pricing/desk.ts'
import type { RateTable } from '../../src/quotes/rates/rate-table.ts'
import type { Exchange, Order } from './rounding-walk.ts'
import type { SeededRandom } from './seeded-random.ts'

const APPLICATION = 1 as Id<'application'>
const REFUNDS_MAX = 4

type Payment = {
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly debit: Debit
}

export function payByCard(
  random: SeededRandom,
  { source, target, partner, amountMinor }: Order,
  rates: RateTable,
): Exchange | undefined {
  if (source === target) return undefined
  const desk = deskAt(rates, { applicationId: APPLICATION, price: partner })
  const offer = desk.buy(money(amountMinor, target), source)
  if (offer === undefined) return undefined
  const { terms, rate } = offer
  const debit: Debit = {
    balanceId: 1 as Id<'balance'>,
    currency: source,
    debitMinor: terms.source.minor,
    feeMinor: terms.fee.minor,
    partnerFeeMinor: terms.partner?.fee.minor ?? 0n,
    partnerApplicationId: APPLICATION,
    rate: decimalText(rate),
  }
  const payment = { currency: target, amountMinor, debit }
  const minimumFeeMinor = minimumExchangeFeeMinor({ source, target, rate }, debit.debitMinor)
  const captured = capture(random, payment, desk, minimumFeeMinor)
  if (captured === undefined) return undefined
  const { returnedMinor, ...refunded } = refund(random, payment, captured)
  return {
    kind: 'card payment',
    source,
    target,
    sourceMinor: captured.costMinor - returnedMinor,
    partnerMinor: refunded.capturedPartnerFeeMinor - refunded.refundedPartnerFeeMinor,
    targetMinor: refunded.capturedMinor - refunded.refundedMinor,
  }
}

/** Captures a random amount up to the maximum. The excess over the authorised amount is priced at the current rate. */
function capture(
  random: SeededRandom,
  payment: Payment,
  desk: Desk,
  minimumFeeMinor: bigint,
): CapturedTerms | undefined {
  const { amountMinor, debit, currency } = payment
  const capturedMinor = random.oneIn(3) ? amountMinor : upTo(random, captureMaxMinor(amountMinor))
  const terms = captureTerms(payment, capturedMinor, minimumFeeMinor)
  const excess =
    capturedMinor > amountMinor
      ? desk.buy(money(capturedMinor - amountMinor, currency), debit.currency)
      : undefined
  if (capturedMinor > amountMinor && excess === undefined) return undefined
  return {
    capturedMinor,
    refundedMinor: 0n,
    costMinor: excess ? debit.debitMinor + excess.terms.source.minor : terms.source.minor,
    capturedFeeMinor: terms.fee.minor,
    capturedPartnerFeeMinor: terms.partner?.fee.minor ?? 0n,
    refundedFeeMinor: 0n,
    refundedPartnerFeeMinor: 0n,
  }
}

function refund(
  random: SeededRandom,
  payment: Payment,
  captured: CapturedTerms,
): CapturedTerms & { readonly returnedMinor: bigint } {
  let after = { ...captured, returnedMinor: 0n }
  for (let refunds = random.whole(REFUNDS_MAX + 1); refunds > 0; refunds -= 1) {
    const refundableMinor = after.capturedMinor - after.refundedMinor
    if (refundableMinor === 0n) return after
    const refundMinor = random.oneIn(4) ? refundableMinor : upTo(random, refundableMinor)
    const { source, fee, partner } = refundTerms(payment, after, refundMinor)
    after = {
      ...after,
      refundedMinor: after.refundedMinor + refundMinor,
      refundedFeeMinor: after.refundedFeeMinor + fee.minor,
      refundedPartnerFeeMinor: after.refundedPartnerFeeMinor + (partner?.fee.minor ?? 0n),
      returnedMinor: after.returnedMinor + source.minor,
    }
  }
  return after
}

/** A random amount from 1 to `max`. */
function upTo(random: SeededRandom, max: bigint): bigint {
  return 1n + BigInt(random.whole(Number(max)))
}
