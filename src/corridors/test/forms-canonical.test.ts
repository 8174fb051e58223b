// D90: the canonical spelling of accounts, and examples that are accepted.

import { expect, test } from 'vitest'
import {
  type AccountDraft,
  accountForms,
  canonicalAccount,
  canonicalNumber,
  checkAccount,
  emailOnlyCurrencies,
  emptyCurrencies,
  type FormInput,
} from '../forms/index.ts'
import { balanceCurrencies } from '../routes/index.ts'
import { fillForm, picksFrom } from './forms-fill.ts'

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

const GERMAN_IBAN = 'DE89370400440532013000'

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
  ['MAD', 'morocco', 'bankCode', ' bcma mamc ', 'BCMAMAMC'],
  ['COP', 'colombia', 'bankCode', 'colocobm', 'COLOCOBM'],
  ['KRW', 'south_korean_paygate', 'bankCode', 'kbank_089', 'KBANK_089'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '+60 11-22223333', '+601122223333'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '+60 (11) 2222.3333', '+601122223333'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '901231-14-5678', '901231145678'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '1234567-A', '1234567-A'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '1234567 a', '1234567-A'],
  ['SGD', 'singapore_paynow', 'accountNumber', '+65 (8765) 4321', '+6587654321'],
  ['SGD', 'singapore_paynow', 'accountNumber', 't08-ll-1234a', 'T08LL1234A'],
  ['CNY', 'chinese_alipay', 'accountNumber', 'Ann.B_C@example.com', 'Ann.B_C@example.com'],
  ['CNY', 'chinese_wechatpay', 'accountNumber', '+86-12345678901', '+86-12345678901'],
])('D90: %s %s %s %j is stored as %j', (currency, type, key, written, stored) => {
  expect(canonicalAccount({ currency, type, details: { [key]: written } }).details[key]).toBe(
    stored,
  )
})

test('D90: every code in a list of banks is accepted in lower case and with spaces, and stored as the list has it', () => {
  const wrong: string[] = []
  let codes = 0
  for (const currency of balanceCurrencies)
    for (const form of formsOf(currency))
      for (const { key, valuesAllowed } of inputsOf(form)) {
        if (key !== 'bankCode' && key !== 'swiftCode') continue
        for (const choice of valuesAllowed ?? []) {
          codes += 1
          const code = choice.key.trim()
          const written = ` ${code.slice(0, 2)} ${code.slice(2)} `.toLowerCase()
          const draft = { currency, type: form.type, details: { [key]: written } }
          const isRefused = checkAccount(draft).some(({ path }) => path === key)
          if (isRefused || canonicalAccount(draft).details[key] !== code)
            wrong.push(`${currency} ${form.type} ${code}`)
        }
      }
  expect(wrong).toEqual([])
  expect(codes).toBeGreaterThan(1_000)
})

test('a bank code in lower case adds the branches of the bank to the form', () => {
  const draft = { currency: 'NAD', type: 'namibia_local', details: { bankCode: 'firnna' } }
  const [form] = formsOf('NAD', draft)
  const branch = form && inputsOf(form).find(({ key }) => key === 'branchCode')
  expect(branch?.valuesAllowed?.map(({ key }) => key)).toContain('280172')
})

test.each([
  ['SGD', 'singapore', 'accountNumber', '--'],
  ['PEN', 'peru', 'accountNumber', '-'],
  ['UYU', 'uruguay', 'accountNumber', '. .'],
  ['MYR', 'malaysian_duitnow', 'accountNumber', '---------'],
  ['BRL', 'brazil', 'branchCode', '---1'],
  ['BRL', 'brazil_business', 'branchCode', '12-3'],
  ['ZAR', 'southafrica', 'phoneNumber', '12-34-5'],
  ['HKD', 'hong_kong_fps', 'accountNumber', '123-45'],
  ['CNY', 'chinese_alipay', 'accountNumber', '123-45'],
  ['EUR', 'swift_code', 'accountNumber', '1 2 3'],
])(
  'D90: %s %s %s %j is NOT_VALID, because it has too few characters without its separators',
  (currency, type, key, value) => {
    const draft = { currency, type, details: { [key]: value } }
    expect(checkAccount(draft).find(({ path }) => path === key)).toMatchObject({
      code: 'NOT_VALID',
      arguments: [key, value],
    })
  },
)

test('a Brazilian branch code with a dash is stored without the dash', () => {
  const draft = { currency: 'BRL', type: 'brazil', details: { branchCode: '123-x' } }
  expect(checkAccount(draft).some(({ path }) => path === 'branchCode')).toBe(false)
  expect(canonicalAccount(draft).details['branchCode']).toBe('123X')
})

test.each([
  ['MYR', 'malaysian_duitnow', '1234567-A'],
  ['MYR', 'malaysian_duitnow', '1234567 a'],
  ['MYR', 'malaysian_duitnow', '1234567a'],
  ['SGD', 'singapore_paynow', 't08-ll-1234a'],
])('D90: %s %s accepts the number of a business %j', (currency, type, accountNumber) => {
  const details = { accountType: 'BUSINESS_REGISTRATION_NUMBER', accountNumber }
  const faults = checkAccount({ currency, type, details })
  expect(faults.filter(({ path }) => path === 'accountNumber')).toEqual([])
})

test('a SWIFT code that the list of banks does not contain is refused', () => {
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
  ['HKD', 'hongkong', 'BUSINESS', 'AB', /more than one character\..* Use 3 to 140 characters\.$/],
  [
    'GBP',
    'sort_code',
    'PRIVATE',
    'N',
    /first and last name of at least two .* Use 2 to 140 characters\.$/,
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
