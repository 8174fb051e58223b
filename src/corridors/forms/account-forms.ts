// The account requirements of a route (A 2.3, Facts 10.5).

import { formsOf } from './catalogue/index.ts'
import type { AccountDraft } from './draft.ts'
import { type Field, type Form, isRow, type Line, showLine } from './field.ts'
import { type DraftFacts, factsOf, NO_FACTS, refresh } from './refresh.ts'
import type { AccountForm } from './wire.ts'

/** The inputs on which the forms of a route depend. No form depends on the amount or on the originator's legal type. */
export type RouteContext = {
  readonly source: string
  readonly target: string
  /** Whether the client requires a complete address even if the route does not. */
  readonly addressRequired?: boolean
}

const ADDRESS_BY_TARGET = new Set(['USD', 'PHP', 'THB', 'TRY'])
const ADDRESS_BY_SOURCE = new Set(['USD', 'AUD'])

/** Whether the recipient's complete address is required (A 2.2); on every other route it is optional (D17). */
export function needsAddress({ source, target, addressRequired }: RouteContext): boolean {
  return addressRequired === true || ADDRESS_BY_TARGET.has(target) || ADDRESS_BY_SOURCE.has(source)
}

/**
 * Account requirements 1.1 contain the recipient's name, legal type and optional e-mail address; version 1.0 contains none of
 * them.
 */
export type MinorVersion = 0 | 1

const blankForms = new Map<string, readonly AccountForm[]>()

/**
 * The forms of a route in the order in which clients show them, refreshed by the values of `draft`.
 * Empty when the target currency is unknown or cannot be paid out.
 */
export function accountForms(
  route: RouteContext,
  draft: AccountDraft | undefined,
  minorVersion: MinorVersion,
): readonly AccountForm[] {
  if (draft !== undefined) return makeForms(route, factsOf(draft), minorVersion)
  const key = `${route.target} ${needsAddress(route)} ${minorVersion}`
  const forms = blankForms.get(key) ?? makeForms(route, NO_FACTS, minorVersion)
  // Only currencies that have forms are cached: otherwise requests with invented currencies could fill the memory.
  if (forms.length > 0) blankForms.set(key, forms)
  return forms
}

function makeForms(
  route: RouteContext,
  facts: DraftFacts,
  minorVersion: MinorVersion,
): readonly AccountForm[] {
  const rule = needsAddress(route) ? 'required' : 'optional'
  return formsOf(route.target).map((form) => {
    const lines = refresh(route.target, form, facts, rule)
    return showForm(form, minorVersion === 1 ? lines : lines.filter(isInMinorVersion0))
  })
}

export function showForm({ type, title }: Form, lines: readonly Line[]): AccountForm {
  return { type, title, usageInfo: null, fields: lines.map(showLine) }
}

const isInMinorVersion0 = (line: Line): boolean => isRow(line) || !isNewInMinorVersion1(line)

/** A required e-mail address belongs to the account itself, so every version contains it. */
function isNewInMinorVersion1({ key, required }: Field): boolean {
  return key === 'accountHolderName' || key === 'legalType' || (key === 'email' && !required)
}
