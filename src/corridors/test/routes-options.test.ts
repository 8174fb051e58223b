import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Decimal, decimal, decimalText, divide } from '../../kernel/decimal.ts'
import { exchange, MINOR_MAX, scaleOf } from '../../kernel/money.ts'
import { partnerFeeMinor } from '../routes/fees.ts'
import {
  crossRate,
  feePercentage,
  findRoute,
  midMarket,
  optionFromSource,
  optionFromTarget,
  payInOptions,
  sourceCurrencies,
  targetCurrencies,
} from '../routes/index.ts'
import { RATE_PRECISION } from '../routes/minor-rates.ts'
import type { OptionAmounts, OptionInput } from '../routes/options.ts'
import { tariffFee, tariffOf } from '../routes/tariffs.ts'

/** There are some 24,000 pairs of currencies, each with many amounts. */
const TIMEOUT_MS = 120_000
const units = new Map(Object.entries(midMarket.perUsd).map(([code, text]) => [code, decimal(text)]))
const perUsd = (currency: string) => units.get(currency) ?? decimal('1')
const pairs = sourceCurrencies.flatMap((source) =>
  targetCurrencies.map((target) => ({ source, target, rate: crossRate(source, target, perUsd) })),
)

/** Amounts of every length up to the limit, each length equally likely. */
const amountMinor = fc
  .tuple(fc.integer({ min: 1, max: 15 }), fc.bigInt({ min: 1n, max: MINOR_MAX }))
  .map(([length, n]) => 1n + (n % (10n ** BigInt(length) - 1n)))

const methodNumber = fc.nat({ max: 1_000 })
const partner = fc.constantFrom<Decimal | undefined>(undefined, decimal('0.005'), decimal('0.0123'))

describe('an option', () => {
  it('of 100 euros from dollars has the amounts of the sample in Facts 6', () => {
    const option = amounts(optionFromTarget(usdToEur, 100_00n))
    expect(option.sourceAmountMinor).toBe(115_95n)
    expect(option.feeTotalMinor).toBe(88n)
    expect(decimalText(feePercentage(option))).toBe('0.0076')
  })

  it('sums its fee: provider + pay-in - discount + partner', () => {
    const input = { ...usdToEur, payIn: 'DEBIT', partner: decimal('0.005') } as const
    expect(optionFromSource(input, 100_000_00n)).toEqual({
      sourceAmountMinor: 100_000_00n,
      providerMinor: 450_36n,
      payInMinor: 950_15n,
      discountMinor: 54_00n,
      partnerMinor: 500_00n,
      feeTotalMinor: 450_36n + 950_15n - 54_00n + 500_00n,
      targetAmountMinor: 85_296_56n,
    })
  })

  it.each([
    [1n, 'fee-exceeds-source', 'the minimum is 45 cents'],
    [45n, 'fee-exceeds-source', 'nothing would be left'],
    [MINOR_MAX + 1n, 'amount-too-large', 'the amount has sixteen digits'],
  ])('of a source amount of %s is refused as %s, because %s', (minor, refused) => {
    expect(optionFromSource(usdToEur, minor)).toEqual({ refused })
  })

  it('of a source amount one cent above the fee exchanges one cent', () => {
    expect(optionFromSource(usdToEur, 46n)).toMatchObject({ targetAmountMinor: 1n })
  })

  it('is refused when the source amount or the target amount would have sixteen digits', () => {
    const inputOfPair = (source: string, target: string): OptionInput => ({
      ...usdToEur,
      ...{ source, target, rate: crossRate(source, target, perUsd) },
    })
    const tooLarge = { refused: 'amount-too-large' }
    expect(optionFromSource(inputOfPair('KWD', 'LBP'), MINOR_MAX)).toEqual(tooLarge)
    expect(optionFromTarget(inputOfPair('LBP', 'KWD'), MINOR_MAX)).toEqual(tooLarge)
    expect(optionFromTarget(usdToEur, MINOR_MAX + 1n)).toEqual(tooLarge)
  })

  it.each([0n, -1n])('of an amount of %s throws RangeError', (minor) => {
    expect(() => optionFromSource(usdToEur, minor)).toThrow(RangeError)
    expect(() => optionFromTarget(usdToEur, minor)).toThrow(RangeError)
  })

  it('with a partner fee of more than half the amount throws RangeError', () => {
    const greedy = { ...usdToEur, partner: decimal('0.51') }
    expect(() => optionFromSource(greedy, 100_00n)).toThrow(RangeError)
  })
})

describe('at extreme rates', () => {
  it('D110: the smallest source amounts of 378 cases are found within 200 ms of processor time', () => {
    const cases: { input: OptionInput; minor: bigint }[] = []
    for (let scale = 0; scale <= 20; scale += 1)
      for (const digits of [1n, 3n, 9_999_999_999n])
        for (const share of [undefined, decimal('0.5')])
          for (const minor of [1n, 1_000n, 10n ** 9n]) {
            const rate = { digits, scale }
            const input = { ...usdToEur, source: 'IDR', target: 'KWD', rate, partner: share }
            cases.push({ input, minor })
          }
    const started = process.threadCpuUsage()
    const options = cases.map(({ input, minor }) => optionFromTarget(input, minor))
    const { user } = process.threadCpuUsage(started)
    expect(user / 1_000, 'milliseconds').toBeLessThan(200)
    let found = 0
    for (const [n, { input, minor }] of cases.entries()) {
      const option = options[n]!
      if ('refused' in option) {
        expect(option.refused).toBe('amount-too-large')
        expect(targetOf(input, MINOR_MAX) ?? 0n).toBeLessThan(minor)
      } else {
        found++
        requireLeast(input, minor, option.sourceAmountMinor)
      }
    }
    expect(found).toBeGreaterThan(cases.length / 2)
  })
})

describe('on every pair of the catalogue', { timeout: TIMEOUT_MS }, () => {
  it('a source amount less its fee is exchanged, rounded half up', () => {
    fc.assert(
      fc.property(
        amountMinor,
        methodNumber,
        methodNumber,
        partner,
        (sourceMinor, payInNumber, payOutNumber, share) => {
          for (const pair of pairs) {
            const input = inputOf(pair, payInNumber, payOutNumber, share)
            const option = optionFromSource(input, sourceMinor)
            const fee = feeOf(input, sourceMinor)
            const target = targetOf(input, sourceMinor)
            if ('refused' in option) {
              const isTooLarge = (target ?? 0n) > MINOR_MAX
              expect(option.refused).toBe(isTooLarge ? 'amount-too-large' : 'fee-exceeds-source')
              expect(isTooLarge || fee >= sourceMinor).toBe(true)
            } else if (option.feeTotalMinor !== fee || option.targetAmountMinor !== target) {
              expect.unreachable(
                `${label(input)} ${sourceMinor}: ${JSON.stringify(option, bigintAsText)}`,
              )
            }
          }
        },
      ),
      { numRuns: 6 },
    )
  })

  it('a source amount reaches its target amount, and the twelve amounts below it do not', () => {
    fc.assert(
      fc.property(
        amountMinor,
        methodNumber,
        methodNumber,
        partner,
        (targetMinor, payInNumber, payOutNumber, share) => {
          for (const pair of pairs) {
            const input = inputOf(pair, payInNumber, payOutNumber, share)
            const option = optionFromTarget(input, targetMinor)
            if ('refused' in option) {
              expect(option.refused).toBe('amount-too-large')
              expect(targetOf(input, MINOR_MAX) ?? 0n, label(input)).toBeLessThan(targetMinor)
              continue
            }
            const { sourceAmountMinor, feeTotalMinor } = option
            if (
              option.targetAmountMinor !== targetMinor ||
              feeTotalMinor !== feeOf(input, sourceAmountMinor)
            )
              expect.unreachable(
                `${label(input)} ${targetMinor}: ${JSON.stringify(option, bigintAsText)}`,
              )
            requireLeast(input, targetMinor, sourceAmountMinor)
          }
        },
      ),
      { numRuns: 4 },
    )
  })

  it('no smaller source amount reaches the target amount, up to 20,000 minor units', () => {
    const anyPair = fc.constantFrom(...pairs)
    fc.assert(
      fc.property(
        anyPair,
        methodNumber,
        methodNumber,
        partner,
        fc.bigInt(1n, 400n),
        (pair, payInNumber, payOutNumber, share, minor) => {
          const input = inputOf(pair, payInNumber, payOutNumber, share)
          const option = optionFromTarget(input, minor)
          fc.pre(!('refused' in option) && option.sourceAmountMinor <= 20_000n)
          for (let less = 1n; less < option.sourceAmountMinor; less++)
            if ((targetOf(input, less) ?? 0n) >= minor)
              expect.unreachable(`${label(input)}: ${less} is enough for ${minor}`)
          expect(targetOf(input, option.sourceAmountMinor)).toBeGreaterThanOrEqual(minor)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('converting a source amount to its target amount and back never needs a greater source amount', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs),
        methodNumber,
        methodNumber,
        partner,
        amountMinor,
        (pair, payInNumber, payOutNumber, share, minor) => {
          const input = inputOf(pair, payInNumber, payOutNumber, share)
          const there = optionFromSource(input, minor)
          fc.pre(!('refused' in there) && there.targetAmountMinor > 0n)
          const back = amounts(optionFromTarget(input, there.targetAmountMinor))
          expect(back.sourceAmountMinor).toBeLessThanOrEqual(minor)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const usdToEur: OptionInput = {
  source: 'USD',
  target: 'EUR',
  payIn: 'BALANCE',
  payOut: 'BANK_TRANSFER',
  rate: decimal('0.869012'),
}

// In minor units. The fee of a smaller amount is smaller by less than the amount is, apart from a few minor units of rounding.
// So when this many smaller amounts are all too small, every smaller amount is.
const SMALLER_AMOUNTS_CHECKED = 12n

function requireLeast(input: OptionInput, targetMinor: bigint, sourceMinor: bigint): void {
  if ((targetOf(input, sourceMinor) ?? 0n) < targetMinor)
    expect.unreachable(`${label(input)}: ${sourceMinor} does not reach ${targetMinor}`)
  for (let less = sourceMinor - SMALLER_AMOUNTS_CHECKED; less < sourceMinor; less++)
    if (less > 0n && (targetOf(input, less) ?? 0n) >= targetMinor)
      expect.unreachable(`${label(input)}: ${less} is enough for ${targetMinor}`)
}

function inputOf(
  pair: (typeof pairs)[number],
  payInNumber: number,
  payOutNumber: number,
  share: Decimal | undefined,
): OptionInput {
  const ins = payInOptions(pair.source)
  const outs = findRoute(pair.source, pair.target)?.payOuts ?? []
  return {
    ...pair,
    payIn: ins[payInNumber % ins.length] ?? 'BANK_TRANSFER',
    payOut: outs[payOutNumber % outs.length] ?? 'BANK_TRANSFER',
    partner: share,
  }
}

function feeOf({ partner: share, rate, ...route }: OptionInput, sourceAmountMinor: bigint): bigint {
  const { providerMinor, payInMinor, discountMinor } = tariffFee(tariffOf(route), sourceAmountMinor)
  const tariffMinor = providerMinor + payInMinor - discountMinor
  const leastMinor =
    route.source === route.target ? 0n : minimumFeeOf({ ...route, rate }, sourceAmountMinor)
  const partnerMinor = share === undefined ? 0n : partnerFeeMinor(share, sourceAmountMinor)
  return (tariffMinor > leastMinor ? tariffMinor : leastMinor) + partnerMinor
}

/** Half a minor unit of the target and half the last digit of the rate, in source minor units (D110). */
function minimumFeeOf({ source, target, rate }: OptionInput, sourceMinor: bigint): bigint {
  const targetMinorPerUnit = 10n ** BigInt(scaleOf(target))
  const sourceMinorPerUnit = 10n ** BigInt(scaleOf(source))
  const halfUnit = sourceMinorPerUnit * 10n ** BigInt(rate.scale) * RATE_PRECISION
  const halfDigit = sourceMinor * rate.digits * targetMinorPerUnit
  return divide(halfUnit + halfDigit, 2n * rate.digits * targetMinorPerUnit * RATE_PRECISION, 'up')
}

/** The target amount. Undefined when the fee is at least the source amount. */
function targetOf(input: OptionInput, sourceMinor: bigint): bigint | undefined {
  const minor = sourceMinor - feeOf(input, sourceMinor)
  if (minor <= 0n) return undefined
  return exchange({ minor, currency: input.source }, input.rate, input.target, 'half_up')
}

function amounts(option: ReturnType<typeof optionFromTarget>): OptionAmounts {
  if ('refused' in option) throw new Error(option.refused)
  return option
}

function label({ source, target, payIn, payOut }: OptionInput): string {
  return `${source}-${target} ${payIn} ${payOut}`
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
