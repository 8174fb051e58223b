// How a form changes with the route and the values filled in so far. The forms that are shown and the
// fields that accounts are checked against are both built here, so they cannot disagree.

import { branchesOf } from './branches.ts'
import { addressStatesOf, requiresState } from './catalogue/address-states.ts'
import { type LegalType, nameRule } from './catalogue/names.ts'
import { address, anyLegalType, holder, state } from './catalogue/shared-fields.ts'
import * as check from './checks.ts'
import { type AccountDraft, isAddressKey, legalTypeOf, readDetail, readText } from './draft.ts'
import {
  canonicalNumber,
  type Field,
  type Form,
  fieldsOf,
  isRow,
  type Line,
  mapFields,
  text,
} from './field.ts'

/** The facts of a draft that change its form. */
export type DraftFacts = {
  readonly legalType: LegalType | undefined
  /** The country of the address, if the country has a list of states. */
  readonly country: string | undefined
  /** The code of the chosen bank, in canonical spelling. */
  readonly bank: string | undefined
  readonly hasNoPatronymic: boolean
}

export const NO_FACTS: DraftFacts = {
  legalType: undefined,
  country: undefined,
  bank: undefined,
  hasNoPatronymic: false,
}

export function factsOf(draft: AccountDraft): DraftFacts {
  const country = readText(draft, 'address.country')
  const bankCode = readText(draft, 'bankCode')
  return {
    legalType: legalTypeOf(draft),
    country: country !== undefined && addressStatesOf(country) !== undefined ? country : undefined,
    bank: bankCode === undefined ? undefined : check.bicText(bankCode),
    hasNoPatronymic: isTrue(readDetail(draft, 'cannotHavePatronymicName')),
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 'true'

/**
 * `required`: the complete address, every field required except a state that the country does not require. `optional`: the
 * address fields that the form lists, none required. `accepted`: the complete address, none required.
 */
type AddressRule = 'required' | 'optional' | 'accepted'

/** The lines of `form`, changed by `facts` and `addressRule`. */
export function refresh(
  currency: string,
  form: Form,
  facts: DraftFacts,
  addressRule: AddressRule,
): readonly Line[] {
  const changed = mapFields(form.lines, (field) =>
    withPatronymic(withBranches(withNameRule(field, facts), currency, facts), facts),
  )
  const numbered = withBusinessNumber(changed, form, facts)
  // The form of an e-mail recipient shows no address, because the recipient enters the account later (A 4.2).
  if (form.type === 'email' && addressRule !== 'accepted') return numbered
  return withState(withAddress(numbered, addressRule), facts, addressRule)
}

function withNameRule(field: Field, { legalType }: DraftFacts): Field {
  return field.isLatinName && legalType !== undefined ? { ...field, ...nameRule(legalType) } : field
}

function withBranches(field: Field, currency: string, { bank }: DraftFacts): Field {
  if (field.key !== 'branchCode' || bank === undefined) return field
  const branches = branchesOf(currency, bank)
  return branches.length === 0 ? field : { ...field, values: () => branches }
}

function withPatronymic(field: Field, { hasNoPatronymic }: DraftFacts): Field {
  return field.key === 'patronymicName' && hasNoPatronymic ? { ...field, required: false } : field
}

const businessNumber = text('businessNumber', 'Business number (ABN, ACN or ARBN)', {
  min: 9,
  max: 14,
  canonical: canonicalNumber,
  check: check.australianBusinessNumber,
  message: 'Please enter a valid ABN, ACN or ARBN',
})

function withBusinessNumber(
  lines: readonly Line[],
  form: Form,
  facts: DraftFacts,
): readonly Line[] {
  return form.type === 'australian' && facts.legalType === 'BUSINESS'
    ? [...lines, businessNumber]
    : lines
}

const isAddressLine = (line: Line): boolean => !isRow(line) && isAddressKey(line.key)

function withAddress(lines: readonly Line[], rule: AddressRule): readonly Line[] {
  const listed = lines.filter(isAddressLine)
  const block = rule === 'optional' ? listed : address
  const at = listed.length === 0 ? lines.length : lines.findIndex(isAddressLine)
  return lines
    .filter((line) => !isAddressLine(line))
    .toSpliced(at, 0, ...mapFields(block, (field) => ({ ...field, required: rule === 'required' })))
}

function withState(
  lines: readonly Line[],
  { country }: DraftFacts,
  rule: AddressRule,
): readonly Line[] {
  const values = country === undefined ? undefined : addressStatesOf(country)
  const at = lines.findIndex((line) => !isRow(line) && line.key === 'address.country')
  if (country === undefined || values === undefined || at < 0) return lines
  return lines.toSpliced(at + 1, 0, state(values, rule === 'required' && requiresState(country)))
}

// Every account may have a legal type and a holder's name, although a few forms do not contain these fields.
const alwaysAccepted: readonly Field[] = [anyLegalType, holder()].map((field) => ({
  ...field,
  required: false,
}))

/** The fields that an account of this form is checked against. */
export function fieldsToCheck(currency: string, form: Form, facts: DraftFacts): readonly Field[] {
  const keys = new Set(fieldsOf(form.lines).map(({ key }) => key))
  const lines = [...form.lines, ...alwaysAccepted.filter(({ key }) => !keys.has(key))]
  return fieldsOf(refresh(currency, { ...form, lines }, facts, 'accepted'))
}
