// The two checks of D17, the requirements of the account and the requirements that the route adds, and the canonical spelling
// in which an account is stored (D90).

import { isPlainText } from '../../kernel/wire.ts'
import { countCharacters } from '../patterns.ts'
import { needsAddress, type RouteContext } from './account-forms.ts'
import { addressStatesOf, requiresState } from './catalogue/address-states.ts'
import { findForm, formsOf, hasForms } from './catalogue/index.ts'
import { address, state } from './catalogue/shared-fields.ts'
import {
  type AccountFault,
  canonicalText,
  checkField,
  DETAIL_LENGTH_MAX,
  notValidFault,
  requiredFault,
  typeFault,
} from './check-field.ts'
import { bicText } from './checks.ts'
import { detailKeys } from './details.ts'
import { type AccountDraft, hasBrokenAddress, isAddressKey, readDetail, readText } from './draft.ts'
import { canonicalNumber, type Field, type Form, type Normaliser } from './field.ts'
import { type DraftFacts, factsOf, fieldsToCheck } from './refresh.ts'

const CURRENCY_NOT_PAID_OUT =
  'This currency cannot be paid out. Send the ISO 4217 code of a currency that can be, such as EUR.'
const ADDRESS_NOT_OBJECT = 'Please enter the address as an object, such as {"country":"GB"}'
const NOT_SHORT_PLAIN = `Please enter text of at most ${DETAIL_LENGTH_MAX} characters on one line`

/** All faults of the account that do not depend on the route. */
export function checkAccount(draft: AccountDraft): readonly AccountFault[] {
  if (!hasForms(draft.currency))
    return [notValidFault('currency', CURRENCY_NOT_PAID_OUT, draft.currency)]
  if (draft.type === undefined) return [requiredFault({ key: 'type', message: null })]
  const form = findForm(draft.currency, draft.type)
  if (form === undefined) return [typeFault(formsOf(draft.currency), draft.type)]
  return checkByForm(draft, form)
}

/** The account with its bank details in canonical spelling (D90). */
export function canonicalAccount<D extends AccountDraft>(draft: D): D {
  return canonicalByForm(draft, findForm(draft.currency, draft.type ?? ''))
}

/** `canonicalAccount` for an account of this form. */
export function canonicalByForm<D extends AccountDraft>(draft: D, form: Form | undefined): D {
  const fields = form === undefined ? [] : fieldsFor(draft.currency, form, factsOf(draft))
  const normalisers = { ...codeNormalisers, ...normalisersOf(fields) }
  const details = Object.entries(normalisers).flatMap(([key, normalise]): [string, string][] => {
    const value = readText(draft, key)
    return value === undefined ? [] : [[key, normalise(value)]]
  })
  return { ...draft, details: { ...draft.details, ...Object.fromEntries(details) } }
}

/** Details that are stored in a canonical spelling even if the form does not contain them. */
const codeNormalisers: Readonly<Record<string, Normaliser>> = {
  IBAN: canonicalNumber,
  BIC: bicText,
  swiftCode: bicText,
}

/** The account holder's name and the address keep the spelling in which the client sent them. */
function normalisersOf(fields: readonly Field[]): Readonly<Record<string, Normaliser>> {
  const normalisedFields = fields.filter(
    ({ key }) => key !== 'accountHolderName' && !isAddressKey(key),
  )
  return Object.fromEntries(
    normalisedFields.map((field) => [field.key, (text: string) => canonicalText(field, text)]),
  )
}

/** All faults of an account of this form. */
export function checkByForm(draft: AccountDraft, form: Form): readonly AccountFault[] {
  const canonical = canonicalByForm(draft, form)
  const readOther = (key: string) => readText(canonical, key)
  const fields = fieldsFor(draft.currency, form, factsOf(draft))
  const faults = fields.flatMap(
    (field) => checkField(field, readDetail(draft, field.key), readOther) ?? [],
  )
  if (hasBrokenAddress(draft)) faults.push(notValidFault('address', ADDRESS_NOT_OBJECT))
  return [...faults, ...checkOutsideForm(draft, fields)]
}

const fieldsByForm = new WeakMap<Form, Map<string, readonly Field[]>>()

/** The fields of a form depend on few facts, so each version is built once and kept. */
function fieldsFor(currency: string, form: Form, facts: DraftFacts): readonly Field[] {
  let versions = fieldsByForm.get(form)
  if (versions === undefined) {
    versions = new Map()
    fieldsByForm.set(form, versions)
  }
  // The key leaves out the bank, which changes only the list of branches: no branch is checked against a list.
  const key = `${currency} ${facts.legalType} ${facts.country} ${facts.hasNoPatronymic}`
  let fields = versions.get(key)
  if (fields === undefined) {
    fields = fieldsToCheck(currency, form, { ...facts, bank: undefined })
    versions.set(key, fields)
  }
  return fields
}

const STATE = 'address.state'
/** The details that are stored although the form does not contain them. */
const storedKeys = new Set([...detailKeys.filter((key) => key !== 'address'), STATE])

/** Details that the form does not contain are stored too, so they must at least be short plain values. */
function checkOutsideForm(draft: AccountDraft, fields: readonly Field[]): readonly AccountFault[] {
  const keys = new Set([...Object.keys(draft.details), STATE])
  return [...keys].flatMap((key) => {
    const value = readDetail(draft, key)
    const isOutsideForm = storedKeys.has(key) && !fields.some((field) => field.key === key)
    return !isOutsideForm || isShortPlain(value) ? [] : [notValidFault(key, NOT_SHORT_PLAIN, value)]
  })
}

function isShortPlain(value: unknown): boolean {
  if (typeof value === 'string')
    return countCharacters(value) <= DETAIL_LENGTH_MAX && isPlainText(value)
  return value === null || typeof value !== 'object'
}

/**
 * A REQUIRED fault for each value that a valid account lacks for this route. An e-mail account lacks nothing, because the
 * recipient fills in the rest later (D19).
 */
export function checkRoute(account: AccountDraft, route: RouteContext): readonly AccountFault[] {
  if (account.type === 'email' || !needsAddress(route)) return []
  return missingAddress(account)
}

/** A REQUIRED fault for each field of a complete address that the account lacks. */
export function missingAddress(account: AccountDraft): readonly AccountFault[] {
  const country = readText(account, 'address.country') ?? ''
  const states = requiresState(country) ? addressStatesOf(country) : undefined
  const fields = states === undefined ? address : [...address, state(states, true)]
  return fields
    .filter(({ key }) => readDetail(account, key) === undefined)
    .map((field) => requiredFault(field))
}
