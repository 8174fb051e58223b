import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRoute, limitsOf, sourceCurrencies, targetCurrencies } from '../../corridors/index.ts'
import { decimal } from '../../kernel/decimal.ts'
import { exchange, money, parseMoney } from '../../kernel/money.ts'
import type { Fault } from '../../kernel/refusal.ts'
import {
  chosenOption,
  expiryOf,
  findChosen,
  isBlocked,
  type Notice,
  optionFor,
  type PricedOption,
  statusOf,
} from '../model.ts'
import { noticesOf, routeNotices } from '../pricing/notices.ts'
import { readOrder } from '../pricing/order.ts'
import { type PriceRequest, priceOptions, withUsability } from '../pricing/price-options.ts'
import { choosePayOut } from '../pricing/recipient.ts'
import { rateTable } from '../rates/rate-table.ts'
import { labelOf, showExample } from '../show-quote.ts'

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
  .map(({ source, target, payOut, preferredPayIn, partner, ...rest }): PriceRequest => {
    const route = findRoute(source, target)
    if (route === undefined) throw new Error(`${source}-${target} is no route`)
    const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T
    return {
      ...rest,
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
  it('D14: the target amount is (source amount - fee) at the rate, rounded half up', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { source, target } = request.route
        for (const option of priced(request)?.options ?? []) {
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
        if (request.provided === 'SOURCE') return
        for (const { payIn, sourceMinor, targetMinor } of priced(request)?.options ?? []) {
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
        if (result === undefined) return
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
        if (result === undefined) return
        const { source, target } = request.route
        const { minTargetMinor, maxTargetMinor, minSourceMinor = 0n } = limitsOf(source, target)
        const { targetMinor, sourceMinor } = result.chosen
        expect(targetMinor >= minTargetMinor && targetMinor <= maxTargetMinor).toBe(true)
        expect(sourceMinor).toBeGreaterThanOrEqual(minSourceMinor)
      }),
      { numRuns: 300 },
    )
  })

  it('D93: a limit is in the currency of its path, and is the first amount that is accepted', () => {
    let checked = 0
    fc.assert(
      fc.property(requests, fc.boolean(), (request, isHigh) => {
        const { route, provided } = request
        const providedMinor = isHigh ? 10n ** 14n : minorAtHalfTheLeast(request)
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
        if (result === undefined) return
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

/** An amount that is less than the minimum and more than most fees. */
function minorAtHalfTheLeast(request: PriceRequest): bigint {
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
    liveRate: false,
    createdAt: now,
    expiresAt: now.add({ minutes: 30 }),
  }
}

const optionsOf = (...payIns: string[]) => payIns.map((payIn) => ({ payIn }) as PricedOption)

describe('chosenOption', () => {
  it.each([
    [
      ['BALANCE', 'BANK_TRANSFER', 'CARD'],
      'CARD',
      'BANK_TRANSFER',
      'CARD',
      'the preferred method comes first',
    ],
    [
      ['BALANCE', 'BANK_TRANSFER'],
      null,
      'BALANCE',
      'BALANCE',
      'a quote to a balance is paid from one',
    ],
    [
      ['BALANCE', 'BANK_TRANSFER'],
      null,
      'SWIFT',
      'BANK_TRANSFER',
      'a bank transfer is the default',
    ],
    [['BANK_TRANSFER'], null, 'BALANCE', 'BANK_TRANSFER', 'some currencies have no balances'],
    [
      ['BANK_TRANSFER'],
      'CARD',
      'BANK_TRANSFER',
      undefined,
      'a preferred method is never replaced silently',
    ],
  ] as const)(
    'of %s, preferring %s, paid out by %s: %s, because %s',
    (payIns, preferred, payOut, chosen, _) => {
      expect(findChosen(optionsOf(...payIns), preferred, payOut)?.payIn).toBe(chosen)
    },
  )
})

it('chosenOption throws for a quote without the option of its pay-in method', () => {
  const quote = {
    options: optionsOf('BALANCE'),
    preferredPayIn: 'CARD',
    payOut: 'BANK_TRANSFER',
  } as const
  expect(() => chosenOption(quote)).toThrow('a quote does not offer its own pay-in method')
})

it('optionFor is the option of the pay-in method, and undefined without one', () => {
  const options = optionsOf('BANK_TRANSFER', 'BALANCE')
  expect(optionFor({ options }, 'BALANCE')).toBe(options[1])
  expect(optionFor({ options }, 'CARD')).toBeUndefined()
})

describe('isBlocked', () => {
  const notice = (type: Notice['type']): Notice => ({ type, text: 'Read this.', link: null })
  it.each([
    [[], false, 'it has no notice'],
    [[notice('INFO'), notice('WARNING')], false, 'its notices only inform'],
    [[notice('BLOCKED')], true, 'its route is closed'],
    [[notice('INFO'), notice('BLOCKED')], true, 'one of its notices blocks it'],
  ])('of a quote with %j is %s, because %s', (notices, expected) => {
    expect(isBlocked({ notices })).toBe(expected)
  })
})

it('D12: a quote can be used for 30 minutes', () => {
  expect(String(expiryOf(now))).toBe('2026-01-05T10:30:00Z')
})

describe('statusOf', () => {
  const expiresAt = now.add({ minutes: 30 })
  it.each([
    ['PENDING', 0, 'PENDING', 'it was just created'],
    ['PENDING', 1799, 'PENDING', 'a second is left'],
    ['PENDING', 1800, 'EXPIRED', '30 minutes are over'],
    ['ACCEPTED', 90_000, 'ACCEPTED', 'a used quote does not expire, only its rate lock does (D12)'],
    ['FUNDED', 90_000, 'FUNDED', 'a used quote does not expire'],
  ] as const)('%s after %s s: %s, because %s', (status, seconds, shown, _) => {
    expect(statusOf({ status, expiresAt }, now.add({ seconds }))).toBe(shown)
  })
})

describe('withUsability', () => {
  const pair = { source: 'GBP', target: 'EUR' }
  const option = { payIn: 'BALANCE', sourceMinor: 100n, targetMinor: 100n } as PricedOption
  const earlierReason = { code: 'x', message: 'y' }
  it.each([
    [undefined, true, 'there is no balance'],
    [99n, true, 'it is one minor unit short'],
    [100n, false, 'it holds exactly enough'],
  ])('%s of 100: disabled %s, because %s', (available, disabled, _) => {
    const usable = withUsability({ ...option, disabled: earlierReason }, pair, available)
    expect(usable.disabled !== undefined).toBe(disabled)
    if (disabled) expect(usable.disabled?.code).toBe('error.payInmethod.disabled')
  })

  it.each([
    [0n, 'less than 1.00 EUR', 'nothing would arrive'],
    [99n, 'less than 1.00 EUR', 'it is below the minimum'],
    [100n, undefined, 'it is the minimum'],
    [10n ** 12n, 'more than', 'it is above the maximum'],
  ])('%s cents from a card: %s, because %s', (targetMinor, text, _) => {
    const usable = withUsability({ ...option, payIn: 'CARD', targetMinor }, pair, undefined)
    const disabled = text && {
      code: 'error.payInmethod.disabled',
      message: expect.stringContaining(text),
    }
    expect(usable.disabled).toEqual(disabled)
  })
})

describe('readOrder', () => {
  const gbpEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR' }
  it.each([
    [{ ...gbpEur, sourceAmount: '0.01' }, [], 'a penny is a valid amount'],
    [
      { ...gbpEur, sourceAmount: '0' },
      ['error.greaterThanZero sourceAmount'],
      'an amount is positive',
    ],
    [
      { ...gbpEur, targetAmount: '-1' },
      ['error.greaterThanZero targetAmount'],
      'an amount is positive',
    ],
    [
      { ...gbpEur, sourceAmount: '1.001' },
      ['error.amount.precision sourceAmount'],
      'pounds have two decimals',
    ],
    [{ ...gbpEur, sourceAmount: '9999999999999.99' }, [], 'fifteen digits are allowed'],
    [
      { ...gbpEur, sourceAmount: '10000000000000' },
      ['error.amount.precision sourceAmount'],
      'with its pence it has sixteen digits',
    ],
    [gbpEur, ['error.quote.amount.onlySingle -'], 'it has no amount'],
    [
      { ...gbpEur, sourceAmount: '1', targetAmount: '0' },
      ['error.quote.amount.onlySingle -', 'error.greaterThanZero targetAmount'],
      'all faults are returned together',
    ],
    [
      { sourceCurrency: 'HRK', targetCurrency: 'XXX', sourceAmount: '5' },
      ['CurrencyDeprecated sourceCurrency', 'CurrencyCode targetCurrency'],
      'the kuna was replaced, XXX is no currency',
    ],
    [
      { sourceCurrency: 'gbp', targetCurrency: 'DEM', targetAmount: '5' },
      ['CurrencyCode sourceCurrency', 'CurrencyDeprecated targetCurrency'],
      'codes are upper case',
    ],
    [
      { sourceCurrency: 'GBP', targetCurrency: 'JPY', targetAmount: '5.5' },
      ['error.amount.precision targetAmount'],
      'there is no half yen',
    ],
  ])('%o: %j, because %s', (input, wanted, _) => {
    const order = readOrder(input)
    const faults = 'faults' in order ? order.faults : []
    expect(
      faults.map(({ kind, path }) => `${kind.code} ${'path' in kind && !path ? '-' : path}`),
    ).toEqual(wanted)
  })
})

describe('choosePayOut', () => {
  const account = (type: string) => ({ currency: 'USD', type, accountHolderName: 'A', details: {} })
  it.each([
    [
      'swift_code',
      undefined,
      'BANK_TRANSFER',
      'SWIFT',
      'rule 6: a swift_code recipient is paid by SWIFT',
    ],
    ['swift_code', undefined, 'SWIFT_OUR', 'SWIFT_OUR', 'both SWIFT methods reach the account'],
    [
      'swift_code',
      'SWIFT_OUR',
      'BANK_TRANSFER',
      'SWIFT_OUR',
      'the request names a method that reaches it',
    ],
    [
      'swift_code',
      'BANK_TRANSFER',
      'BANK_TRANSFER',
      'SWIFT',
      'BANK_TRANSFER is a default that the account replaces',
    ],
    [
      'swift_code',
      'CA_NETWORK',
      'BANK_TRANSFER',
      undefined,
      'that network does not reach the account',
    ],
    ['ca_network', undefined, 'BANK_TRANSFER', 'CA_NETWORK', 'rule 6'],
    [
      'iban',
      undefined,
      'SWIFT',
      'BANK_TRANSFER',
      'the method of the previous recipient does not reach it',
    ],
    ['iban', undefined, 'BALANCE', 'BANK_TRANSFER', 'its price is for money that stays (D92)'],
    [
      'iban',
      'BALANCE',
      'BANK_TRANSFER',
      'BANK_TRANSFER',
      'the same when the request names BALANCE',
    ],
    ['iban', 'SWIFT', 'BANK_TRANSFER', undefined, 'it has no SWIFT details'],
  ] as const)(
    '%s requested %s, current %s: %s, because %s',
    (type, requested, current, wanted, _) => {
      expect(choosePayOut(account(type), requested, current)).toBe(wanted)
    },
  )
})

describe('noticesOf', () => {
  const facts = {
    source: 'GBP',
    target: 'EUR',
    payOut: 'BANK_TRANSFER',
    sourceMinor: 100n,
    perUsd: decimal('0.5'),
  } as const
  it.each<[Parameters<typeof noticesOf>[0], string[], string]>([
    [facts, [], 'most quotes have no notice'],
    [{ ...facts, sourceMinor: 12_499_999n }, [], 'it is worth a little less than 250,000 dollars'],
    [{ ...facts, sourceMinor: 12_500_000n }, ['WARNING'], 'it is worth 250,000 dollars'],
    [{ ...facts, source: 'KPW' }, ['BLOCKED'], 'the route is closed'],
    [{ ...facts, target: 'LBP' }, ['WARNING'], 'the route is slow'],
    [{ ...facts, payOut: 'SWIFT' }, ['INFO'], 'intermediary banks may charge the recipient'],
    [{ ...facts, payOut: 'SWIFT_OUR' }, [], 'intermediary banks charge the sender'],
    [{ ...facts, payOut: 'SWIFT', target: 'LBP' }, ['WARNING', 'INFO'], 'both notices apply'],
  ])('%o: %j, because %s', (priced, types, _) => {
    expect(noticesOf(priced).map(({ type }) => type)).toEqual(types)
  })

  it('has notices only for routes that exist', () => {
    for (const { source, target } of routeNotices) {
      if (source !== undefined) expect(sourceCurrencies).toContain(source)
      if (target !== undefined) expect(targetCurrencies).toContain(target)
    }
  })
})

describe('labelOf', () => {
  it.each([
    [88n, 'USD', '0.88 USD'],
    [130n, 'USD', '1.30 USD'],
    [0n, 'USD', '0 USD'],
    [-50n, 'USD', '-0.50 USD'],
    [120n, 'JPY', '120 JPY'],
    [1234n, 'KWD', '1.234 KWD'],
  ])('%s minor units of %s are %s', (minor, currency, label) => {
    expect(labelOf(minor, currency)).toBe(label)
  })
})
