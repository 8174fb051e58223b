// The validators of Facts 8.4 by the name in their path. forms-property.test.ts checks that a validator that a form points to
// agrees with `checkAccount`.

import * as check from './checks.ts'
import { passesLuhn } from './checksums.ts'
import { type Check, canonicalNumber } from './field.ts'

type ValidatorParam = { readonly name: string; readonly required: boolean }

/** Query parameters by name. */
export type ValidatorValues = Readonly<Record<string, string | undefined>>

type Validator = {
  readonly params: readonly ValidatorParam[]
  /** Whether the values pass. False when a required value is missing. */
  readonly check: (values: ValidatorValues) => boolean
}

/** A validator with one rule per parameter. Parameters in `optional` may be missing. */
function validator(
  rules: Readonly<Record<string, Check>>,
  optional: readonly string[] = [],
): Validator {
  const entries = Object.entries(rules)
  return {
    params: entries.map(([name]) => ({ name, required: !optional.includes(name) })),
    check: (values) => {
      const fieldValue = (name: string) => values[name]?.trim() || undefined
      return entries.every(([name, rule]) => {
        const value = fieldValue(name)
        return value === undefined ? optional.includes(name) : rule(value, fieldValue)
      })
    },
  }
}

/** A BIC. If an IBAN is sent too, the country of the BIC must fit the IBAN. */
const bicWithIban: Check = (value, other) =>
  check.bic(value, other) && check.bicFitsIban(value, other('iban') ?? '')

const emiratesBic: Check = (value) => check.bicCountry(value) === 'AE'

const institution = check.matches(/^\d{3}$/)
const transit = check.matches(/^\d{5}$/)

/** A map, because the name comes from a client: an object would also have a value for `constructor`. */
export const validators: ReadonlyMap<string, Validator> = new Map(
  Object.entries({
    'sort-code': validator({ sortCode: check.sortCode }),
    'sort-code-account-number': validator({ accountNumber: check.matches(/^\d{8}$/) }),
    iban: validator({ iban: check.iban }),
    bic: validator({ bic: bicWithIban, iban: check.iban }, ['iban']),
    abartn: validator({ abartn: check.aba }),
    'aba-account-number': validator({ accountNumber: check.matches(/^\d{4,17}$/) }),
    'ifsc-code': validator({ ifscCode: check.matches(/^[A-Za-z]{4}0[A-Za-z0-9]{6}$/) }),
    'indian-account-number': validator({ accountNumber: check.matches(/^[a-zA-Z0-9]{5,20}$/) }),
    'bsb-code': validator({ bsbCode: check.numberMatches(/^\d{6}$/) }),
    'australian-account-number': validator({ accountNumber: check.matches(/^\d{4,9}$/) }),
    'canadian-institution-number': validator({ institutionNumber: institution }),
    'canadian-transit-number': validator({
      institutionNumber: institution,
      transitNumber: transit,
    }),
    'canadian-account-number': validator({
      institutionNumber: institution,
      transitNumber: transit,
      accountNumber: check.matches(/^\d{7,12}$/),
    }),
    'bankgiro-number': validator({
      bankgiroNumber: (value) =>
        /^\d{3,4}-?\d{4}$/.test(value) && passesLuhn(canonicalNumber(value)),
    }),
    'hungarian-account-number': validator({ accountNumber: check.hungarianAccount }),
    'polish-account-number': validator({ accountNumber: check.polishAccount }),
    'privatbank-account-number': validator({ accountNumber: check.matches(/^\d{4}$/) }),
    'privatbank-phone-number': validator({ phoneNumber: check.phoneIn('UA') }),
    'new-zealand-account-number': validator({ accountNumber: check.newZealand }),
    'emirates-bic': validator({ bic: emiratesBic, iban: check.ibanOfCountry('AE') }, ['iban']),
    'chinese-card-number': validator({
      cardNumber: (value) => {
        const number = canonicalNumber(value)
        return /^\d{14,19}$/.test(number) && passesLuhn(number)
      },
    }),
    'thailand-account-number': validator({
      bankCode: check.matches(/^\d{3}$/),
      accountNumber: check.matches(/^(?:[Hh]?\d{2}|\d{3})-?\d-?\d{5}-?\d{1,7}$/),
    }),
    'brazil-branch-code': validator({ branchCode: check.brazilianBranch }),
    'brazil-account-number': validator({ accountNumber: check.brazilianAccount }),
    'brazil-cpf': validator({ cpf: check.cpf }),
    'russian-bank-code': validator({ bankCode: check.matches(/^04\d{7}$/) }),
  }),
)
