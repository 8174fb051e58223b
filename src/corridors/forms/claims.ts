// The forms in which a recipient known only by e-mail enters a bank account (D19).

import { lazy } from '../../kernel/lazy.ts'
import { needsAddress, showForm } from './account-forms.ts'
import * as ibans from './catalogue/iban-fields.ts'
import { emailOnlyCurrencies, formsOf } from './catalogue/index.ts'
import * as shared from './catalogue/shared-fields.ts'
import { canonicalByForm, checkByForm, missingAddress } from './check-account.ts'
import { type AccountFault, requiredFault, typeFault } from './check-field.ts'
import type { AccountDraft } from './draft.ts'
import { type Form, form, text } from './field.ts'
import { factsOf, NO_FACTS, refresh } from './refresh.ts'
import type { AccountForm } from './wire.ts'

const bankName = text('bankName', 'Bank name', { min: 2, max: 140 })

/** The forms of currencies without a bank form, for an account in any country. EUR only selects the example of the BIC. */
const anyCountryForms = lazy((): readonly Form[] => [
  form('iban', 'IBAN', shared.anyLegalType, shared.holder(), ibans.bic('EUR'), ibans.anyIban),
  form(
    'swift_code',
    'SWIFT',
    shared.anyLegalType,
    shared.holder(),
    shared.swiftCode(),
    bankName,
    shared.swiftAccount,
  ),
])

const emailOnly = new Set(emailOnlyCurrencies)

function claimFormsOf(currency: string): readonly Form[] {
  return emailOnly.has(currency)
    ? anyCountryForms()
    : formsOf(currency).filter(({ type }) => type !== 'email')
}

/** Only the target currency decides, because the claim page does not contain the source currency (gap 167). */
const claimNeedsAddress = (target: string): boolean => needsAddress({ source: '', target })

/**
 * The forms that the recipient chooses from, refreshed by the values of `draft`: the bank forms of the currency, or, when it has
 * none, one form for an IBAN and one for a SWIFT code. Empty when the currency cannot be paid out.
 */
export function claimForms(currency: string, draft?: AccountDraft): readonly AccountForm[] {
  const facts = draft === undefined ? NO_FACTS : factsOf(draft)
  const rule = claimNeedsAddress(currency) ? 'required' : 'optional'
  return claimFormsOf(currency).map((each) => showForm(each, refresh(currency, each, facts, rule)))
}

/** The form of a claimed account; undefined when no claim form of the currency has the type. */
export const claimFormOf = ({ currency, type }: AccountDraft): Form | undefined =>
  claimFormsOf(currency).find((each) => each.type === type)

/** The account that the recipient entered, with bank details in canonical spelling (D90). */
export function canonicalClaim<D extends AccountDraft>(draft: D): D {
  return canonicalByForm(draft, claimFormOf(draft))
}

/** All faults of the account that the recipient entered. */
export function checkClaim(draft: AccountDraft): readonly AccountFault[] {
  if (draft.type === undefined) return [requiredFault({ key: 'type', message: null })]
  const claimForm = claimFormOf(draft)
  if (claimForm === undefined) return [typeFault(claimFormsOf(draft.currency), draft.type)]
  const faults = checkByForm(draft, claimForm)
  return claimNeedsAddress(draft.currency) ? [...faults, ...missingAddress(draft)] : faults
}
