import { describe, expect, it } from 'vitest'
import { findRoute, limitsOf, type Route } from '../../corridors/index.ts'
import { decimal } from '../../kernel/decimal.ts'
import { MINOR_MAX } from '../../kernel/money.ts'
import { AmountTooHigh, AmountTooLow, FeeExceedsSource } from '../errors.ts'
import type { PricedOption } from '../model.ts'
import {
  isSendable,
  type PriceRequest,
  priceOptions,
  withUsability,
} from '../pricing/price-options.ts'

const pair = { source: 'GBP', target: 'EUR' }
const { minTargetMinor, maxTargetMinor } = limitsOf('GBP', 'EUR')

function routeBetween(source: string, target: string): Route {
  const route = findRoute(source, target)
  if (route === undefined) throw new Error(`there is no route from ${source} to ${target}`)
  return route
}

const request: PriceRequest = {
  route: routeBetween('GBP', 'EUR'),
  rate: decimal('1.15'),
  payOut: 'BANK_TRANSFER',
  preferredPayIn: null,
  partner: null,
  availableMinor: undefined,
  now: Temporal.Instant.from('2026-01-05T10:00:00Z'),
  provided: 'SOURCE',
  providedMinor: 100_00n,
}

function optionsOf(change: Partial<PriceRequest>): readonly PricedOption[] {
  const result = priceOptions({ ...request, ...change })
  if ('faults' in result) throw new Error('the request has no price')
  return result.options
}

describe('priceOptions', () => {
  const toCanada = { route: routeBetween('GBP', 'CAD') }
  it.each<[because: string, Partial<PriceRequest>, fault: object]>([
    [
      'the fee takes the whole source amount',
      { providedMinor: 1n },
      { kind: FeeExceedsSource, path: 'sourceAmount' },
    ],
    [
      'the source amount buys less than the minimum target amount',
      { providedMinor: 100n },
      {
        kind: AmountTooLow,
        path: 'sourceAmount',
        message: expect.stringMatching(/^Send at least \d\.\d\d GBP on this route\.$/),
        arguments: [expect.stringMatching(/^\d\.\d\d$/), 'GBP'],
      },
    ],
    [
      'the target amount is one minor unit below the minimum',
      { provided: 'TARGET', providedMinor: minTargetMinor - 1n },
      {
        kind: AmountTooLow,
        path: 'targetAmount',
        message: 'Send at least 1.00 EUR on this route.',
        arguments: ['1.00', 'EUR'],
      },
    ],
    [
      'the source amount is one minor unit below the minimum source amount of the route',
      { ...toCanada, providedMinor: 14_99n },
      {
        kind: AmountTooLow,
        path: 'sourceAmount',
        message: 'Send at least 15.00 GBP on this route.',
        arguments: ['15.00', 'GBP'],
      },
    ],
    [
      'the target amount is one minor unit above the maximum',
      { provided: 'TARGET', providedMinor: maxTargetMinor + 1n },
      {
        kind: AmountTooHigh,
        path: 'targetAmount',
        message: 'Send at most 1200000.00 EUR on this route.',
        arguments: ['1200000.00', 'EUR'],
      },
    ],
    [
      'an amount of more than fifteen digits would be needed',
      { provided: 'TARGET', providedMinor: MINOR_MAX, rate: decimal('0.5') },
      {
        kind: AmountTooHigh,
        path: 'targetAmount',
        message: 'Send at most 1200000.00 EUR on this route.',
        arguments: ['1200000.00', 'EUR'],
      },
    ],
  ])('refuses a request, because %s', (_because, change, fault) => {
    expect(priceOptions({ ...request, ...change })).toEqual({ faults: [fault] })
  })

  it('accepts the minimum and the maximum target amount', () => {
    for (const providedMinor of [minTargetMinor, maxTargetMinor])
      expect(optionsOf({ provided: 'TARGET', providedMinor })[0]?.targetMinor).toBe(providedMinor)
  })

  it('accepts the minimum source amount of a route that has one', () => {
    expect(optionsOf({ ...toCanada, providedMinor: 15_00n })[0]?.sourceMinor).toBe(15_00n)
  })

  it.each<[request: string, Partial<PriceRequest>, beyond: bigint]>([
    [
      'a target amount that costs less than the minimum source amount',
      { ...toCanada, provided: 'TARGET', providedMinor: 1_00n },
      -1n,
    ],
    [
      'a source amount that buys more than the maximum target amount',
      { providedMinor: MINOR_MAX },
      1n,
    ],
  ])('D93: the fault of %s contains the exact limit', (_of, change, beyond) => {
    const result = priceOptions({ ...request, ...change })
    const [limit] = ('faults' in result && result.faults[0]?.arguments) || []
    const limitMinor = BigInt(String(limit).replace('.', ''))
    expect(optionsOf({ ...change, providedMinor: limitMinor })).not.toEqual([])
    expect(
      priceOptions({ ...request, ...change, providedMinor: limitMinor + beyond }),
    ).toHaveProperty('faults')
  })

  it('has each pay-in method of the route once, the chosen one first', () => {
    const options = optionsOf({ preferredPayIn: 'CARD' })
    const others = request.route.payIns.filter((payIn) => payIn !== 'CARD')
    expect(options.map(({ payIn }) => payIn)).toEqual(['CARD', ...others])
  })

  it('leaves out a pay-in method whose fee takes the whole amount', () => {
    // At this rate 0.45 GBP buys enough euros, and the fee of a card is above 0.45 GBP.
    const options = optionsOf({ rate: decimal('1000'), providedMinor: 45n })
    expect(options.map(({ payIn }) => payIn)).toEqual(['BANK_TRANSFER', 'BALANCE'])
  })

  it('throws for a route without a default pay-in method, because such a route is a bug', () => {
    const route = { ...request.route, payIns: [] }
    expect(() => priceOptions({ ...request, route })).toThrow('GBP has no default pay-in method')
  })
})

describe('withUsability', () => {
  const option = { payIn: 'BALANCE', sourceMinor: 100n, targetMinor: 100n } as PricedOption
  const earlierReason = { code: 'earlier', message: 'The reason of an earlier check.' }
  const disabledBecause = (message: unknown) => ({ code: 'error.payInmethod.disabled', message })

  it.each([
    [
      'without a balance',
      'Open a GBP balance and add money to it to pay for your transfers immediately.',
      undefined,
    ],
    [
      'from a balance of 99 pence',
      'Your GBP balance does not cover this amount. Add money to it to pay immediately.',
      99n,
    ],
  ])('disables a payment of 100 pence %s with the reason %j', (_from, message, available) => {
    const usable = withUsability({ ...option, disabled: earlierReason }, pair, available)
    expect(usable.disabled).toEqual(disabledBecause(message))
  })

  it('enables a payment of 100 pence from a balance of 100 pence, which an earlier check had disabled', () => {
    const usable = withUsability({ ...option, disabled: earlierReason }, pair, 100n)
    expect(usable.disabled).toBeUndefined()
  })

  it.each([
    [0n, 'less than 1.00 EUR', 'nothing would arrive'],
    [99n, 'less than 1.00 EUR', 'the amount is below the minimum'],
    [100n, 'none', 'the amount is the minimum'],
    [10n ** 12n, 'more than 1200000.00 EUR', 'the amount is above the maximum'],
  ])('of %s cents from a card gives the reason: %s, because %s', (targetMinor, text, _) => {
    const usable = withUsability({ ...option, payIn: 'CARD', targetMinor }, pair, undefined)
    const reason = disabledBecause(expect.stringContaining(text))
    expect(usable.disabled).toEqual(text === 'none' ? undefined : reason)
  })
})

it.each([
  [minTargetMinor - 1n, false],
  [minTargetMinor, true],
  [maxTargetMinor, true],
  [maxTargetMinor + 1n, false],
])('D16: a target amount of %s minor units is sendable: %s', (targetMinor, sendable) => {
  expect(isSendable(pair, { sourceMinor: 100n, targetMinor })).toBe(sendable)
})
