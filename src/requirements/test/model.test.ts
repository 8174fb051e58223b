import { describe, expect, it } from 'vitest'
import { currencies, emptyCurrencies } from '../../corridors/index.ts'
import { AmountImprecise, CurrencyUnknown, NotPositive, type QuoteRow } from '../../quotes/index.ts'
import { formsFor, routeOf, routeOfQuote } from '../model.ts'

const request = { headers: {}, baseUrl: () => 'https://api.example' }

describe('routeOf', () => {
  it.each([
    [
      'CurrencyCode at source, CurrencyCode at target',
      'XXX',
      'gbp',
      '1',
      'both currencies are unknown',
    ],
    ['CurrencyCode at target', 'GBP', 'HRKX', '1', 'the target currency is unknown'],
    ['error.amount.precision', 'GBP', 'EUR', '1.001', 'pounds have two decimals'],
    ['error.amount.precision', 'JPY', 'EUR', '1.5', 'yen have no decimals'],
    [
      'error.amount.precision',
      'GBP',
      'EUR',
      '12345678901234.56',
      'an amount has at most fifteen digits',
    ],
    ['error.greaterThanZero', 'GBP', 'EUR', '0', 'an amount must be positive'],
    ['error.greaterThanZero', 'GBP', 'EUR', '-1', 'an amount must be positive'],
  ])(
    'refuses with %s a route from %s to %s with the amount %s, because %s',
    (code, source, target, sourceAmount) =>
      expect(() => routeOf({ source, target, sourceAmount })).toThrow(code),
  )

  it.each([
    { kind: CurrencyUnknown, source: 'XXX', sourceAmount: '1', path: 'source', value: 'XXX' },
    {
      kind: AmountImprecise,
      source: 'GBP',
      sourceAmount: '1.001',
      path: 'sourceAmount',
      value: '1.001',
    },
    { kind: NotPositive, source: 'GBP', sourceAmount: '-1', path: 'sourceAmount', value: '-1' },
  ])(
    '$kind.code names the field $path and its value $value',
    ({ kind, source, sourceAmount, path, value }) =>
      expect(() => routeOf({ source, target: 'EUR', sourceAmount })).toThrow(
        expect.objectContaining({ faults: [{ kind, path, arguments: [value] }] }),
      ),
  )

  it('accepts every known currency, also one that cannot be paid out', () => {
    for (const { code: target } of currencies)
      expect(routeOf({ source: 'GBP', target, sourceAmount: '1' }).target).toBe(target)
  })

  it('requires an address only when the query requires it', () => {
    const query = { source: 'GBP', target: 'EUR', sourceAmount: '0.01' }
    const route = { source: 'GBP', target: 'EUR' }
    expect(routeOf(query)).toEqual({ ...route, addressRequired: false })
    expect(routeOf({ ...query, addressRequired: true })).toEqual({
      ...route,
      addressRequired: true,
    })
  })
})

describe('routeOfQuote', () => {
  // Only the fields that `routeOfQuote` reads.
  const quote = { sourceCurrency: 'GBP', targetCurrency: 'EUR' } as unknown as QuoteRow

  it.each([true, false])(
    'has the currencies of the quote, and addressRequired %s as in the query',
    (required) =>
      expect(routeOfQuote(quote, { addressRequired: required })).toEqual({
        source: 'GBP',
        target: 'EUR',
        addressRequired: required,
      }),
  )
})

const keysOf = (...args: Parameters<typeof formsFor>) =>
  formsFor(...args).flatMap(({ fields }) =>
    fields.flatMap(({ group }) => group.map(({ key }) => key)),
  )

describe('D104: formsFor with the header Accept-Minor-Version', () => {
  const rows: [headers: Record<string, string | string[]>, hasName: boolean, because: string][] = [
    [{}, false, 'version 1.0 is the default'],
    [{ 'accept-minor-version': '0' }, false, '0 means version 1.0'],
    [{ 'accept-minor-version': '1' }, true, '1 means version 1.1'],
    [{ 'accept-minor-version': '2' }, true, 'a higher number means the latest version'],
    [{ 'accept-minor-version': '10' }, true, 'a higher number means the latest version'],
    [{ 'accept-minor-version': '1.5' }, false, '1.5 is not a whole number'],
    [{ 'accept-minor-version': '+1' }, false, 'a sign is not accepted'],
    [{ 'accept-minor-version': 'latest' }, false, 'the text is not a number'],
    [{ 'accept-minor-version': '' }, false, 'the header is empty'],
    [{ 'accept-minor-version': ['1', '1'] }, false, 'the header is repeated'],
  ]
  it.each(rows)(
    'with the headers %j the forms contain the name: %s, because %s',
    (headers, hasName) => {
      const keys = keysOf({ source: 'GBP', target: 'GBP' }, { ...request, headers })
      expect(keys.includes('accountHolderName')).toBe(hasName)
      expect(keys).toContain('sortCode')
    },
  )
})

describe('formsFor', () => {
  const dollars = { source: 'GBP', target: 'USD' }

  it('adds the fields that follow from the values that are filled in', () => {
    const inAmerica = { type: 'aba', details: { address: { country: 'US' } } }
    expect(keysOf(dollars, request)).not.toContain('address.state')
    expect(keysOf(dollars, request, inAmerica)).toContain('address.state')
  })

  it('returns the blank forms while nothing is filled in', () => {
    expect(formsFor(dollars, request, {})).toEqual(formsFor(dollars, request))
  })

  it.each(emptyCurrencies)('returns an empty list for %s, which cannot be paid out', (target) =>
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
