// The account requirements of a route (Spec A 2.3, Facts 10.5).

import { formsOf } from './catalogue.ts'
import type { AccountDraft } from './draft.ts'
import { type Field, type Form, isRow, type Line, showLine } from './field.ts'
import type { LegalType } from './names.ts'
import { type Known, knownOf, NOTHING_KNOWN, refresh } from './refresh.ts'
import type { AccountForm } from './wire.ts'

/**
 * The route that the money takes, as far as it may bear on the recipient. No recorded form changes
 * with the amount or with the originator's legal type.
 */
export type RouteContext = {
  readonly source: string
  readonly target: string
  readonly sourceAmountMinor?: bigint
  readonly originatorLegalType?: LegalType
  /** The client wants a complete address whatever the currencies. */
  readonly addressRequired?: boolean
}

const ADDRESS_BY_TARGET = new Set(['USD', 'PHP', 'THB', 'TRY'])
const ADDRESS_BY_SOURCE = new Set(['USD', 'AUD'])

/** Whether the recipient's complete address is required (Spec A 2.2; D17: then, and only then). */
export function needsAddress({ source, target, addressRequired }: RouteContext): boolean {
  return addressRequired === true || ADDRESS_BY_TARGET.has(target) || ADDRESS_BY_SOURCE.has(source)
}

/** Account requirements 1.1 have the recipient's name, legal type and e-mail; 1.0 have not. */
export type MinorVersion = 0 | 1

const blankForms = new Map<string, readonly AccountForm[]>()

/**
 * The forms of a route in the order in which clients show them, refreshed by what `draft` says.
 * Empty when the target currency is not payable or not known.
 */
export function accountForms(
  route: RouteContext,
  draft: AccountDraft | undefined,
  minorVersion: MinorVersion,
): readonly AccountForm[] {
  if (draft !== undefined) return makeForms(route, knownOf(draft), minorVersion)
  const key = `${route.target} ${needsAddress(route)} ${minorVersion}`
  const forms = blankForms.get(key) ?? makeForms(route, NOTHING_KNOWN, minorVersion)
  // Only known currencies are kept, so that a caller cannot make the table grow.
  if (forms.length > 0) blankForms.set(key, forms)
  return forms
}

function makeForms(
  route: RouteContext,
  known: Known,
  minorVersion: MinorVersion,
): readonly AccountForm[] {
  const rule = needsAddress(route) ? 'required' : 'optional'
  return formsOf(route.target).map((form) => {
    const lines = refresh(route.target, form, known, rule)
    return showForm(form, minorVersion === 1 ? lines : lines.filter(isInFirstVersion))
  })
}

export function showForm({ type, title }: Form, lines: readonly Line[]): AccountForm {
  return { type, title, usageInfo: null, fields: lines.map(showLine) }
}

const isInFirstVersion = (line: Line): boolean => isRow(line) || !isSinceMinorVersion1(line)

/** A required e-mail address is part of the account itself, so every version asks for it. */
function isSinceMinorVersion1({ key, required }: Field): boolean {
  return key === 'accountHolderName' || key === 'legalType' || (key === 'email' && !required)
}
