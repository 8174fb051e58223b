import { expect, test } from 'vitest'
import { branchesOf } from '../forms/branches.ts'
import { banks } from '../forms/catalogue/banks.ts'
import { hasForms } from '../forms/catalogue/index.ts'
import {
  type AccountDraft,
  accountForms,
  checkAccount,
  countries,
  emailOnlyCurrencies,
  emptyCurrencies,
  type FormInput,
  type MinorVersion,
  stateCodesOf,
  validators,
} from '../forms/index.ts'
import { balanceCurrencies } from '../routes/index.ts'

type Details = Readonly<Record<string, unknown>>

const inputsOf = (
  source: string,
  target: string,
  type: string,
  { details, minorVersion = 1 }: { details?: Details; minorVersion?: MinorVersion } = {},
): readonly FormInput[] => {
  const draft = details === undefined ? undefined : { currency: target, type, details }
  const form = accountForms({ source, target }, draft, minorVersion).find((f) => f.type === type)
  return form?.fields.flatMap(({ group }) => group) ?? []
}

const keysOf = (...args: Parameters<typeof inputsOf>) => inputsOf(...args).map(({ key }) => key)

const fieldOf = (key: string, ...args: Parameters<typeof inputsOf>) =>
  inputsOf(...args).find((input) => input.key === key)

test('54 currencies have bank forms, 101 have only the e-mail form, 3 have no form', () => {
  const kinds = [balanceCurrencies, emailOnlyCurrencies, emptyCurrencies]
  expect(kinds.map(({ length }) => length)).toEqual([54, 101, 3])
  expect(new Set(kinds.flat()).size).toBe(158)
  const typesOf = (target: string) =>
    accountForms({ source: 'GBP', target }, undefined, 1).map(({ type }) => type)
  const isByEmailOnly = (currency: string) => typesOf(currency).every((type) => type === 'email')
  expect(balanceCurrencies.filter(isByEmailOnly)).toEqual([])
  expect(emailOnlyCurrencies.filter((currency) => typesOf(currency).join() !== 'email')).toEqual([])
  expect(emptyCurrencies.filter(hasForms)).toEqual([])
})

test.each([
  ['GBP', 'sort_code iban email', 'the local account comes first'],
  ['EUR', 'iban swift_code email', 'the form for Europe comes first'],
  ['USD', 'aba fedwire_local swift_code', 'dollars have no e-mail form'],
  ['CAD', 'canadian ca_network email', 'the Canadian network comes second'],
  ['PLN', 'polish iban email', 'the local account comes first'],
  ['UAH', 'iban privatbank', 'hryvnias have no e-mail form'],
  ['HKD', 'hong_kong_fps hongkong email', 'the fast payment system comes first'],
  ['XOF', 'email', 'recipients are identified by e-mail'],
  ['GHS', '', 'the currency cannot be paid out'],
  ['XXX', '', 'the currency is unknown'],
])('%s has the forms %s, because %s', (target, types) => {
  const forms = accountForms({ source: 'GBP', target }, undefined, 1)
  expect(forms.map(({ type }) => type).join(' ')).toBe(types)
})

test('the 10 validators that blank forms point to exist and have the parameters that the forms name', () => {
  const references = balanceCurrencies.flatMap((target) =>
    accountForms({ source: target, target }, undefined, 1).flatMap(({ fields }) =>
      fields.flatMap(({ group }) => group.flatMap(({ validationAsync }) => validationAsync ?? [])),
    ),
  )
  expect(new Set(references.map(({ url }) => url)).size).toBe(10)
  for (const { url, params } of references) {
    const validator = validators.get(url.replace('/v1/validators/', ''))
    expect(validator?.params.map(({ name }) => name)).toEqual(
      params.map(({ parameterName }) => parameterName),
    )
  }
})

test('a form and its lines have exactly the properties of the specification', () => {
  const [form] = accountForms({ source: 'GBP', target: 'GBP' }, undefined, 1)
  const { fields, ...others } = form!
  expect(others).toEqual({ type: 'sort_code', title: 'Local bank account', usageInfo: null })
  expect(fields[3]).toEqual({
    name: 'UK sort code',
    group: [
      {
        key: 'sortCode',
        name: 'UK sort code',
        type: 'text',
        refreshRequirementsOnChange: false,
        required: true,
        displayFormat: '**-**-**',
        example: '40-30-20',
        minLength: 6,
        maxLength: 8,
        validationRegexp: '^\\d{2}-?\\d{2}-?\\d{2}$',
        validationAsync: {
          url: '/v1/validators/sort-code',
          params: [{ key: 'sortCode', parameterName: 'sortCode', required: true }],
        },
        valuesAllowed: null,
      },
    ],
  })
})

test('the Czech account number is one line with three fields', () => {
  const [form] = accountForms({ source: 'GBP', target: 'CZK' }, undefined, 1)
  const line = form?.fields.find(({ name }) => name === 'Account number')
  expect(line?.group.map(({ key }) => key)).toEqual(['prefix', 'accountNumber', 'bankCode'])
})

test.each([
  ['GBP', 'sort_code', 'sortCode accountNumber', 'name, legal type and e-mail were added in 1.1'],
  ['EUR', 'email', 'email language', 'the e-mail address is the account'],
  [
    'KRW',
    'south_korean_paygate',
    'email dateOfBirth bankCode accountNumber phoneNumber',
    'the account requires the e-mail address',
  ],
  ['CZK', 'czech', 'prefix accountNumber bankCode', 'the line with three fields stays'],
])('minor version 0 of the form of %s %s has %s, because %s', (target, type, keys) => {
  expect(keysOf('GBP', target, type, { minorVersion: 0 }).join(' ')).toBe(keys)
})

const ADDRESS = ['address.country', 'address.city', 'address.firstLine', 'address.postCode']

test.each([
  ['GBP', 'USD', 'aba', 4, 4, 'the target requires an address'],
  ['GBP', 'PHP', 'philippines', 4, 4, 'the target requires an address'],
  ['GBP', 'THB', 'thailand', 4, 4, 'the target requires an address'],
  ['GBP', 'TRY', 'turkish_earthport', 4, 4, 'the target requires an address'],
  ['USD', 'GBP', 'sort_code', 4, 4, 'the source requires an address'],
  ['AUD', 'EUR', 'swift_code', 4, 4, 'the source requires an address'],
  ['AUD', 'UAH', 'iban', 4, 4, 'a form with some address fields gets the others'],
  ['GBP', 'UAH', 'iban', 3, 0, 'neither currency requires an address'],
  ['GBP', 'INR', 'indian', 4, 0, 'neither currency requires an address'],
  ['GBP', 'COP', 'colombia', 4, 0, 'neither currency requires an address'],
  ['GBP', 'EUR', 'iban', 0, 0, 'neither currency requires an address, and the form has none'],
  ['USD', 'GBP', 'email', 0, 0, 'the recipient enters the account later'],
])(
  '%s to %s %s shows %i address fields and requires %i, because %s',
  (source, target, type, shown, required) => {
    const fields = inputsOf(source, target, type).filter(({ key }) => ADDRESS.includes(key))
    expect(fields).toHaveLength(shown)
    expect(fields.filter((field) => field.required)).toHaveLength(required)
  },
)

test.each([
  ['EUR', true, 'true adds the address on any route'],
  ['USD', false, 'false never removes an address that the route requires'],
])('the form of %s with addressRequired %s requires the address, because %s', (target, value) => {
  const [form] = accountForms({ source: 'GBP', target, addressRequired: value }, undefined, 1)
  const required = form?.fields.flatMap(({ group }) => group).filter((field) => field.required)
  expect(required?.map(({ key }) => key)).toEqual(expect.arrayContaining(ADDRESS))
})

test.each([
  ['US', 51, true, 'the list has fifty states and the District of Columbia'],
  ['CA', 13, true, 'the list has provinces and territories'],
  ['BR', 27, true, 'the list has states and the Federal District'],
  ['AU', 8, false, 'Facts 10.5 shows the state and A 2.2 does not require it'],
])(
  'country %s adds a field with %i states, which is required: %s, because %s',
  (country, count, required) => {
    const field = fieldOf('address.state', 'GBP', 'USD', 'aba', {
      details: { address: { country } },
    })
    expect(field).toMatchObject({ type: 'select', required })
    expect(field?.valuesAllowed).toHaveLength(count)
    expect(stateCodesOf(country)).toHaveLength(count)
  },
)

test('the keys address.country and address {country} both add the state, required only where the address is required', () => {
  const stateOf = (target: string, type: string, details: Details) =>
    fieldOf('address.state', 'GBP', target, type, { details })
  for (const details of [{ 'address.country': 'US' }, { address: { country: 'US' } }]) {
    expect(stateOf('USD', 'aba', details)).toMatchObject({ type: 'select', required: true })
    expect(stateOf('INR', 'indian', details)).toMatchObject({ type: 'select', required: false })
  }
})

test('a country without a list of states, such as France, adds no field for the state', () => {
  expect(keysOf('GBP', 'USD', 'aba', { details: { address: { country: 'FR' } } })).not.toContain(
    'address.state',
  )
})

test.each([
  ['JPY', 'japanese', '6470', '100', 'the list has every number from 001 to 999'],
  ['LKR', 'srilanka', '7214', '100', 'the list has every number from 001 to 999'],
  ['BDT', 'bangladesh', '015', '015270362', 'the list contains the published number'],
  ['NAD', 'namibia_local', 'FIRNNA', '280172', 'the prefix identifies the bank'],
  ['UYU', 'uruguay', '001', '007', 'the list has every number from 001 to 999'],
])(
  '%s %s: bank %s adds a list of branches that contains %s, because %s; an unknown bank has no list',
  (target, type, bankCode, branch) => {
    expect(fieldOf('branchCode', 'GBP', target, type)?.valuesAllowed).toBeNull()
    const refreshed = fieldOf('branchCode', 'GBP', target, type, { details: { bankCode } })
    expect(refreshed?.valuesAllowed?.map(({ key }) => key)).toContain(branch)
    expect(branchesOf(target, bankCode).length).toBeGreaterThan(0)
    // Every JavaScript object has this property, so a lookup in a plain object would find it.
    expect(branchesOf(target, 'constructor')).toEqual([])
  },
)

test('the form of an Australian business ends with the business number; the form of a person does not have this field', () => {
  expect(keysOf('GBP', 'AUD', 'australian', { details: { legalType: 'BUSINESS' } }).at(-1)).toBe(
    'businessNumber',
  )
  expect(keysOf('GBP', 'AUD', 'australian', { details: { legalType: 'PRIVATE' } })).not.toContain(
    'businessNumber',
  )
})

test('cannotHavePatronymicName makes the patronymic optional', () => {
  const flag = { cannotHavePatronymicName: true }
  expect(fieldOf('patronymicName', 'GBP', 'RUB', 'russiarapida')?.required).toBe(true)
  expect(fieldOf('patronymicName', 'GBP', 'RUB', 'russiarapida', { details: flag })?.required).toBe(
    false,
  )
})

const patternOf = (target: string, type: string, legalType?: string) =>
  fieldOf(
    'accountHolderName',
    'GBP',
    target,
    type,
    legalType === undefined ? {} : { details: { legalType } },
  )?.validationRegexp

test.each([
  ['GBP', 'sort_code', 'a blank form checks characters only, until the legal type is known'],
  ['HKD', 'hongkong', 'every currency but four has the rules of A 2.2'],
])('D17: the name pattern of %s %s follows the legal type, because %s', (target, type) => {
  const [blank, person, business] = [undefined, 'PRIVATE', 'BUSINESS'].map(
    (legalType) => new RegExp(patternOf(target, type, legalType) ?? ''),
  )
  expect([blank?.test('Acme'), person?.test('Acme'), business?.test('Acme')]).toEqual([
    true,
    false,
    true,
  ])
  expect([blank?.test('A & B'), person?.test('A & B'), business?.test('A & B')]).toEqual([
    false,
    false,
    false,
  ])
})

test.each([
  'HUF hungarian',
  'HUF iban',
  'JPY japanese',
  'RUB russiarapida',
  'TRY turkish_earthport',
])(
  'D17: the form %s has one name pattern for all legal types, which is not that of A 2.2',
  (currencyAndType) => {
    const [target = '', type = ''] = currencyAndType.split(' ')
    const blank = patternOf(target, type)
    expect(blank).not.toBe(patternOf('GBP', 'sort_code'))
    expect(patternOf(target, type, 'PRIVATE')).toBe(blank)
    expect(patternOf(target, type, 'BUSINESS')).toBe(blank)
  },
)

test('countries are sorted by the code units of their names, so the Åland Islands are the last', () => {
  const names = countries().map(({ name }) => name)
  expect(names).toHaveLength(230)
  expect(names).toEqual(names.toSorted())
  expect(names.at(-1)).toBe('Åland Islands')
})

test('the lists of nationalities and of Japanese and Hong Kong banks have the recorded lengths; a Japanese bank has its names in kana, English and kanji, in this order', () => {
  expect(fieldOf('nationality', 'GBP', 'PEN', 'peru')?.valuesAllowed).toHaveLength(251)
  expect(banks.japan()).toHaveLength(3779)
  expect(banks.hongKong()).toHaveLength(324)
  expect(
    banks
      .japan()
      .filter(({ key }) => key === '0001')
      .map(({ name }) => name),
  ).toEqual(['ミズホ [0001]', 'Mizuho Bank [0001]', 'みずほ銀行 [0001]'])
})

test('an account is checked against the form as its details change it: a business in Australia needs a business number', () => {
  const draft: AccountDraft = {
    currency: 'AUD',
    type: 'australian',
    accountHolderName: 'Acme',
    details: { legalType: 'BUSINESS', bsbCode: '023604', accountNumber: '123456789' },
  }
  expect(checkAccount(draft)).toMatchObject([{ code: 'REQUIRED', path: 'businessNumber' }])
})
