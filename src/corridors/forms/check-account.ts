// The two layers of D17: what the account needs, and what the route adds.

import { isPlainText } from '../../kernel/wire.ts'
import { needsAddress, type RouteContext } from './account-forms.ts'
import { findForm, hasForms } from './catalogue.ts'
import {
  type AccountFault,
  canonicalText,
  checkField,
  DETAIL_LENGTH_MAX,
  notValid,
  required,
} from './check-field.ts'
import { bare, bicText } from './checks.ts'
import { detailKeys } from './detail-keys.ts'
import { type AccountDraft, hasBrokenAddress, isAddressKey, readDetail, readText } from './draft.ts'
import type { Field, Form, Spell } from './field.ts'
import { checkedFields, type Known, knownOf } from './refresh.ts'
import { address, state } from './shared-fields.ts'
import { stateDemanded, statesOf } from './states.ts'

/** Everything that is wrong with the account itself, whatever route pays it. */
export function checkAccount(draft: AccountDraft): readonly AccountFault[] {
  if (!hasForms(draft.currency))
    return [notValid('currency', 'This currency cannot be paid out', draft.currency)]
  if (draft.type === undefined) return [required({ key: 'type', message: null })]
  const form = findForm(draft.currency, draft.type)
  if (form === undefined)
    return [notValid('type', 'Recipient type is not valid for this currency', draft.type)]
  return checkFilled(draft, form)
}

/** The account with its bank details in their canonical spelling (D90), as far as its form is known. */
export function canonicalAccount<D extends AccountDraft>(draft: D): D {
  return canonicalFilled(draft, findForm(draft.currency, draft.type ?? ''))
}

/** The same of an account of this form. */
export function canonicalFilled<D extends AccountDraft>(draft: D, form: Form | undefined): D {
  const fields = form === undefined ? [] : fieldsFor(draft.currency, form, knownOf(draft))
  const spelt = { ...codes, ...spellingsOf(fields) }
  const details = Object.entries(spelt).flatMap(([key, spell]): [string, string][] => {
    const value = readText(draft, key)
    return value === undefined ? [] : [[key, spell(value)]]
  })
  return { ...draft, details: { ...draft.details, ...Object.fromEntries(details) } }
}

/** These have one spelling also where the form does not ask for them. */
const codes: Readonly<Record<string, Spell>> = { IBAN: bare, BIC: bicText, swiftCode: bicText }

/** Names and addresses are as they were written. */
function spellingsOf(fields: readonly Field[]): Readonly<Record<string, Spell>> {
  const own = fields.filter(({ key }) => key !== 'accountHolderName' && !isAddressKey(key))
  return Object.fromEntries(
    own.map((field) => [field.key, (text: string) => canonicalText(field, text)]),
  )
}

/** Everything that is wrong with an account of this form. */
export function checkFilled(draft: AccountDraft, form: Form): readonly AccountFault[] {
  const canonical = canonicalFilled(draft, form)
  const other = (key: string) => readText(canonical, key)
  const fields = fieldsFor(draft.currency, form, knownOf(draft))
  const faults = fields.flatMap(
    (field) => checkField(field, readDetail(draft, field.key), other) ?? [],
  )
  if (hasBrokenAddress(draft)) faults.push(notValid('address', 'Address must be an object'))
  return [...faults, ...checkOthers(draft, fields)]
}

const fieldsByForm = new WeakMap<Form, Map<string, readonly Field[]>>()

/** The fields of a form change with few facts, so each version is made once and kept. */
function fieldsFor(currency: string, form: Form, known: Known): readonly Field[] {
  let versions = fieldsByForm.get(form)
  if (versions === undefined) {
    versions = new Map()
    fieldsByForm.set(form, versions)
  }
  // The bank only changes the list of branches, and no branch is checked against a list.
  const key = `${currency} ${known.legalType} ${known.country} ${known.hasNoPatronymic}`
  let fields = versions.get(key)
  if (fields === undefined) {
    fields = checkedFields(currency, form, { ...known, bank: undefined })
    versions.set(key, fields)
  }
  return fields
}

const STATE = 'address.state'
/** All that is kept beside what every form accepts: of an address only the state. */
const keptKeys = new Set([...detailKeys.filter((key) => key !== 'address'), STATE])

/** Details that the form does not ask for are kept, so they must at least be short plain values. */
function checkOthers(draft: AccountDraft, fields: readonly Field[]): readonly AccountFault[] {
  const given = new Set([...Object.keys(draft.details), STATE])
  return [...given].flatMap((key) => {
    const value = readDetail(draft, key)
    const isOther = keptKeys.has(key) && !fields.some((field) => field.key === key)
    return !isOther || isShortPlain(value)
      ? []
      : [notValid(key, 'Please enter a valid value', value)]
  })
}

function isShortPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= DETAIL_LENGTH_MAX && isPlainText(value)
  return value === null || typeof value !== 'object'
}

/**
 * Everything that a sound account still lacks for this route. An account that has only the
 * recipient's e-mail address lacks nothing: the rest is asked for later (D19).
 */
export function checkRoute(account: AccountDraft, route: RouteContext): readonly AccountFault[] {
  if (account.type === 'email' || !needsAddress(route)) return []
  return missingAddress(account)
}

/** The parts of a complete address that are not there. */
export function missingAddress(account: AccountDraft): readonly AccountFault[] {
  const country = readText(account, 'address.country') ?? ''
  const states = stateDemanded(country) ? statesOf(country) : undefined
  const parts = states === undefined ? address : [...address, state(states, true)]
  return parts
    .filter(({ key }) => readDetail(account, key) === undefined)
    .map((field) => required(field))
}
