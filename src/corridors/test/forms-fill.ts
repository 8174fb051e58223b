// Fills recipient forms as a client does: it requests the form, fills the next field, and requests the
// form again with the new value. The tests of this module and of other modules use these functions.

import { composeIBAN } from 'ibantools'
import { type SeededRandom, seededRandom } from '../../../test/support/seeded-random.ts'
import {
  type AccountDraft,
  accountForms,
  DETAIL_LENGTH_MAX,
  type FormInput,
  type RouteContext,
} from '../forms/index.ts'

/** A whole number from 0 up to, not including, `below`. */
type PickIndex = SeededRandom['whole']

/** Returns the same picks for the same seed. */
export const picksFrom = (seed: number): PickIndex => seededRandom(seed).whole

type FillOptions = {
  readonly legalType?: 'PRIVATE' | 'BUSINESS'
  readonly pick?: PickIndex
  /** Fixed values by form key. */
  readonly with?: Readonly<Record<string, string>>
  /** Whether optional fields may be filled too: each is filled or skipped at random. */
  readonly mayFillOptional?: boolean
}

/** An account of `type` that can be paid on `route`. Throws when the route has no form of this type. */
export function fillForm(
  type: string,
  route: RouteContext,
  options: FillOptions = {},
): AccountDraft {
  const pick = options.pick ?? picksFrom(1)
  const filled: Record<string, unknown> = {}
  const skipped = new Set<string>()
  for (;;) {
    const draft = draftOf(route.target, type, filled)
    const field = fieldsShown(type, route, draft).find(
      ({ key }) => !(key in filled) && !skipped.has(key),
    )
    if (field === undefined) return draft
    const isFilled = field.required || field.key in (options.with ?? {})
    if (!isFilled && (options.mayFillOptional !== true || pick(2) === 0)) skipped.add(field.key)
    else filled[field.key] = valueFor(field, draft, options, pick)
  }
}

/** The fields of one form of a route, refreshed by `draft`. */
export function fieldsShown(
  type: string,
  route: RouteContext,
  draft: AccountDraft,
): readonly FormInput[] {
  const form = accountForms(route, draft, 1).find((each) => each.type === type)
  if (form === undefined) throw new Error(`no form ${type} for ${route.target}`)
  return form.fields.flatMap(({ group }) => group)
}

function draftOf(
  currency: string,
  type: string,
  filled: Readonly<Record<string, unknown>>,
): AccountDraft {
  const details: Record<string, unknown> = {}
  const address: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(filled)) {
    if (key.startsWith('address.')) address[key.slice('address.'.length)] = value
    else if (key !== 'accountHolderName') details[key] = value
  }
  if (Object.keys(address).length > 0) details['address'] = address
  const name = filled['accountHolderName']
  return {
    currency,
    type,
    ...(typeof name === 'string' ? { accountHolderName: name } : {}),
    details,
  }
}

function valueFor(
  field: FormInput,
  draft: AccountDraft,
  options: FillOptions,
  pick: PickIndex,
): unknown {
  const fixed = options.with?.[field.key]
  if (fixed !== undefined) return fixed
  if (field.key === 'accountHolderName') return holderName(draft, field, pick)
  if (field.valuesAllowed !== null) return chooseValue(field, options, pick)
  if (field.type === 'radio') return pick(2) === 0
  if (field.type === 'date') return `19${10 + pick(90)}-0${1 + pick(9)}-1${pick(10)}`
  if (field.key === 'BIC') return bicLike(field.example, pick)
  if (field.key === 'IBAN' && 'BIC' in draft.details) return spellingOf(field.example, pick)
  const generate =
    GENERATORS[`${draft.currency}.${field.key}`] ??
    GENERATORS[`${draft.type}.${field.key}`] ??
    GENERATORS[field.key]
  if (generate !== undefined) return generate(pick)
  return field.key === 'IBAN' ? spellingOf(field.example, pick) : valueLikeExample(field, pick)
}

/** An IBAN in one of its common spellings. */
function spellingOf(iban: string, pick: PickIndex): string {
  const spaced = iban.replace(/(.{4})(?=.)/g, '$1 ')
  return oneOf([iban, spaced, iban.toLowerCase(), spaced.toLowerCase()])(pick)
}

/** Another BIC of the same country, because the country of the BIC must be that of the IBAN. */
function bicLike(bic: string, pick: PickIndex): string {
  const country = bic.slice(4, 6)
  return oneOf([`BANK${country}22`, `BANK${country}22XXX`, `bank${country.toLowerCase()}22`])(pick)
}

function chooseValue(
  { key, valuesAllowed }: FormInput,
  options: FillOptions,
  pick: PickIndex,
): string {
  const keys = (valuesAllowed ?? []).map((choice) => choice.key)
  if (key === 'legalType' && options.legalType !== undefined) return options.legalType
  return keys[pick(keys.length)] ?? ''
}

const PERSONS = ['Nora Sample', "Åsa Lindqvist-O'Hara", 'José María Núñez', 'Li Wei', 'Ann B. Cole']
const BUSINESSES = ['Acme', 'A B', 'Northwind Ltd.', '3 Lakes (Holding)', 'Müller, Söhne']
/** Holders' names for the types of account whose forms do not have the name rules of A 2.2. */
const NAMES_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  hungarian: ['Őry Ágnes', 'Kovács Űr Bt.'],
  japanese: ['ヤマダ タロウ', 'YAMADA TARO'],
  russiarapida: ['Иванова Анна', 'Пётр Орлов'],
  turkish_earthport: ['Ayşe Yılmaz', 'Çağrı Öz'],
}

function holderName(draft: AccountDraft, field: FormInput, pick: PickIndex): string {
  const common = draft.details['legalType'] === 'BUSINESS' ? BUSINESSES : PERSONS
  const names = (NAMES_BY_TYPE[draft.type ?? ''] ?? common).filter(
    ({ length }) => length >= (field.minLength ?? 0) && length <= (field.maxLength ?? length),
  )
  return oneOf(names)(pick)
}

type GenerateValue = (pick: PickIndex) => string

const oneOf =
  (values: readonly string[]): GenerateValue =>
  (pick) =>
    values[pick(values.length)] ?? ''

const digits = (length: number, pick: PickIndex): string =>
  Array.from({ length }, () => String(pick(10))).join('')

const ibanWith =
  (countryCode: string, bban: GenerateValue): GenerateValue =>
  (pick) =>
    composeIBAN({ countryCode, bban: bban(pick) }) ?? ''

const digitsWith =
  (prefix: string, length: number): GenerateValue =>
  (pick) =>
    prefix + digits(length, pick)

/**
 * Generators for fields whose examples cannot be varied, by form key, or by currency or type and form key. Numbers with
 * check digits are published samples, or built by a library.
 */
const GENERATORS: Readonly<Record<string, GenerateValue>> = {
  'EUR.IBAN': (pick) =>
    oneOf([
      'FR1420041010050500013M02606',
      'GB33 BUKB 2020 1555 5555 55',
      'nl91abna0417164300',
      ibanWith('DE', (each) => digits(18, each))(pick),
    ])(pick),
  'emirates.IBAN': ibanWith('AE', (pick) => digits(19, pick)),
  'costa_rica.IBAN': ibanWith('CR', (pick) => `0${digits(17, pick)}`),
  'israeli_local.IBAN': ibanWith('IL', (pick) => digits(19, pick)),
  'turkish_earthport.IBAN': ibanWith('TR', (pick) => `${digits(5, pick)}0${digits(16, pick)}`),
  swiftCode: oneOf(['BUKBGB22', 'CHASUS33', 'DEUTDEFF500']),
  'swift_code.accountNumber': digitsWith('', 12),
  abartn: oneOf(['111000025', '284084266', '021000021', '121000248']),
  clabe: oneOf(['032180000118359719', '002010077777777771']),
  cpf: oneOf(['529.982.247-25', '11144477735']),
  cnpj: oneOf(['64.753.719/0001-86', '11222333000181', '12.ABC.345/01DE-35']),
  rut: oneOf(['760864285', '12.345.678-5', '11111111-1']),
  'argentina.accountNumber': oneOf(['0170099220000067797370', '2850590940090418135201']),
  taxId: oneOf(['20-34149938-1', '20084908488']),
  prefix: oneOf(['000000', '19']),
  'czech.accountNumber': oneOf(['5060011118', '2000145399']),
  'hungarian.accountNumber': oneOf(['11773016-11111018-00000000', '120000071234567800000008']),
  'polish.accountNumber': oneOf(['61109010140000071219812874']),
  'morocco.accountNumber': oneOf(['011519000001205000534921']),
  'mozambique_local.accountNumber': oneOf(['000301080016367102371']),
  'newzealand.accountNumber': oneOf([
    '03-1587-0050000-00',
    '01-0902-0068389-00',
    '08-6523-1954512-001',
    '26 2600 0320871 032',
  ]),
  email: oneOf(['ann@example.com', 'b.o+x@sub.example.org']),
  'chinese_alipay.accountNumber': oneOf(['ann@example.com', '86-13812345678', '13812345678']),
  'hong_kong_fps.accountNumber': oneOf(['ann@example.com', '+852-56781234', '123456789']),
  'indian_upi.accountNumber': oneOf(['ann.cole@oksbi', 'provider@yesb']),
  'singapore_paynow.accountNumber': oneOf(['+6587654321', '201912345A', 'T08LL1234A']),
  'malaysian_duitnow.accountNumber': oneOf(['+601122223333', '0122223333']),
  'bkash.accountNumber': digitsWith('8801', 9),
  'fiji_mobile.accountNumber': oneOf(['6793312000', '+679 331 2000']),
  'kenya_mobile.accountNumber': oneOf(['254712345678', '+254123456789', '0712345678']),
  'philippinesmobile.accountNumber': oneOf(['639171234567', '+639171234567', '09171234567']),
  'privatbank.phoneNumber': oneOf(['380501234567', '+380501234567']),
  'chile.phoneNumber': oneOf(['+56 33 555 5555', '912345678']),
  'colombia.phoneNumber': oneOf(['+57 21 5555 5555', '3001234567']),
  'peru.phoneNumber': oneOf(['+51 987654321']),
  'south_korean_paygate.phoneNumber': oneOf(['01012345678']),
  'southafrica.phoneNumber': oneOf(['+27111234567']),
  businessNumber: oneOf(['51 824 753 556', '004085616']),
  familyName: oneOf(['Иванова', 'Орлов']),
  givenName: oneOf(['Анна', 'Пётр']),
  patronymicName: oneOf(['Сергеевна', 'Ильич']),
  bankName: oneOf(['Bank of Anywhere']),
  'address.city': oneOf(['Windhoek', 'New York', '東京']),
  'address.firstLine': oneOf(['1 Long Street', 'Apt. 7, Some Ave']),
  'address.postCode': oneOf(['01234', 'EC1A 1BB']),
}

// A choice of this project. If random digits have not fitted the pattern after this many tries, the field gets its example.
const TRIES_MAX = 50
// In characters. The first characters of an example stay unchanged, because they are often a fixed prefix.
const PREFIX_LENGTH = 2
const SAMPLE_WORDS = 'sample words of some length'
const FIRST_WORD_LENGTH = 'sample'.length

/** The example with random digits if they fit the pattern, else the example, else words of a fitting length. */
function valueLikeExample(field: FormInput, pick: PickIndex): string {
  const pattern = new RegExp(`^(?:${field.validationRegexp ?? '.+'})$`)
  const fits = (value: string) =>
    value.length >= (field.minLength ?? 0) &&
    value.length <= (field.maxLength ?? DETAIL_LENGTH_MAX) &&
    pattern.test(value)
  for (let tries = 0; tries < TRIES_MAX && field.example !== ''; tries += 1) {
    const value = field.example.replace(/\d/g, (digit, at: number) =>
      at < PREFIX_LENGTH ? digit : String(pick(10)),
    )
    if (fits(value)) return value
  }
  if (field.example !== '' && fits(field.example)) return field.example
  return SAMPLE_WORDS.slice(0, Math.max(field.minLength ?? 1, FIRST_WORD_LENGTH))
}
