import isoCountries from 'i18n-iso-countries'
import { describe, expect, it } from 'vitest'
import { decimal, decimalText } from '../../kernel/decimal.ts'
import { findScale, MINOR_MAX, supportsDecimals } from '../../kernel/money.ts'
import { accountForms, emailOnlyCurrencies } from '../forms/index.ts'
import { catalogue } from '../routes/catalogue/index.ts'
import { countryOf } from '../routes/currencies.ts'
import {
  balanceCurrencies,
  crossRate,
  currencies,
  findRoute,
  limitsOf,
  midMarket,
  type PayOut,
  payInOptions,
  sourceCurrencies,
  targetCurrencies,
} from '../routes/index.ts'
import { referenceRule } from '../routes/references.ts'

const perUsd = (currency: string) => decimal(midMarket.perUsd[currency] ?? '')

describe('the list of currencies', () => {
  it('has 163 entries in alphabetical order without duplicates', () => {
    const codes = currencies.map(({ code }) => code)
    expect(codes).toHaveLength(163)
    expect(codes).toEqual([...new Set(codes)].sort())
  })

  it('has a scale, a name, a symbol and at least one country for each currency', () => {
    for (const { code, name, symbol, countryKeywords, supportsDecimals: decimals } of currencies) {
      expect(findScale(code), code).toBeDefined()
      expect(name.length, code).toBeGreaterThan(3)
      expect(symbol.length, code).toBeGreaterThan(0)
      expect(countryKeywords.length, code).toBeGreaterThan(2)
      expect(decimals, code).toBe(supportsDecimals(code))
    }
  })

  it('finds a currency by the codes and the names of its countries', () => {
    const words = (code: string) => currencies.find((entry) => entry.code === code)?.countryKeywords
    expect(words('GBP')).toEqual(expect.arrayContaining(['GB', 'GBR', 'United Kingdom']))
    expect(words('EUR')).toEqual(expect.arrayContaining(['DE', 'DEU', 'Germany', 'Bulgaria']))
    // Timor-Leste uses the US dollar.
    expect(words('USD')).toContain('TL')
    expect(words('IDR')).not.toContain('TL')
  })

  it.each([
    ['EUR', 'DE'],
    ['GBP', 'GB'],
    ['USD', 'US'],
    ['XOF', 'SN'],
  ])('has the main country of %s: %s', (currency, country) => {
    expect(countryOf(currency)).toBe(country)
  })

  it('names only countries that exist', () => {
    for (const [code, { countries }] of catalogue)
      for (const country of countries.split(' '))
        expect(isoCountries.getName(country, 'en'), `${code} ${country}`).toBeDefined()
  })
})

describe('routes', () => {
  it.each([
    ['USD', 'EUR', true, 'because both are everyday currencies'],
    ['EUR', 'EUR', true, 'because money can be sent within a currency'],
    ['GBP', 'AFN', true, 'because a recipient without a bank form is identified by email'],
    ['AFN', 'GBP', true, 'because every target but one is a source too'],
    ['EUR', 'CNY', true, 'because yuan can be received'],
    ['CNY', 'EUR', false, 'because yuan cannot be sent from'],
    ['CNY', 'CNY', false, 'because yuan cannot be sent from, not even to itself'],
    ['EUR', 'BWP', false, 'because the pula has no form at all'],
    ['EUR', 'GHS', false, 'because the cedi has no form at all'],
    ['ZMW', 'EUR', false, 'because a currency that cannot be received cannot be sent from'],
    ['EUR', 'HRK', false, 'because the euro replaced the kuna'],
    ['EUR', 'ABC', false, 'because the currency is unknown'],
    ['constructor', 'EUR', false, 'because the name of an object property is not a currency'],
  ])('from %s to %s exist: %s, %s', (source, target, supported) => {
    expect(findRoute(source, target) !== undefined).toBe(supported)
  })

  it('come from 154 sources and go to 155 targets', () => {
    expect(sourceCurrencies).toHaveLength(154)
    expect(targetCurrencies).toHaveLength(155)
    expect(targetCurrencies.filter((code) => !sourceCurrencies.includes(code))).toEqual(['CNY'])
  })

  it('lead to balances in the 54 currencies with a bank form', () => {
    expect(balanceCurrencies).toHaveLength(54)
    expect(balanceCurrencies).toEqual(expect.arrayContaining(['GBP', 'CNY', 'UYU', 'FJD']))
    expect(balanceCurrencies).not.toContain('ISK')
  })

  it('lead to the currencies that recipients have forms for, and to no other', () => {
    const withBankForm = currencies
      .map(({ code }) => code)
      .filter((target) =>
        accountForms({ source: 'GBP', target }, undefined, 1).some(({ type }) => type !== 'email'),
      )
    expect(balanceCurrencies).toEqual(withBankForm)
    expect(targetCurrencies).toEqual([...balanceCurrencies, ...emailOnlyCurrencies].sort())
  })

  it.each([
    [
      'USD',
      'BALANCE DIRECT_DEBIT BANK_TRANSFER DEBIT CREDIT CARD',
      'dollars have every pay-in method',
    ],
    ['GBP', 'BALANCE BANK_TRANSFER DEBIT CREDIT CARD', 'direct debit is for USD and CAD'],
    ['KES', 'BALANCE BANK_TRANSFER', 'cards are for the major currencies'],
    ['ISK', 'BANK_TRANSFER', 'no balance is held in krónur'],
    ['CNY', '', 'nothing can be sent from yuan'],
  ])('have the pay-in methods from %s: %s, because %s', (source, methods) => {
    expect(payInOptions(source).join(' ')).toBe(methods)
  })

  it.each([
    ['CAD', 'BANK_TRANSFER BALANCE SWIFT SWIFT_OUR CA_NETWORK', 'the network is Canadian'],
    ['EUR', 'BANK_TRANSFER BALANCE SWIFT SWIFT_OUR', 'balances are held in euros'],
    ['ISK', 'BANK_TRANSFER SWIFT SWIFT_OUR', 'no balance is held in krónur'],
    ['GHS', '', 'nothing can be sent to cedis'],
  ])('have the pay-out methods to %s: %s, because %s', (target, methods) => {
    expect(findRoute('GBP', target)?.payOuts.join(' ') ?? '').toBe(methods)
  })
})

describe('mid-market rates', () => {
  it('have six significant digits or more for every currency, and a time', () => {
    expect(Temporal.Instant.from(midMarket.asOf).toString()).toBe(midMarket.asOf)
    expect(Object.keys(midMarket.perUsd)).toHaveLength(163)
    for (const [code, text] of Object.entries(midMarket.perUsd))
      expect(text.replace('.', '').replace(/^0+/, '').length, code).toBeGreaterThanOrEqual(6)
  })

  it.each([
    ['USD', 'EUR', '0.869012', 'the table is in dollars'],
    ['EUR', 'USD', '1.150732096', 'a quotient has ten significant digits'],
    ['GBP', 'GBP', '1', 'a currency is worth itself'],
    ['VND', 'KWD', '0.00001164737142', 'leading zeros are not significant'],
  ])('%s-%s is %s, because %s', (source, target, rate) => {
    expect(decimalText(crossRate(source, target, perUsd))).toBe(rate)
  })

  it('have ten significant digits at most, and differ from the quotient by at most half of the tenth, for every pair', () => {
    for (const source of sourceCurrencies)
      for (const target of targetCurrencies) {
        if (source === target) continue
        const { digits, scale } = crossRate(source, target, perUsd)
        const [s, t] = [perUsd(source), perUsd(target)]
        // | t/s - rate | <= half a unit of the tenth digit, in whole numbers.
        const unit = 10n ** BigInt(scale)
        const deviation = abs(
          t.digits * 10n ** BigInt(s.scale) * unit - digits * s.digits * 10n ** BigInt(t.scale),
        )
        const missingDigits = 10 - digits.toString().length
        expect(missingDigits, `${source}-${target}`).toBeGreaterThanOrEqual(0)
        const halfUnit = s.digits * 10n ** BigInt(t.scale)
        expect(
          2n * deviation * 10n ** BigInt(missingDigits) <= halfUnit || deviation === 0n,
          `${source}-${target}`,
        ).toBe(true)
      }
  })
})

describe('amounts', () => {
  it.each<
    [
      source: string,
      target: string,
      min: bigint,
      max: bigint,
      minSource: bigint | undefined,
      because: string,
    ]
  >([
    ['USD', 'EUR', 1_00n, 1_200_000_00n, undefined, 'the entry of the euro has limits'],
    ['EUR', 'IDR', 50_000n, 500_000_000n, undefined, 'the rupiah has no decimals'],
    ['USD', 'CAD', 1_00n, 1_000_000_000_00n, 15_00n, 'Canada has a minimum source amount'],
    [
      'JPY',
      'CAD',
      1_00n,
      1_000_000_000_00n,
      15n,
      'the minimum is the same number in every source currency',
    ],
    ['USD', 'ISK', 1n, 100_000_000n, undefined, 'the default maximum is about a million dollars'],
  ])(
    '%s-%s in minor units: target %s to %s, minimum source %s, because %s',
    (source, target, min, max, minSource) => {
      const limits = limitsOf(source, target)
      expect(limits.minTargetMinor).toBe(min)
      expect(limits.maxTargetMinor).toBe(max)
      expect(limits.minSourceMinor).toBe(minSource)
    },
  )

  it('have for every target a minimum above zero, and a greater maximum of at most fifteen digits', () => {
    for (const target of targetCurrencies) {
      const { minTargetMinor, maxTargetMinor } = limitsOf('USD', target)
      expect(minTargetMinor > 0n && minTargetMinor < maxTargetMinor, target).toBe(true)
      expect(maxTargetMinor <= MINOR_MAX, target).toBe(true)
    }
  })
})

describe('references', () => {
  it.each<[target: string, PayOut, isAllowed: boolean, lengthMax: number, because: string]>([
    ['USD', 'BANK_TRANSFER', true, 10, 'domestic payments in dollars have up to ten characters'],
    ['USD', 'SWIFT', true, 140, 'SWIFT payments have four lines of 35 characters'],
    ['GBP', 'BANK_TRANSFER', true, 18, 'payments in pounds have up to eighteen characters'],
    ['MXN', 'BANK_TRANSFER', true, 100, 'the documented length is 100 characters'],
    ['THB', 'BANK_TRANSFER', false, 0, 'domestic payments in baht have no reference'],
    ['THB', 'SWIFT', true, 140, 'SWIFT payments in every currency have a reference'],
    ['ISK', 'BANK_TRANSFER', true, 35, 'most networks have up to 35 characters'],
  ])(
    'to %s by %s are allowed: %s, with up to %i characters, because %s',
    (target, payOut, isAllowed, lengthMax) => {
      expect(referenceRule(target, payOut)).toMatchObject({ isAllowed, lengthMax })
    },
  )

  it('have patterns that are regular expressions', () => {
    const patterns = targetCurrencies.flatMap((target) => referenceRule(target).pattern ?? [])
    expect(patterns).not.toEqual([])
    for (const pattern of patterns) expect(() => new RegExp(pattern, 'u'), pattern).not.toThrow()
  })
})

function abs(n: bigint): bigint {
  return n < 0n ? -n : n
}
