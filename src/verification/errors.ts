// Every refusal of this module. Client programs compare the codes of FieldMissing and NumberNotAllowed (Facts 4.3). A
// message without a subject, such as `is required`, is sent after the name of its field.

import type { ErrorKind } from '../kernel/refusal.ts'

export const FieldMissing: ErrorKind = { code: 'NotNull', status: 400, message: 'is required' }
export const NumberNotAllowed: ErrorKind = {
  code: 'not.allowed.for.uniqueIdentifier',
  status: 400,
  message: 'is not a number of this type of document',
  path: 'uniqueIdentifier',
}
export const FieldInvalid: ErrorKind = { code: 'NOT_VALID', status: 422, message: 'is not valid' }
export const FieldUnexpected: ErrorKind = {
  code: 'UNEXPECTED',
  status: 422,
  message: 'must not be sent here',
}

export const PersonalProfileRequired: ErrorKind = {
  code: 'profile.personal.required',
  status: 422,
  message: 'Send identity documents for a personal profile: a business has none.',
  path: 'profileId',
}

/** Only commands of the operator return this error. */
export const DocumentNotFound: ErrorKind = {
  code: 'document.not-found',
  status: 404,
  message: 'The profile has no document of this type. `document list` shows its documents.',
}

/** Only commands of the operator return this error. */
export const DocumentChanged: ErrorKind = {
  code: 'document.changed',
  status: 409,
  message:
    'The document was replaced or decided after the time in --sent-at. `document list` shows the document and its time now.',
}

export const ExplanationMissing: ErrorKind = {
  code: 'NotNull',
  status: 400,
  message: 'Send incomeExplanation, accountPurposeExplanation or both.',
  path: 'incomeExplanation',
}

export const EvidenceRequired: ErrorKind = {
  code: 'verification.evidence.required',
  status: 422,
  message:
    'This customer needs additional verification first. Send the evidence that the arguments name, then create the transfer again.',
}

export const EvidenceExists: ErrorKind = {
  code: 'verification.evidence.exists',
  status: 409,
  message:
    'This evidence was already sent, or the customer is verified. Send more only after a decision requires it.',
}
