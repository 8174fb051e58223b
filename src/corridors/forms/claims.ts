// What somebody who is known by e-mail fills in to be paid (D19).

import { needsAddress, showForm } from './account-forms.ts'
import { emailOnlyCurrencies, formsOf } from './catalogue.ts'
import { canonicalFilled, checkFilled, missingAddress } from './check-account.ts'
import { type AccountFault, notValid, required } from './check-field.ts'
import type { AccountDraft } from './draft.ts'
import { type Form, form, text } from './field.ts'
import * as ibans from './iban-fields.ts'
import { once } from './lists.ts'
import { knownOf, NOTHING_KNOWN, refresh } from './refresh.ts'
import * as shared from './shared-fields.ts'
import type { AccountForm } from './wire.ts'

const bankName = text('bankName', 'Bank name', { min: 2, max: 140 })

/** Where the catalogue has no bank form, an account anywhere will do. */
const anywhere = once((): readonly Form[] => [
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

function claimsOf(currency: string): readonly Form[] {
  return emailOnly.has(currency)
    ? anywhere()
    : formsOf(currency).filter(({ type }) => type !== 'email')
}

/** Of Spec A 2.2 only the target counts here: the link does not tell the recipient what was sent. */
const claimNeedsAddress = (target: string): boolean => needsAddress({ source: '', target })

/**
 * The forms that the recipient chooses from, refreshed by what `draft` says: the currency's bank
 * forms, or an account by IBAN or SWIFT code. Empty when the currency is not payable.
 */
export function claimForms(currency: string, draft?: AccountDraft): readonly AccountForm[] {
  const known = draft === undefined ? NOTHING_KNOWN : knownOf(draft)
  const rule = claimNeedsAddress(currency) ? 'required' : 'optional'
  return claimsOf(currency).map((claim) => showForm(claim, refresh(currency, claim, known, rule)))
}

const claimOf = ({ currency, type }: AccountDraft): Form | undefined =>
  claimsOf(currency).find((claim) => claim.type === type)

/** What the recipient filled in, with the bank details in their canonical spelling (D90). */
export function canonicalClaim<D extends AccountDraft>(draft: D): D {
  return canonicalFilled(draft, claimOf(draft))
}

/** Everything that is wrong with what the recipient filled in. */
export function checkClaim(draft: AccountDraft): readonly AccountFault[] {
  if (draft.type === undefined) return [required({ key: 'type', message: null })]
  const claim = claimOf(draft)
  if (claim === undefined)
    return [notValid('type', 'Recipient type is not valid for this currency', draft.type)]
  const faults = checkFilled(draft, claim)
  return claimNeedsAddress(draft.currency) ? [...faults, ...missingAddress(draft)] : faults
}
