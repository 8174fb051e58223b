import { describe, expect, it } from 'vitest'
import { currencies, emptyCurrencies } from '../../corridors/index.ts'
import { formsFor, routeOf, routeWith } from '../model.ts'

const asked = { headers: {}, baseUrl: () => 'https://api.example' }

describe('routeOf', () => {
  it.each([
    ['CurrencyCode at source, CurrencyCode at target', 'XXX', 'gbp', '1', 'neither is known'],
    ['CurrencyCode at target', 'GBP', 'HRKX', '1', 'the target is not'],
    ['error.amount.precision', 'GBP', 'EUR', '1.001', 'a pound has a hundred pence'],
    ['error.amount.precision', 'JPY', 'EUR', '1.5', 'a yen has no parts'],
    ['error.amount.precision', 'GBP', 'EUR', '12345678901234.56', 'sixteen digits are too many'],
    ['error.greaterThanZero', 'GBP', 'EUR', '0', 'nothing cannot be sent'],
    ['error.greaterThanZero', 'GBP', 'EUR', '-1', 'nor less than nothing'],
  ])('refuses with %s from %s to %s of %s: %s', (says, source, target, sourceAmount) =>
    expect(() => routeOf({ source, target, sourceAmount })).toThrow(says),
  )

  it('takes every currency that is known, though perhaps nothing can be sent to it', () => {
    for (const { code: target } of currencies)
      expect(routeOf({ source: 'GBP', target, sourceAmount: '1' }).target).toBe(target)
  })

  it('hands on what else is known of the route', () =>
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
  it.each(emptyCurrencies)('answers none for %s, which cannot be paid out', (target) =>
    expect(formsFor({ source: 'GBP', target }, asked)).toEqual([]),
  )

  it('makes each validator absolute, and changes nothing else', () => {
    const forms = formsFor({ source: 'GBP', target: 'GBP' }, asked)
    const urls = forms.flatMap(({ fields }) =>
      fields.flatMap(({ group }) => group.flatMap((one) => one.validationAsync?.url ?? [])),
    )
    expect(urls).toContain('https://api.example/v1/validators/sort-code')
    for (const url of urls) expect(url).toMatch(/^https:\/\/api\.example\/v1\/validators\/[a-z-]+$/)
    const other = formsFor(
      { source: 'GBP', target: 'GBP' },
      { ...asked, baseUrl: () => 'http://b' },
    )
    expect(JSON.stringify(other)).toBe(
      JSON.stringify(forms).replaceAll('https://api.example', 'http://b'),
    )
  })
})
