// Every error of the module.

import type { ErrorKind } from '../kernel/refusal.ts'

export const ValidatorUnknown: ErrorKind = {
  code: 'validator.not-found',
  status: 404,
  message: 'Send the name of a validator that a form refers to.',
  path: 'validator',
}

// Client programs compare this code, and the message is documented (Facts 4.3); its status is D5.
export const NotSuccessful: ErrorKind = {
  code: 'VALIDATION_NOT_SUCCESSFUL',
  status: 422,
  message: 'The value has not passed validation.',
}

/** Of a missing value in every form and check of details. Each fault has its path. */
export const DetailRequired: ErrorKind = { code: 'REQUIRED', status: 422, message: 'Required' }
