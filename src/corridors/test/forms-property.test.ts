// D17: a filled form of a route is accepted and can be paid on that route. Each required key that is removed or
// invalid is refused under its name, by `checkAccount` or by `checkRoute`.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AccountDraft,
  accountForms,
  checkAccount,
  checkClaim,
  checkRoute,
  claimForms,
  emailOnlyCurrencies,
  type FormInput,
  type RouteContext,
  validators,
} from '../forms/index.ts'
import { balanceCurrencies } from '../routes/index.ts'
import { fieldsShown, fillForm, picksFrom } from './forms-fill.ts'

type Case = {
  readonly route: RouteContext
  readonly type: string
  readonly legalType: 'PRIVATE' | 'BUSINESS' | undefined
}

const payable = [...balanceCurrencies, ...emailOnlyCurrencies]

const legalTypesOf = (route: RouteContext, type: string): Case['legalType'][] => {
  const form = accountForms(route, undefined, 1).find((each) => each.type === type)
  const groups = form?.fields.flatMap(({ group }) => group) ?? []
  const keys = groups.find(({ key }) => key === 'legalType')?.valuesAllowed?.map(({ key }) => key)
  return (keys ?? [undefined]) as Case['legalType'][]
}

const cases: readonly Case[] = payable.flatMap((target) =>
  [...new Set(['GBP', 'USD', 'AUD', target])].flatMap((source) => {
    const route = { source, target }
    return accountForms(route, undefined, 1).flatMap(({ type }) =>
      legalTypesOf(route, type).map((legalType) => ({ route, type, legalType })),
    )
  }),
)

const fillCase = (each: Case, seed: number, mayFillOptional: boolean): AccountDraft =>
  fillForm(each.type, each.route, {
    pick: picksFrom(seed),
    mayFillOptional,
    ...(each.legalType === undefined ? {} : { legalType: each.legalType }),
  })

const faultsOf = (draft: AccountDraft, route: RouteContext) => [
  ...checkAccount(draft),
  ...checkRoute(draft, route),
]

const describeCase = (each: Case) =>
  `${each.route.source}->${each.route.target} ${each.type} ${each.legalType ?? ''}`

/** The draft with one form key set, or removed when `value` is undefined. */
function withKey(draft: AccountDraft, key: string, value: unknown): AccountDraft {
  if (key === 'accountHolderName') {
    const { accountHolderName: _, ...rest } = draft
    return typeof value === 'string' ? { ...rest, accountHolderName: value } : rest
  }
  const addressKey = key.startsWith('address.') ? key.slice('address.'.length) : undefined
  if (addressKey === undefined) return { ...draft, details: { ...draft.details, [key]: value } }
  const address = { ...(draft.details['address'] as object), [addressKey]: value }
  return { ...draft, details: { ...draft.details, address } }
}

/** Longer than DETAIL_LENGTH_MAX, the most characters that any field may have. */
const TOO_LONG = '1'.repeat(400)

/** Values that no field of this kind accepts. */
function invalidValues(field: FormInput): readonly unknown[] {
  const always: unknown[] = [TOO_LONG, { no: 'text' }, 'a\u0000b']
  if (field.valuesAllowed !== null || field.key === 'branchCode')
    always.push('not an allowed value')
  if (field.key === 'accountNumber') always.push('-', '- - - - - -', '+---------')
  if (field.type === 'date') always.push('2001-02-30', '1.2.2001')
  if (field.key === 'accountHolderName') always.push('?', '\u0001')
  if (/^(IBAN|abartn|clabe|cpf|cnpj|rut|taxId|swiftCode|email)$/.test(field.key))
    always.push('0123456789')
  return always
}

test('the cases include every currency that can be paid out, in more than 1000 combinations', () => {
  expect(new Set(cases.map(({ route }) => route.target))).toEqual(new Set(payable))
  expect(cases.length).toBeGreaterThan(1000)
})

test('a filled form is accepted and can be paid on its route', () => {
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), (seed, mayFillOptional) => {
      for (const each of cases)
        expect(
          faultsOf(fillCase(each, seed, mayFillOptional), each.route),
          describeCase(each),
        ).toEqual([])
    }),
    { numRuns: 5 },
  )
})

test('a missing required key is reported as REQUIRED under its name', () => {
  for (const each of cases) {
    const draft = fillCase(each, 7, false)
    for (const field of fieldsShown(each.type, each.route, draft)) {
      if (!field.required) continue
      for (const nothing of [undefined, null, '', '  ']) {
        const faults = faultsOf(withKey(draft, field.key, nothing), each.route)
        expect(faults, `${describeCase(each)} ${field.key}`).toContainEqual(
          expect.objectContaining({ code: 'REQUIRED', path: field.key }),
        )
      }
    }
  }
})

test('an invalid value of a required key is reported as NOT_VALID under its name', () => {
  for (const each of cases) {
    const draft = fillCase(each, 11, false)
    for (const field of fieldsShown(each.type, each.route, draft)) {
      if (!field.required) continue
      for (const invalid of invalidValues(field)) {
        if (field.key === 'accountHolderName' && typeof invalid !== 'string') continue
        const faults = faultsOf(withKey(draft, field.key, invalid), each.route)
        expect(
          faults,
          `${describeCase(each)} ${field.key} = ${JSON.stringify(invalid)}`,
        ).toContainEqual(expect.objectContaining({ code: 'NOT_VALID', path: field.key }))
      }
    }
  }
})

/** The value with other digits, length, case or separators. */
function variantsOf(value: string): string[] {
  const last = value.at(-1) ?? ''
  const digits = [...'0123456789X'].map((digit) => value.slice(0, -1) + digit)
  return [
    ...digits,
    value.slice(0, -1),
    value + last,
    value.replace(/\D/g, ''),
    value.toLowerCase(),
    `${value.slice(0, 3)}-${value.slice(3)}`,
    ` ${value} `,
    value.replace(/(?<=\w)(?=\w)/g, ' '),
    value.replace(/\d/g, '0'),
    'x',
  ]
}

test('a validator that a form points to accepts exactly what the account check accepts', () => {
  const names = new Set<string>()
  for (const each of cases) {
    const draft = fillCase(each, 13, true)
    for (const { key, example, validationAsync } of fieldsShown(each.type, each.route, draft)) {
      if (validationAsync === null) continue
      const name = validationAsync.url.split('/').at(-1) ?? ''
      const [param] = validationAsync.params
      names.add(name)
      const filled = String(draft.details[key])
      for (const value of [...variantsOf(filled), ...variantsOf(example)]) {
        const passes = validators.get(name)?.check({ [param?.parameterName ?? '']: value })
        const refused = checkAccount(withKey(draft, key, value)).some(({ path }) => path === key)
        expect(passes, `${describeCase(each)} ${name} ${value}`).toBe(!refused)
      }
    }
  }
  expect(names.size).toBe(10)
})

test('neither the checks nor the forms throw, whatever a draft contains', () => {
  const value = fc.oneof(fc.string(), fc.anything())
  const keys = fc.constantFrom('IBAN', 'address', 'legalType', 'accountNumber', 'swiftCode', 'rut')
  fc.assert(
    fc.property(
      fc.constantFrom(...cases),
      fc.dictionary(fc.oneof(keys, fc.string()), value),
      fc.string(),
      (each, details, accountHolderName) => {
        const draft = { currency: each.route.target, type: each.type, accountHolderName, details }
        expect(Array.isArray(faultsOf(draft, each.route))).toBe(true)
        expect(accountForms(each.route, draft, 1).length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 500 },
  )
})

test('a filled claim form is accepted for every currency', () => {
  for (const currency of payable) {
    const forms = claimForms(currency)
    expect(forms.length, currency).toBeGreaterThan(0)
    const hasBankForms = balanceCurrencies.includes(currency)
    if (!hasBankForms) expect(forms.map(({ type }) => type)).toEqual(['iban', 'swift_code'])
    // Claims in a currency without bank forms have the forms of euros and the name of the bank.
    const target = hasBankForms ? currency : 'EUR'
    for (const { type } of forms) {
      const filled = fillForm(type, { source: 'USD', target })
      const details = hasBankForms ? filled.details : { ...filled.details, bankName: 'Some Bank' }
      expect(checkClaim({ ...filled, currency, details }), `${currency} ${type}`).toEqual([])
    }
  }
})
