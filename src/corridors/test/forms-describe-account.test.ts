import { expect, test } from 'vitest'
import {
  type AccountDraft,
  accountCountry,
  accountSummary,
  commonFieldMap,
  displayFields,
  payOutOf,
  typeName,
} from '../forms/index.ts'
import { dollars, euros, mail, pounds, withDetails } from './account-drafts.ts'

test.each([
  [euros, 'DE', 'the IBAN contains the country'],
  [withDetails(euros, { address: { country: 'FR' } }), 'DE', 'the IBAN decides before the address'],
  [
    withDetails(dollars, { address: { country: 'CA' } }),
    'CA',
    'the address decides before the type',
  ],
  [pounds, 'GB', 'the type decides where IBAN and address are missing'],
  [
    { ...euros, type: 'swift_code', details: { swiftCode: 'CHASUS33' } },
    'US',
    'the BIC decides where the type implies no country',
  ],
  [mail, null, 'nothing implies a country'],
  [
    withDetails(pounds, { IBAN: 'DE75512108001245126199', swiftCode: 'CHASUS33' }),
    'GB',
    'money goes to the sort code, whose form has neither IBAN nor BIC',
  ],
  [
    { ...euros, currency: 'XOF', details: { IBAN: 'FR1420041010050500013M02606' } },
    'FR',
    'a claim in a currency without bank forms has an IBAN',
  ],
] satisfies [AccountDraft, string | null, string][])(
  '%j has the country %s, because %s',
  (draft, country, _because) => {
    expect(accountCountry(draft)).toBe(country)
  },
)

test.each([
  [{ ...euros, type: 'swift_code' }, 'SWIFT'],
  [{ ...euros, currency: 'CAD', type: 'ca_network' }, 'CA_NETWORK'],
  [pounds, 'BANK_TRANSFER'],
  [{ ...pounds, type: 'constructor' }, 'BANK_TRANSFER'],
])('%j is paid by %s', (draft, payOut) => {
  expect(payOutOf(draft)).toBe(payOut)
})

test.each([
  [euros, 'DE75 5121 0800 1245 1261 99', 'EUR account ending in 6199'],
  [pounds, '(04-00-75) 37778842', 'GBP account ending in 8842'],
  [dollars, '(111000025) 65261083', 'USD account ending in 1083'],
  [mail, 'nora@example.com', 'nora@example.com'],
  [
    withDetails(pounds, { IBAN: 'DE75512108001245126199', abartn: '111000025' }),
    '(04-00-75) 37778842',
    'GBP account ending in 8842',
  ],
])('%j has the summaries %s and %s', (draft, short, long) => {
  expect(accountSummary(draft)).toEqual({ short, long })
})

test('display fields are the fields of the account with their labels', () => {
  expect(displayFields(euros)).toEqual([
    { key: 'details/iban', label: 'IBAN', value: 'DE75 5121 0800 1245 1261 99' },
  ])
  expect(displayFields(mail)).toEqual([
    { key: 'email', label: 'Email (Optional)', value: 'nora@example.com' },
  ])
  expect(displayFields(dollars).map(({ value }) => value)).toEqual([
    '111000025',
    '65261083',
    'Checking',
  ])
})

test('v2 objects name the fields of the account number, the bank code and the BIC, and no field of an e-mail account', () => {
  expect(commonFieldMap(euros)).toEqual({
    accountNumberField: 'iban',
    bankCodeField: 'bic',
    bicField: 'bic',
  })
  for (const draft of [pounds, withDetails(pounds, { IBAN: 'DE75512108001245126199' })])
    expect(commonFieldMap(draft)).toEqual({
      accountNumberField: 'accountNumber',
      bankCodeField: 'sortCode',
    })
  const swift = { swiftCode: 'CHASUS33', accountNumber: '12345678' }
  expect(commonFieldMap({ ...euros, type: 'swift_code', details: swift })).toEqual({
    accountNumberField: 'accountNumber',
    bankCodeField: 'swiftCode',
    bicField: 'swiftCode',
  })
  expect(commonFieldMap(mail)).toEqual({})
})

test('the name of a type is in camel case with a capital first letter', () => {
  expect([typeName('sort_code'), typeName('iban')]).toEqual(['SortCode', 'Iban'])
})
