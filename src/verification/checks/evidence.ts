// The evidence that an additional verification can require, and how customers send it (B 4.4, D46a, Facts 9.2). The console
// imports this file, so it imports only types.

import type { CheckState } from '../states.ts'

/** Evidence that the account purpose contains. A review may require each of these answers of a person and of a business. */
const answers = [
  'ACCOUNT_PURPOSE',
  'BUSINESS_USE',
  'USE_CASE_COUNTRIES',
  'ANNUAL_VOLUME',
  'MONTHLY_VOLUME',
  'INCOME',
  'SOURCE_OF_INCOME',
  'SOURCE_OF_FUNDING',
] as const

export const evidenceDocumentTypes = [
  'SOURCE_OF_WEALTH',
  'ID_PROOF',
  'ADDRESS_PROOF',
  'TRADING_ADDRESS_PROOF',
  'BUSINESS_AUTH_REP_PROOF_BY_AUTH_LETTER',
] as const
export type EvidenceDocument = (typeof evidenceDocumentTypes)[number]

/** The field of the request for each explanation. */
const explanationFields = {
  INCOME_EXPLANATION: 'incomeExplanation',
  ACCOUNT_PURPOSE_EXPLANATION: 'accountPurposeExplanation',
} as const
const explanations = ['INCOME_EXPLANATION', 'ACCOUNT_PURPOSE_EXPLANATION'] as const

export const evidences = [...answers, ...evidenceDocumentTypes, ...explanations] as const
export type Evidence = (typeof evidences)[number]

/** Why a review requires more evidence (Facts 2.3). */
export const reviewOutcomes = [
  'DOCUMENT_POOR_QUALITY',
  'DOCUMENT_OUT_OF_DATE',
  'DOCUMENT_NAME_MISMATCH',
  'DOCUMENT_MISSING_NAME',
  'DOCUMENT_MISSING_ISSUE_DATE',
  'DOCUMENT_MISSING_COMPANY_LOGO_LETTERHEAD',
  'DOCUMENT_NOT_COMPLETE',
  'DOCUMENT_MISSING_SIGNATURE',
  'DOCUMENT_MISSING_INCOME',
  'DOCUMENT_TYPE_UNACCEPTABLE',
  'INVOICE_UNACCEPTABLE',
  'PHOTO_ID_UNACCEPTABLE',
  'TRANSACTION_UNACCEPTABLE',
  'PHOTO_UNACCEPTABLE',
  'OTHER',
] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

export type Explanation = {
  readonly incomeExplanation?: string | undefined
  readonly accountPurposeExplanation?: string | undefined
}

/** The evidence that a check requires first (D46a). */
export const firstEvidences: Readonly<Record<'PERSONAL' | 'BUSINESS', readonly Evidence[]>> = {
  PERSONAL: ['ACCOUNT_PURPOSE', 'USE_CASE_COUNTRIES', 'ANNUAL_VOLUME', 'INCOME'],
  BUSINESS: ['BUSINESS_USE', 'USE_CASE_COUNTRIES', 'MONTHLY_VOLUME', 'SOURCE_OF_FUNDING'],
}

/** One submission of a customer. */
export type Submission =
  | { readonly kind: 'ACCOUNT_PURPOSE' }
  | { readonly kind: EvidenceDocument }
  | { readonly kind: 'EXPLANATION'; readonly details: Explanation }

const isOneOf = <T extends string>(list: readonly T[], value: string): value is T =>
  (list as readonly string[]).includes(value)

export function isDocument(kind: Submission['kind']): kind is EvidenceDocument {
  return isOneOf(evidenceDocumentTypes, kind)
}

function satisfies(sent: Submission, evidence: Evidence): boolean {
  if (isOneOf(answers, evidence)) return sent.kind === 'ACCOUNT_PURPOSE'
  if (isOneOf(evidenceDocumentTypes, evidence)) return sent.kind === evidence
  return sent.kind === 'EXPLANATION' && sent.details[explanationFields[evidence]] !== undefined
}

/** The required evidence that no submission in `sent` satisfies. */
export function missingEvidences(
  required: readonly Evidence[],
  sent: readonly Submission[],
): readonly Evidence[] {
  return required.filter((evidence) => !sent.some((submission) => satisfies(submission, evidence)))
}

/** Whether a customer in this state has to send evidence before a transfer from a currency of the EEA (D46a). */
export function awaitsEvidence(state: CheckState): boolean {
  return state === 'REQUIRED' || state === 'EVIDENCE_REQUIRED'
}
