import { describe, expect, it } from 'vitest'
import { currencies, emptyCurrencies } from '../../corridors/index.ts'
import { formsFor, routeOf, routeWith } from '../model.ts'

const request = { headers: {}, baseUrl: () => 'https://api.example' }

describe('routeOf', () => {
  it.each([
    ['CurrencyCode at source, CurrencyCode at target', 'XXX', 'gbp', '1', 'both are unknown'],
    ['CurrencyCode at target', 'GBP', 'HRKX', '1', 'the target is unknown'],
    ['error.amount.precision', 'GBP', 'EUR', '1.001', 'pounds have two decimals'],
    ['error.amount.precision', 'JPY', 'EUR', '1.5', 'yen have no decimals'],
    [
      'error.amount.precision',
      'GBP',
      'EUR',
      '12345678901234.56',
      'an amount has at most fifteen digits',
    ],
    ['error.greaterThanZero', 'GBP', 'EUR', '0', 'an amount is positive'],
    ['error.greaterThanZero', 'GBP', 'EUR', '-1', 'an amount is positive'],
  ])('refuses with %s from %s to %s of %s: %s', (code, source, target, sourceAmount) =>
    expect(() => routeOf({ source, target, sourceAmount })).toThrow(code),
  )

  it('accepts every known currency, also one that cannot be paid out', () => {
    for (const { code: target } of currencies)
      expect(routeOf({ source: 'GBP', target, sourceAmount: '1' }).target).toBe(target)
  })

  it('adds the optional facts to the route', () =>
    expect(
      routeWith(
        { source: 'GBP', target: 'EUR' },
        { originatorLegalEntityType: 'BUSINESS', addressRequired: false },
      ),
    ).toEqual({
      source: 'GBP',
      target: 'EUR',
      originatorLegalType: 'BUSINESS',
      addressRequired: false,
    }))
})

describe('formsFor', () => {
  it.each(emptyCurrencies)('is empty for %s, which cannot be paid out', (target) =>
    expect(formsFor({ source: 'GBP', target }, request)).toEqual([]),
  )

  it('makes each validator URL absolute, and changes nothing else', () => {
    const forms = formsFor({ source: 'GBP', target: 'GBP' }, request)
    const urls = forms.flatMap(({ fields }) =>
      fields.flatMap(({ group }) => group.flatMap((one) => one.validationAsync?.url ?? [])),
    )
    expect(urls).toContain('https://api.example/v1/validators/sort-code')
    for (const url of urls) expect(url).toMatch(/^https:\/\/api\.example\/v1\/validators\/[a-z-]+$/)
    const other = formsFor(
      { source: 'GBP', target: 'GBP' },
      { ...request, baseUrl: () => 'http://b' },
    )
    expect(JSON.stringify(other)).toBe(
      JSON.stringify(forms).replaceAll('https://api.example', 'http://b'),
    )
  })
})
