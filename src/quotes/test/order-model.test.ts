import { describe, expect, it } from 'vitest'
import type { PayIn, PayOut } from '../../corridors/index.ts'
import {
  AmountImprecise,
  CurrencyRetired,
  CurrencyUnknown,
  NotPositive,
  OnlyOneAmount,
  PayInNotSupported,
  PayOutNotSupported,
  RouteNotSupported,
} from '../errors.ts'
import { type OrderInput, readOrder, routeOf } from '../pricing/order.ts'

const gbpEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR' }
const pair = { source: 'GBP', target: 'EUR' }

describe('readOrder', () => {
  it('reads a source amount in minor units of the source currency', () => {
    const order = { ...pair, provided: 'SOURCE', providedMinor: 1250n }
    expect(readOrder({ ...gbpEur, sourceAmount: '12.5' })).toEqual(order)
  })

  it('reads a target amount in minor units of the target currency', () => {
    const order = { ...pair, target: 'JPY', provided: 'TARGET', providedMinor: 1250n }
    const input = { ...gbpEur, targetCurrency: 'JPY', targetAmount: '1250' }
    expect(readOrder(input)).toEqual(order)
  })

  it.each([
    ['0.01', 1n],
    ['9999999999999.99', 999_999_999_999_999n],
  ])('accepts the least and the greatest amount: %s', (sourceAmount, providedMinor) => {
    expect(readOrder({ ...gbpEur, sourceAmount })).toMatchObject({ providedMinor })
  })

  it.each<[because: string, OrderInput, faults: readonly object[]]>([
    [
      'the amount is negative',
      { ...gbpEur, sourceAmount: '-1' },
      [{ kind: NotPositive, path: 'sourceAmount', arguments: ['-1'] }],
    ],
    [
      'the amount has three decimals',
      { ...gbpEur, targetAmount: '1.001' },
      [{ kind: AmountImprecise, path: 'targetAmount', arguments: ['1.001'] }],
    ],
    [
      'the source currency has no decimals',
      { ...gbpEur, sourceCurrency: 'JPY', sourceAmount: '1.5' },
      [{ kind: AmountImprecise, path: 'sourceAmount', arguments: ['1.5'] }],
    ],
    [
      'the source currency was replaced',
      { ...gbpEur, sourceCurrency: 'DEM', sourceAmount: '1' },
      [{ kind: CurrencyRetired, path: 'sourceCurrency', arguments: ['DEM'] }],
    ],
    [
      'the target currency does not exist',
      { ...gbpEur, targetCurrency: 'XXX', sourceAmount: '1' },
      [{ kind: CurrencyUnknown, path: 'targetCurrency', arguments: ['XXX'] }],
    ],
    [
      'zero is not positive in any currency, also in an unknown one',
      { ...gbpEur, sourceCurrency: 'XXX', sourceAmount: '0' },
      [
        { kind: CurrencyUnknown, path: 'sourceCurrency', arguments: ['XXX'] },
        { kind: NotPositive, path: 'sourceAmount', arguments: ['0'] },
      ],
    ],
    [
      'zero is not positive',
      { ...gbpEur, sourceAmount: '0' },
      [{ kind: NotPositive, path: 'sourceAmount', arguments: ['0'] }],
    ],
    [
      'the amount has sixteen digits with its pence',
      { ...gbpEur, sourceAmount: '10000000000000' },
      [{ kind: AmountImprecise, path: 'sourceAmount', arguments: ['10000000000000'] }],
    ],
    ['the order has no amount', gbpEur, [{ kind: OnlyOneAmount }]],
    [
      'the order has both amounts',
      { ...gbpEur, sourceAmount: '1', targetAmount: '1' },
      [{ kind: OnlyOneAmount }],
    ],
    [
      'the order has both amounts, and one is zero',
      { ...gbpEur, sourceAmount: '1', targetAmount: '0' },
      [{ kind: OnlyOneAmount }, { kind: NotPositive, path: 'targetAmount', arguments: ['0'] }],
    ],
    [
      'the kuna was replaced, and XXX is not a currency',
      { sourceCurrency: 'HRK', targetCurrency: 'XXX', sourceAmount: '5' },
      [
        { kind: CurrencyRetired, path: 'sourceCurrency', arguments: ['HRK'] },
        { kind: CurrencyUnknown, path: 'targetCurrency', arguments: ['XXX'] },
      ],
    ],
    [
      'currency codes are upper case',
      { ...gbpEur, sourceCurrency: 'gbp', sourceAmount: '5' },
      [{ kind: CurrencyUnknown, path: 'sourceCurrency', arguments: ['gbp'] }],
    ],
  ])('refuses an order, because %s', (_because, input, faults) => {
    expect(readOrder(input)).toEqual({ faults })
  })

  // The first and the last code of the list of retired currencies, and the codes before and after a line break in it.
  it.each(['ADP', 'CYP', 'DDM', 'ZWR'])('refuses %s as retired, not as unknown', (code) => {
    expect(readOrder({ ...gbpEur, targetCurrency: code, sourceAmount: '1' })).toEqual({
      faults: [{ kind: CurrencyRetired, path: 'targetCurrency', arguments: [code] }],
    })
  })

  it('refuses an empty currency as unknown, not as retired', () => {
    expect(readOrder({ ...gbpEur, targetCurrency: '', sourceAmount: '1' })).toEqual({
      faults: [{ kind: CurrencyUnknown, path: 'targetCurrency', arguments: [''] }],
    })
  })
})

describe('routeOf', () => {
  it.each([null, 'BALANCE'] as const)('is the route of the pair, with pay-in %s', (payIn) => {
    expect(routeOf(pair, 'BANK_TRANSFER', payIn)).toMatchObject(pair)
  })

  const fromYen = { source: 'JPY', target: 'EUR' }
  const noPayOut = { kind: PayOutNotSupported, arguments: ['CA_NETWORK', 'EUR'] }
  const noPayIn = { kind: PayInNotSupported, arguments: ['DIRECT_DEBIT', 'JPY'] }

  it.each<[because: string, between: typeof pair, PayOut, PayIn | null, faults: readonly object[]]>(
    [
      [
        'yuan can only be received',
        { source: 'CNY', target: 'EUR' },
        'BANK_TRANSFER',
        null,
        [{ kind: RouteNotSupported, arguments: ['CNY-EUR'] }],
      ],
      ['the Canadian network pays no euros', pair, 'CA_NETWORK', null, [noPayOut]],
      ['yen cannot be collected', fromYen, 'BANK_TRANSFER', 'DIRECT_DEBIT', [noPayIn]],
      ['neither method exists', fromYen, 'CA_NETWORK', 'DIRECT_DEBIT', [noPayOut, noPayIn]],
    ],
  )('has faults, because %s', (_because, between, payOut, payIn, faults) => {
    expect(routeOf(between, payOut, payIn)).toEqual({ faults })
  })
})
