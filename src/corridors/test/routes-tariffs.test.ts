import { describe, expect, it } from 'vitest'
import { decimal } from '../../kernel/decimal.ts'
import { toWire } from '../../kernel/money.ts'
import { PPM } from '../routes/catalogue-amounts.ts'
import { partnerFeeMinor } from '../routes/fees.ts'
import {
  findRoute,
  midMarket,
  type PayIn,
  type PayOut,
  payInOptions,
  sourceCurrencies,
  targetCurrencies,
} from '../routes/index.ts'
import { type TariffInput, tariffFee, tariffOf } from '../routes/tariffs.ts'

type Row = [
  source: string,
  target: string,
  payIn: PayIn,
  payOut: PayOut,
  sourceAmountMinor: bigint,
  providerMinor: bigint,
  payInMinor: bigint,
  discountMinor: bigint,
  because: string,
]

describe('the fee of a tariff', () => {
  it.each<Row>([
    [
      'USD',
      'EUR',
      'BALANCE',
      'BANK_TRANSFER',
      115_95n,
      88n,
      0n,
      0n,
      'the fee is 0.36 dollars and 0.45 %',
    ],
    ['USD', 'EUR', 'BANK_TRANSFER', 'BANK_TRANSFER', 115_95n, 88n, 0n, 0n, 'paying in is free'],
    ['USD', 'EUR', 'BALANCE', 'BALANCE', 115_95n, 47n, 0n, 0n, 'a conversion has no fixed part'],
    ['USD', 'EUR', 'BALANCE', 'SWIFT', 115_95n, 4_78n, 0n, 0n, 'SWIFT costs 3.90 more'],
    [
      'USD',
      'EUR',
      'BALANCE',
      'SWIFT_OUR',
      115_95n,
      13_88n,
      0n,
      0n,
      'the sender pays all charges of SWIFT_OUR',
    ],
    [
      'USD',
      'EUR',
      'CREDIT',
      'BANK_TRANSFER',
      115_95n,
      88n,
      3_74n,
      0n,
      'credit cards cost 3.74 more',
    ],
    ['USD', 'EUR', 'BALANCE', 'BANK_TRANSFER', 10_00n, 45n, 0n, 0n, 'there is a minimum'],
    [
      'USD',
      'EUR',
      'BALANCE',
      'BANK_TRANSFER',
      1_00n,
      45n,
      0n,
      0n,
      'the minimum does not depend on the amount',
    ],
    [
      'USD',
      'USD',
      'BALANCE',
      'BANK_TRANSFER',
      101_13n,
      1_13n,
      0n,
      0n,
      'the fee within a currency is fixed',
    ],
    [
      'USD',
      'USD',
      'BALANCE',
      'BANK_TRANSFER',
      99_999_99n,
      1_13n,
      0n,
      0n,
      'the fixed price does not depend on the amount',
    ],
    ['USD', 'USD', 'BALANCE', 'SWIFT', 101_13n, 5_73n, 0n, 0n, 'dollars abroad cost 4.60 more'],
    ['GBP', 'USD', 'BALANCE', 'SWIFT', 100_00n, 4_16n, 0n, 0n, '3.50 pounds are 4.60 dollars'],
    ['GBP', 'GBP', 'BALANCE', 'BALANCE', 100_00n, 0n, 0n, 0n, 'nothing is exchanged or sent'],
    [
      'USD',
      'EUR',
      'BALANCE',
      'BANK_TRANSFER',
      100_000_00n,
      450_36n,
      0n,
      54_00n,
      'there is a discount above 20,000',
    ],
    [
      'USD',
      'EUR',
      'BALANCE',
      'BANK_TRANSFER',
      20_000_00n,
      90_36n,
      0n,
      0n,
      'up to 20,000 there is no discount',
    ],
    ['USD', 'CAD', 'BALANCE', 'CA_NETWORK', 100_00n, 1_52n, 0n, 0n, 'the network costs 0.75 more'],
    ['JPY', 'EUR', 'BALANCE', 'BANK_TRANSFER', 10_000n, 104n, 0n, 0n, 'yen have no decimals'],
  ])(
    '%s-%s %s %s of %s minor units is provider %s + pay-in %s - discount %s, because %s',
    (...row) => {
      const [source, target, payIn, payOut, sourceAmountMinor, ...items] = row
      const [providerMinor, payInMinor, discountMinor] = items
      const fee = feeOf({ source, target, payIn, payOut, sourceAmountMinor })
      expect(fee).toEqual({ providerMinor, payInMinor, discountMinor })
    },
  )

  it('throws for a route that does not exist', () => {
    const rest = { payIn: 'BALANCE', payOut: 'BANK_TRANSFER', sourceAmountMinor: 1n } as const
    expect(() => feeOf({ source: 'CNY', target: 'EUR', ...rest })).toThrow(RangeError)
    expect(() => feeOf({ source: 'EUR', target: 'GHS', ...rest })).toThrow(RangeError)
  })
})

it("an application's own fee is its fraction of the source amount, rounded half up once", () => {
  expect(partnerFeeMinor(decimal('0.005'), 101_00n)).toBe(51n)
  expect(partnerFeeMinor(decimal('0.005'), 100_99n)).toBe(50n)
})

describe('the tariffs of every corridor', () => {
  const pairs = sourceCurrencies.flatMap((source) =>
    targetCurrencies.map((target) => ({ source, target })),
  )

  it('have a variable part of 0.33 to 2.8 %, and no variable part within a currency', () => {
    for (const { source, target } of pairs) {
      const { variablePpm } = tariffOf({
        source,
        target,
        payIn: 'BANK_TRANSFER',
        payOut: 'BANK_TRANSFER',
      })
      const isInRange = variablePpm >= 3_300n && variablePpm <= 28_000n
      expect(source === target ? variablePpm === 0n : isInRange, `${source}-${target}`).toBe(true)
    }
  })

  it('have a fixed part, and between two currencies a minimum, which is below the fee at which the discount begins', () => {
    for (const { source, target } of pairs) {
      const tariff = tariffOf({ source, target, payIn: 'BANK_TRANSFER', payOut: 'BANK_TRANSFER' })
      expect(tariff.fixedMinor > 0n, source).toBe(true)
      if (source === target) continue
      expect(tariff.minimumMinor > tariff.fixedMinor, source).toBe(true)
      const atDiscount = tariff.fixedMinor + (tariff.discountFromMinor * tariff.variablePpm) / PPM
      expect(atDiscount > tariff.minimumMinor, `${source}-${target}`).toBe(true)
    }
  })

  it('have a fixed part worth 0.30 to 0.60 dollars, from every other currency to EUR', () => {
    for (const source of sourceCurrencies) {
      const route = {
        source,
        target: 'EUR',
        payIn: 'BANK_TRANSFER',
        payOut: 'BANK_TRANSFER',
      } as const
      if (source === 'EUR') continue
      const fixed = { minor: tariffOf(route).fixedMinor, currency: source }
      const worth = toWire(fixed) / Number(midMarket.perUsd[source])
      expect(worth, source).toBeGreaterThanOrEqual(0.3)
      expect(worth, source).toBeLessThanOrEqual(0.6)
    }
  })

  it('are lowest to a balance, higher by bank transfer, higher still by SWIFT, and highest by SWIFT_OUR', () => {
    for (const { source, target } of pairs) {
      if (!findRoute(source, target)?.payOuts.includes('BALANCE')) continue
      const sourceAmountMinor =
        10n * tariffOf({ source, target, payIn: 'BANK_TRANSFER', payOut: 'SWIFT' }).surchargeMinor
      const [conversion, transfer, swift, our] = (
        ['BALANCE', 'BANK_TRANSFER', 'SWIFT', 'SWIFT_OUR'] as const
      ).map(
        (payOut) =>
          feeOf({ source, target, payIn: 'BANK_TRANSFER', payOut, sourceAmountMinor })
            .providerMinor,
      )
      const isRising = [conversion, transfer, swift, our].every(
        (fee, n, all) => n === 0 || (fee ?? 0n) > (all[n - 1] ?? 0n),
      )
      expect(isRising, `${source}-${target}`).toBe(true)
    }
  })

  it('add nothing for paying in from a balance or by bank transfer, and a fee for any other method', () => {
    for (const source of sourceCurrencies) {
      if (findRoute(source, 'EUR') === undefined) continue
      for (const payIn of payInOptions(source)) {
        const { payInMinor } = feeOf({
          source,
          target: 'EUR',
          payIn,
          payOut: 'BANK_TRANSFER',
          sourceAmountMinor: 10n ** 9n,
        })
        expect(payInMinor > 0n, `${source} ${payIn}`).toBe(
          !['BALANCE', 'BANK_TRANSFER'].includes(payIn),
        )
      }
    }
  })
})

function feeOf({
  sourceAmountMinor,
  ...route
}: TariffInput & { readonly sourceAmountMinor: bigint }) {
  return tariffFee(tariffOf(route), sourceAmountMinor)
}
