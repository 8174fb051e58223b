// The price of random orders on every route: amounts, fees, limits and the chosen option.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRoute, limitsOf, sourceCurrencies, targetCurrencies } from '../../corridors/index.ts'
import { exchange, money, parseMoney } from '../../kernel/money.ts'
import type { Fault } from '../../kernel/refusal.ts'
import { chosenOption } from '../model.ts'
import { type PriceRequest, priceOptions } from '../pricing/price-options.ts'
import { rateTable } from '../rates/rate-table.ts'
import { showExample } from '../show-quote.ts'

const now = Temporal.Instant.from('2026-01-05T10:00:00Z')
const rates = rateTable(new Map())

const requests = fc
  .record({
    source: fc.constantFrom(...sourceCurrencies),
    target: fc.constantFrom(...targetCurrencies),
    provided: fc.constantFrom('SOURCE' as const, 'TARGET' as const),
    providedMinor: fc.bigInt(1n, 10n ** 11n),
    payOut: fc.nat(),
    preferredPayIn: fc.option(fc.nat()),
    partner: fc.option(fc.integer({ min: 1, max: 20_000 })),
    availableMinor: fc.option(fc.bigInt(0n, 10n ** 11n), { nil: undefined }),
  })
  .map(({ source, target, payOut, preferredPayIn, partner, ...amounts }): PriceRequest => {
    const route = findRoute(source, target)
    if (route === undefined) throw new Error(`${source}-${target} is not a route`)
    const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T
    return {
      ...amounts,
      route,
      rate: rates.cross(source, target),
      payOut: pick(route.payOuts, payOut),
      preferredPayIn: preferredPayIn === null ? null : pick(route.payIns, preferredPayIn),
      partner: partner === null ? null : { digits: BigInt(partner), scale: 6 },
      now,
    }
  })

const priced = (request: PriceRequest) => {
  const result = priceOptions(request)
  return 'faults' in result ? undefined : result
}

describe('the price of a quote', () => {
  it('D14: a source amount buys (source amount - fee) at the rate, rounded half up; a given target amount is never more than that', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { source, target } = request.route
        const result = priced(request)
        fc.pre(result !== undefined)
        for (const option of result.options) {
          const sold = money(option.sourceMinor - option.feeMinor, source)
          const got = exchange(sold, request.rate, target, 'half_up')
          if (request.provided === 'SOURCE') {
            expect(option.sourceMinor).toBe(request.providedMinor)
            expect(option.targetMinor).toBe(got)
          } else {
            expect(option.targetMinor).toBe(request.providedMinor)
            expect(got).toBeGreaterThanOrEqual(option.targetMinor)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('D14: for a given target amount, the source amount is the least that buys it', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const result = priced(request)
        fc.pre(request.provided === 'TARGET' && result !== undefined)
        for (const { payIn, sourceMinor, targetMinor } of result.options) {
          if (sourceMinor === 1n) continue
          const oneLess = priceOptions({
            ...request,
            provided: 'SOURCE',
            providedMinor: sourceMinor - 1n,
            preferredPayIn: payIn,
          })
          const less = 'faults' in oneLess ? undefined : oneLess.chosen.targetMinor
          expect(less ?? 0n).toBeLessThan(targetMinor)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('D14: the fee is the sum of its items, is shown item by item, and is less than the amount', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const result = priced(request)
        fc.pre(result !== undefined)
        const quote = { ...exampleOf(request), options: result.options }
        const shown = showExample(quote, { now, lockedRateTransfersMax: 3 })
        for (const [i, option] of result.options.entries()) {
          const { providerMinor, payInMinor, discountMinor, partnerMinor, feeMinor } = option
          expect(providerMinor + payInMinor - discountMinor + partnerMinor).toBe(feeMinor)
          expect(feeMinor).toBeLessThan(option.sourceMinor)
          const { price, fee, feePercentage } = shown.paymentOptions[i] ?? {}
          const items = price?.items.map(({ value }) => value.amount) ?? []
          expect(items.reduce((sum, item) => sum + item, 0)).toBeCloseTo(fee?.total ?? -1, 2)
          expect(price?.total.value.amount).toBe(fee?.total)
          const share = Number(feeMinor) / Number(option.sourceMinor)
          // Four decimals are shown; 1e-12 is the error of binary fractions.
          expect(Math.abs((feePercentage ?? -1) - share)).toBeLessThanOrEqual(0.00005 + 1e-12)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('D16: a quoted amount is within the limits of its route', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const result = priced(request)
        fc.pre(result !== undefined)
        const { source, target } = request.route
        const { minTargetMinor, maxTargetMinor, minSourceMinor = 0n } = limitsOf(source, target)
        const { targetMinor, sourceMinor } = result.chosen
        expect(targetMinor >= minTargetMinor && targetMinor <= maxTargetMinor).toBe(true)
        expect(sourceMinor).toBeGreaterThanOrEqual(minSourceMinor)
      }),
      { numRuns: 300 },
    )
  })

  it('D93: a limit is in the currency of its path and is accepted, and an amount below a minimum is not', () => {
    let checked = 0
    fc.assert(
      fc.property(requests, fc.boolean(), (request, isHigh) => {
        const { route, provided } = request
        const providedMinor = isHigh ? 10n ** 14n : minorBelowMinimum(request)
        const [fault] = faultsOf({ ...request, providedMinor })
        if (fault === undefined || !/too-(low|high)$/.test(fault.kind.code)) return
        checked += 1
        const [text, currency] = fault.arguments ?? []
        expect(fault.path).toBe(provided === 'SOURCE' ? 'sourceAmount' : 'targetAmount')
        expect(currency).toBe(provided === 'SOURCE' ? route.source : route.target)
        expect(fault.message).toContain(`${text} ${currency}`)
        const limit = parseMoney(String(text), String(currency))?.minor ?? 0n
        expect(faultsOf({ ...request, providedMinor: limit })).toEqual([])
        if (fault.kind.code.endsWith('low') && limit > 1n)
          expect(faultsOf({ ...request, providedMinor: limit - 1n })).not.toEqual([])
      }),
      { numRuns: 400 },
    )
    expect(checked).toBeGreaterThan(100)
  })

  it('D20: the option that a transfer uses exists and comes first', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const result = priced(request)
        fc.pre(result !== undefined)
        const { preferredPayIn, payOut } = request
        const { options } = result
        expect(chosenOption({ options, preferredPayIn, payOut })).toBe(options[0])
        if (preferredPayIn !== null) expect(options[0]?.payIn).toBe(preferredPayIn)
      }),
      { numRuns: 300 },
    )
  })
})

function faultsOf(request: PriceRequest): readonly Fault[] {
  const result = priceOptions(request)
  return 'faults' in result ? result.faults : []
}

/** An amount that is below the minimum and above most fees. */
function minorBelowMinimum(request: PriceRequest): bigint {
  const { source, target } = request.route
  const { minTargetMinor } = limitsOf(source, target)
  if (request.provided === 'TARGET') return minTargetMinor > 1n ? minTargetMinor / 2n : 1n
  const least = priced({ ...request, provided: 'TARGET', providedMinor: minTargetMinor })
  return least === undefined ? 1n : least.chosen.feeMinor + 1n
}

function exampleOf({ route, provided, providedMinor, rate, payOut }: PriceRequest) {
  return {
    userId: null,
    applicationId: null,
    clientId: null,
    partnerPrice: null,
    sourceCurrency: route.source,
    targetCurrency: route.target,
    provided,
    providedMinor,
    rate,
    status: 'PENDING' as const,
    payOut,
    preferredPayIn: null,
    targetAccount: null,
    targetAccountOwned: null,
    payOutCountry: null,
    priceSetId: 1,
    priceDecisionId: '3cf3dd96-903e-473a-9bb4-a5cf93450793',
    notices: [],
    version: 0,
    hasLiveRate: false,
    createdAt: now,
    expiresAt: now.add({ minutes: 30 }),
  }
}
