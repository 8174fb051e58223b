// D90: the IBANs that a form accepts, and the BICs that fit an IBAN.

import { getCountrySpecifications } from 'ibantools'
import { expect, test } from 'vitest'
import {
  type AccountDraft,
  accountForms,
  checkAccount,
  checkClaim,
  claimForms,
} from '../forms/index.ts'
import { entryOf } from '../routes/catalogue/index.ts'
import { balanceCurrencies } from '../routes/index.ts'
import { validIban } from './ibans.ts'

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
  for (const currency of balanceCurrencies)
    for (const form of accountForms({ source: currency, target: currency }, undefined, 1)) {
      const inputs = form.fields.flatMap(({ group }) => group)
      const field = inputs.find(({ key }) => key === 'IBAN')
      if (field === undefined) continue
      formsWithIban += 1
      // The form of a local scheme accepts the IBANs of one country, which is that of its example.
      const countriesOfForm =
        form.type === 'iban'
          ? entryOf(currency).countries.split(' ')
          : [field.example.slice(0, 'DE'.length)]
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
