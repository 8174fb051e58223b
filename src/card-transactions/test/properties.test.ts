// Properties of captures, refunds, holds and rate differences. Random cases print their seed when they fail.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minimumExchangeFeeMinor } from '../../corridors/index.ts'
import { decimal, decimalText } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/ids.ts'
import { exchange, money } from '../../kernel/money.ts'
import {
  cardAuthorised,
  cardCaptured,
  cardRateDifference,
  cardRefunded,
  type Journal,
} from '../../ledger/index.ts'
import { deskAt } from '../../quotes/pricing/desk.ts'
import type { RateTable } from '../../quotes/rates/rate-table.ts'
import { type CapturedTerms, captureTerms, divideCost, holdMinor, refundTerms } from '../model.ts'
import { applicationId, balanceId, debitOf } from './debits.ts'

const id = 31 as Id<'card-transaction'>

/** The gain of each account by account and currency, such as `owed GBP`; accounts without a gain are left out. */
function gainsOf(journals: readonly Journal[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { postings } of journals)
    for (const { from, to, amount } of postings)
      for (const [account, minor] of [
        [from, -amount.minor],
        [to, amount.minor],
      ] as const) {
        const key = `${account} ${amount.currency}`
        sums.set(key, (sums.get(key) ?? 0n) + minor)
      }
  return new Map([...sums].filter(([, minor]) => minor !== 0n))
}

/** The amount that is exchanged to find the rate between minor units: so large that rounding does not matter. */
const SOLD_MINOR = 10n ** 12n
/**
 * The share of a cost by which the comparison may be wrong. At the lowest rate, 0.001, `SOLD_MINOR` pence buy 10^7 yen, so
 * rounding changes the rate by at most 10^-7 of it.
 */
const TOLERANCE = 1e-6

/** Currencies that balances can be held in. */
const currencies = ['GBP', 'EUR', 'JPY', 'IDR', 'KES']

/** Half of the amounts are so small that rounding decides. */
const amounts = fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, 10_000_000n))

const payment = fc
  .record({
    source: fc.constantFrom(...currencies),
    target: fc.constantFrom(...currencies),
    rateThousandths: fc.integer({ min: 1, max: 5_000_000 }),
    amount: amounts,
    partner: fc.constantFrom(undefined, '0.005', '0.3'),
  })
  .filter(({ source, target }) => source !== target)

type Payment = typeof payment extends fc.Arbitrary<infer T> ? T : never

function authorise({ source, target, rateThousandths, amount, partner }: Payment) {
  const rate = decimal((rateThousandths / 1000).toFixed(3))
  const rates = { cross: () => rate } as unknown as RateTable
  const desk = deskAt(
    rates,
    partner === undefined ? undefined : { applicationId, price: decimal(partner) },
  )
  const offer = desk.buy(money(amount, target), source)
  if (offer === undefined) return undefined
  const { terms } = offer
  const debit = debitOf({
    currency: source,
    debitMinor: terms.source.minor,
    feeMinor: terms.fee.minor,
    partnerFeeMinor: terms.partner?.fee.minor ?? 0n,
    rate: decimalText(rate),
  })
  const minimumFeeMinor = minimumExchangeFeeMinor({ source, target, rate }, debit.debitMinor)
  return {
    authorised: { currency: target, amountMinor: amount, debit },
    rate,
    minimumFeeMinor,
    source,
    target,
  }
}

/** The capture after a refund of `refundMinor` that returned `back`. */
function afterRefund(
  captured: CapturedTerms,
  refundMinor: bigint,
  back: ReturnType<typeof refundTerms>,
): CapturedTerms {
  return {
    ...captured,
    refundedMinor: captured.refundedMinor + refundMinor,
    refundedFeeMinor: captured.refundedFeeMinor + back.fee.minor,
    refundedPartnerFeeMinor: captured.refundedPartnerFeeMinor + (back.partner?.fee.minor ?? 0n),
  }
}

function capturedBy(terms: ReturnType<typeof captureTerms>): CapturedTerms {
  return {
    capturedMinor: terms.target.minor,
    refundedMinor: 0n,
    costMinor: terms.source.minor,
    capturedFeeMinor: terms.fee.minor,
    capturedPartnerFeeMinor: terms.partner?.fee.minor ?? 0n,
    refundedFeeMinor: 0n,
    refundedPartnerFeeMinor: 0n,
  }
}

// Parts of an amount are generated as thousandths of it.
describe('properties of captures, refunds, holds and rate differences', () => {
  it('D110: the customer, the merchant and the partner together never gain by a capture and refunds', () => {
    fc.assert(
      fc.property(
        payment,
        fc.bigInt(1n, 1200n),
        fc.array(fc.bigInt(1n, 1000n), { maxLength: 6 }),
        (input, share, refunds) => {
          const offered = authorise(input)
          fc.pre(offered !== undefined)
          const { authorised, rate, minimumFeeMinor, source } = offered
          const minor = (authorised.amountMinor * share) / 1000n
          const terms = captureTerms(authorised, minor > 0n ? minor : 1n, minimumFeeMinor)
          let captured = capturedBy(terms)
          const boughtMinor = exchange(money(SOLD_MINOR, source), rate, authorised.currency, 'down')
          const inSource = (targetMinor: bigint) =>
            (Number(targetMinor) / Number(boughtMinor)) * Number(SOLD_MINOR)
          // The money of customer, merchant and partner together, in minor units of the source at mid-market.
          const wealth = (paidMinor: bigint, partnerMinor: bigint, merchantMinor: bigint) =>
            Number(partnerMinor - paidMinor) + inSource(merchantMinor)
          let paid = terms.source.minor
          let partner = terms.partner?.fee.minor ?? 0n
          let merchant = terms.target.minor
          expect(wealth(paid, partner, merchant)).toBeLessThanOrEqual(TOLERANCE * Number(paid))
          for (const each of refunds) {
            const left = captured.capturedMinor - captured.refundedMinor
            const refund = (left * each) / 1000n
            if (refund === 0n) continue
            const back = refundTerms(authorised, captured, refund)
            paid -= back.source.minor
            partner -= back.partner?.fee.minor ?? 0n
            merchant -= refund
            captured = afterRefund(captured, refund, back)
            expect(wealth(paid, partner, merchant)).toBeLessThanOrEqual(
              TOLERANCE * Number(terms.source.minor),
            )
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('refunds of the whole amount, in any parts, restore every account exactly', () => {
    fc.assert(
      fc.property(payment, fc.array(fc.bigInt(1n, 999n), { maxLength: 8 }), (input, refunds) => {
        const offered = authorise(input)
        fc.pre(offered !== undefined)
        const { authorised, minimumFeeMinor, source } = offered
        const terms = captureTerms(authorised, authorised.amountMinor, minimumFeeMinor)
        expect(terms.source.minor).toBe(authorised.debit.debitMinor)
        const heldMinor = holdMinor(authorised, authorised.amountMinor)
        const journals = [
          cardAuthorised(id, balanceId, money(heldMinor, source)),
          cardCaptured(id, balanceId, { terms, heldMinor, owedMinor: 0n }),
        ]
        let captured = capturedBy(terms)
        for (const each of [...refunds, 1000n]) {
          const refund = ((captured.capturedMinor - captured.refundedMinor) * each) / 1000n
          if (refund === 0n) continue
          const back = refundTerms(authorised, captured, refund)
          const refunded = cardRefunded(id, balanceId, back)
          expect(refunded.postings.every(({ amount }) => amount.minor > 0n)).toBe(true)
          journals.push(refunded)
          captured = afterRefund(captured, refund, back)
        }
        expect(captured.refundedMinor).toBe(captured.capturedMinor)
        expect(gainsOf(journals)).toEqual(new Map())
      }),
      { numRuns: 1000 },
    )
  })

  it('a hold that is reduced in several steps is released completely', () => {
    fc.assert(
      fc.property(payment, fc.array(fc.bigInt(0n, 1000n)), (input, shares) => {
        const offered = authorise(input)
        fc.pre(offered !== undefined)
        const { authorised } = offered
        const steps = shares
          .map((share) => (authorised.amountMinor * share) / 1000n)
          .sort((a, b) => Number(b - a))
        let held = holdMinor(authorised, authorised.amountMinor)
        expect(held).toBe(authorised.debit.debitMinor)
        for (const open of [...steps, 0n]) {
          const next = holdMinor(authorised, open)
          expect(next <= held).toBe(true)
          held = next
        }
        expect(held).toBe(0n)
      }),
    )
  })

  it('D111a: capture and rate difference together take the cost from hold, balance and debt', () => {
    fc.assert(
      fc.property(
        payment,
        fc.bigInt(1n, 3000n),
        fc.bigInt(0n, 1000n),
        fc.bigInt(0n, 10_000n),
        (input, costShare, heldShare, availableMinor) => {
          const offered = authorise(input)
          fc.pre(offered !== undefined)
          const { authorised, minimumFeeMinor, source } = offered
          const terms = captureTerms(authorised, authorised.amountMinor, minimumFeeMinor)
          const costMinor = (terms.source.minor * costShare) / 1000n + 1n
          const heldMinor = (terms.source.minor * heldShare) / 1000n
          const division = divideCost(terms, costMinor, { heldMinor, availableMinor })
          const { owedMinor, owedDifferenceMinor, differenceMinor } = division
          const sums = gainsOf([
            cardCaptured(id, balanceId, { terms, heldMinor, owedMinor }),
            cardRateDifference(id, balanceId, money(differenceMinor, source), owedDifferenceMinor),
          ])
          const gainOf = (account: string) => sums.get(`${account} ${source}`) ?? 0n
          expect(gainOf('held:3')).toBe(-heldMinor)
          expect(gainOf('available:3') + gainOf('held:3') + gainOf('owed')).toBe(-costMinor)
          expect(gainOf('available:3') >= -availableMinor).toBe(true)
          expect(gainOf('owed') <= 0n).toBe(true)
          // Nothing is owed while the balance has money.
          if (gainOf('owed') < 0n) expect(gainOf('available:3')).toBe(-availableMinor)
        },
      ),
      { numRuns: 1000 },
    )
  })
})
