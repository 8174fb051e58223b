// D90: the canonical spelling of accounts, the IBANs that a route reaches, and examples that are accepted.

import { getCountrySpecifications } from 'ibantools'
import { expect, test } from 'vitest'
import {
  type AccountDraft,
  accountForms,
  canonicalAccount,
  canonicalNumber,
  checkAccount,
  checkClaim,
  claimForms,
  emailOnlyCurrencies,
  emptyCurrencies,
  type FormInput,
} from '../forms/index.ts'
import { entryOf } from '../routes/catalogue/index.ts'
import { balanceCurrencies } from '../routes/index.ts'
import { fillForm, picksFrom } from './forms-fill.ts'
import { validIban } from './ibans.ts'

const currencies = [...balanceCurrencies, ...emailOnlyCurrencies, ...emptyCurrencies]
const formsOf = (target: string, draft?: AccountDraft) =>
  accountForms({ source: target, target }, draft, 1)
const inputsOf = ({ fields }: { fields: readonly { group: readonly FormInput[] }[] }) =>
  fields.flatMap(({ group }) => group)

/** Fills a form with its examples and the first value of each list. */
function fillByExample(currency: string, type: string): AccountDraft {
  const details: Record<string, unknown> = {}
  let draft: AccountDraft = { currency, type, details }
  for (;;) {
    const form = formsOf(currency, draft).find((each) => each.type === type)
    const next = form && inputsOf(form).find(({ key }) => !(key in details))
    if (next === undefined) return draft
    details[next.key] = next.example || next.valuesAllowed?.[0]?.key.trim() || sampleOf(next)
    draft = { currency, type, details }
  }
}

/** A value for a field without an example, such as a name or a city. */
function sampleOf({ key, type, validationRegexp }: FormInput): unknown {
  if (type === 'radio') return true
  if (key !== 'accountHolderName' && !/Name$/.test(key)) return SAMPLES[key] ?? '12345678'
  return new RegExp(validationRegexp ?? '').test('Nora Sample') ? 'Nora Sample' : 'Нора'
}
const SAMPLES: Readonly<Record<string, string>> = {
  'address.city': 'Springfield',
  'address.firstLine': '1 Long Street',
  'address.postCode': '01234',
  businessNumber: '51824753556',
}

test('D90: every form accepts its own examples, one by one and together, in all 158 currencies', () => {
  expect(currencies).toHaveLength(158)
  const refused: string[] = []
  for (const currency of currencies)
    for (const { type, fields } of formsOf(currency)) {
      const draft = fillByExample(currency, type)
      for (const { path, message } of checkAccount(draft))
        refused.push([currency, type, path, draft.details[path], message].join(' '))
      for (const { key, example } of inputsOf({ fields })) {
        const single = { currency, type, details: { [key]: example } }
        if (
          example !== '' &&
          checkAccount(single).some((each) => each.path === key && each.code !== 'REQUIRED')
        )
          refused.push([currency, type, key, example].join(' '))
      }
    }
  expect(refused).toEqual([])
})

const specifications = getCountrySpecifications()
/** A valid IBAN of each country that has IBANs. */
const ibans = new Map(
  Object.keys(specifications).flatMap((country) => {
    const iban = validIban(country)
    return iban === undefined ? [] : [[country, iban] as const]
  }),
)

test('the tests use IBANs of more than 70 countries', () => {
  expect(ibans.size).toBeGreaterThan(70)
})

test('D90: every IBAN field accepts IBANs of the countries that its route reaches and refuses those of all others', () => {
  const wrong: string[] = []
  let formsWithIban = 0
  for (const currency of currencies)
    for (const form of formsOf(currency)) {
      if (!inputsOf(form).some(({ key }) => key === 'IBAN')) continue
      formsWithIban += 1
      const { example = '' } = inputsOf(form).find(({ key }) => key === 'IBAN') ?? {}
      const national = [example.slice(0, 'DE'.length)]
      const countriesOfForm =
        form.type === 'iban' ? entryOf(currency).countries.split(' ') : national
      for (const [country, IBAN] of ibans) {
        const draft = { currency, type: form.type, details: { IBAN } }
        const isRefused = checkAccount(draft).some(({ path }) => path === 'IBAN')
        const isReached =
          currency === 'EUR'
            ? specifications[country]?.SEPA === true
            : countriesOfForm.includes(country)
        if (isRefused === isReached) wrong.push(`${currency} ${form.type} ${country}`)
      }
    }
  expect(formsWithIban).toBeGreaterThan(15)
  expect(wrong).toEqual([])
})

test('D90: a claim in a currency without bank forms accepts an IBAN of any country', () => {
  const [form] = claimForms('XOF')
  expect(form?.type).toBe('iban')
  for (const IBAN of ibans.values())
    expect(
      checkClaim({ currency: 'XOF', type: 'iban', details: { IBAN } }).some(
        ({ path }) => path === 'IBAN',
      ),
    ).toBe(false)
})

const euro = (details: Record<string, unknown>): AccountDraft => ({
  currency: 'EUR',
  type: 'iban',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', ...details },
})
const GERMAN_IBAN = 'DE89370400440532013000'

test.each([
  [euro({ IBAN: GERMAN_IBAN, BIC: 'COBADEFFXXX' }), [], 'both are German'],
  [euro({ IBAN: GERMAN_IBAN, BIC: 'BNPAFRPP' }), ['BIC'], 'a French bank keeps no German account'],
  [
    euro({ IBAN: GERMAN_IBAN, bic: 'bnpafrpp' }),
    ['BIC'],
    'the spelling of the keys does not matter',
  ],
  [
    euro({ IBAN: 'FR1420041010050500013M02606', BIC: 'CEPAGPGP' }),
    [],
    'Guadeloupe has French IBANs',
  ],
  [
    { ...euro({ swiftCode: 'BNPAFRPP', accountNumber: GERMAN_IBAN }), type: 'swift_code' },
    ['accountNumber'],
    'the SWIFT form has the same rule for an account that is an IBAN',
  ],
  [
    { ...euro({ swiftCode: 'COBADEFF', accountNumber: GERMAN_IBAN }), type: 'swift_code' },
    [],
    'the bank and the account are German',
  ],
] satisfies [AccountDraft, string[], string][])(
  'D90: the BIC must be of a country that fits the IBAN: %j has faults at %j, because %s',
  (draft, paths, _because) => {
    expect(checkAccount(draft).map(({ path }) => path)).toEqual(paths)
  },
)

test.each([
  ['EUR', 'iban', 'IBAN', 'de89 3704 0044 0532 0130 00', GERMAN_IBAN],
  ['EUR', 'iban', 'BIC', ' coba deff xxx', 'COBADEFFXXX'],
  ['EUR', 'swift_code', 'accountNumber', 'de89 3704 0044 0532 0130 00', GERMAN_IBAN],
  ['EUR', 'swift_code', 'accountNumber', 'ab 12 cd', 'ab12cd'],
  ['GBP', 'sort_code', 'sortCode', '23-14-70', '231470'],
  ['GBP', 'sort_code', 'BIC', 'nwbk gb2l', 'NWBKGB2L'],
  ['AUD', 'australian', 'bsbCode', '802-985', '802985'],
  ['INR', 'indian', 'ifscCode', 'yesb0236041', 'YESB0236041'],
  ['CLP', 'chile', 'rut', '12.345.678-k', '12345678K'],
  ['BRL', 'brazil_business', 'cnpj', '64.753.719/0001-86', '64753719000186'],
  ['CRC', 'costa_rica', 'IBAN', 'CR05 0152 0200 1026 2840 66', 'CR05015202001026284066'],
  ['MXN', 'mexican', 'clabe', '03218 00001183597 19', '032180000118359719'],
  ['THB', 'thailand', 'accountNumber', 'h12-7-38426-0', 'H127384260'],
  ['MYR', 'malaysian', 'swiftCode', ' rhbb mykl ', 'RHBBMYKL'],
  ['MYR', 'malaysian', 'swiftCode', 'abnamykl', 'ABNAMYKL'],
  ['VND', 'vietname_earthport', 'swiftCode', 'abbkvnvx', 'ABBKVNVX'],
  ['ZAR', 'southafrica', 'swiftCode', 'absazajj', 'ABSAZAJJ'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '+60 11-22223333', '+601122223333'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '+60 (11) 2222.3333', '+601122223333'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '901231-14-5678', '901231145678'],
  ['SGD', 'singapore_paynow', 'accountNumber', '+65 (8765) 4321', '+6587654321'],
  ['SGD', 'singapore_paynow', 'accountNumber', 't08-ll-1234a', 'T08LL1234A'],
  ['CNY', 'chinese_alipay', 'accountNumber', 'Ann.B_C@example.com', 'Ann.B_C@example.com'],
  ['CNY', 'chinese_wechatpay', 'accountNumber', '+86-12345678901', '+86-12345678901'],
])('D90: %s %s %s %j is stored as %j', (currency, type, key, written, stored) => {
  expect(canonicalAccount({ currency, type, details: { [key]: written } }).details[key]).toBe(
    stored,
  )
})

test.each([
  ['MYR', 'malaysian', 'rhbbmykl'],
  ['MYR', 'malaysian', ' RHBB MYKL '],
  ['VND', 'vietname_earthport', 'abbkvnvx'],
  ['ZAR', 'southafrica', 'absazajj'],
])('D90: %s %s accepts the SWIFT code %j of its list', (currency, type, swiftCode) => {
  const faults = checkAccount({ currency, type, details: { swiftCode } })
  expect(faults.filter(({ path }) => path === 'swiftCode')).toEqual([])
})

test.each([
  ['SGD', 'singapore', 'accountNumber', '--'],
  ['PEN', 'peru', 'accountNumber', '-'],
  ['UYU', 'uruguay', 'accountNumber', '. .'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '---------'],
  ['BRL', 'brazil', 'branchCode', '---1'],
  ['BRL', 'brazil_business', 'branchCode', '12-3'],
])(
  'D90: the fault of %s %s %s %j, which has too few letters and digits, is that of a wrong pattern',
  (currency, type, key, value) => {
    const faultOf = (text: string) =>
      checkAccount({ currency, type, details: { [key]: text } }).find(({ path }) => path === key)
    expect(faultOf(value)).toMatchObject({ code: 'NOT_VALID', arguments: [key, value] })
    expect(faultOf(value)?.message).toMatch(/^Please enter a valid value: /)
  },
)

test('a Brazilian branch code with a dash is stored without the dash', () => {
  const draft = { currency: 'BRL', type: 'brazil', details: { branchCode: '123-x' } }
  expect(checkAccount(draft).some(({ path }) => path === 'branchCode')).toBe(false)
  expect(canonicalAccount(draft).details['branchCode']).toBe('123X')
})

test('a SWIFT code of a bank that the list lacks is refused', () => {
  const draft = { currency: 'MYR', type: 'malaysian', details: { swiftCode: 'deutdeff' } }
  expect(checkAccount(draft)).toContainEqual(
    expect.objectContaining({ code: 'NOT_VALID', path: 'swiftCode' }),
  )
})

test.each([
  [' gb25 GDWT-09030700000042', 'GB25GDWT09030700000042'],
  ['x 12-34/5.6_7', 'X1234567'],
])('the canonical spelling of the number %j is %s', (written, canonical) => {
  expect(canonicalNumber(written)).toBe(canonical)
})

test('D90: maxLength counts the characters of the canonical spelling, without spaces', () => {
  const crc = {
    currency: 'CRC',
    type: 'costa_rica',
    details: { IBAN: 'CR05 0152 0200 1026 2840 66' },
  }
  expect(checkAccount(crc).some(({ path }) => path === 'IBAN')).toBe(false)
})

test('D90: the canonical account of every filled form is accepted, and does not change when made canonical again', () => {
  for (const target of balanceCurrencies)
    for (const { type } of formsOf(target))
      for (const seed of [1, 2, 3]) {
        const draft = fillForm(
          type,
          { source: target, target },
          { pick: picksFrom(seed), mayFillOptional: true },
        )
        const canonical = canonicalAccount(draft)
        expect(checkAccount(canonical), `${target} ${type}`).toEqual([])
        expect(canonicalAccount(canonical)).toEqual(canonical)
      }
})

test.each([
  ['HKD', 'hongkong', 'BUSINESS', 'AB', /more than one character\. Use 3 to 140 characters\.$/],
  [
    'GBP',
    'sort_code',
    'PRIVATE',
    'N',
    /first and last name, without digits\. Use 2 to 140 characters\.$/,
  ],
  ['GBP', 'sort_code', '', 'N', /^Please enter at least 2 characters/],
])(
  'the fault of a name that is too short contains the minimum length: %s %s, legal type %j, name %j',
  (currency, type, legalType, accountHolderName, message) => {
    const draft = {
      currency,
      type,
      accountHolderName,
      details: { ...(legalType && { legalType }) },
    }
    expect(checkAccount(draft).find(({ path }) => path === 'accountHolderName')?.message).toMatch(
      message,
    )
  },
)
