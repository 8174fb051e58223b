// Every error of the module.

import type { ErrorKind } from '../kernel/refusal.ts'

export const ValidatorUnknown: ErrorKind = {
  code: 'validator.not-found',
  status: 404,
  message: 'Send the name of a validator in the path, such as `sort-code`.',
  path: 'validator',
}

// Client programs compare this code. Code and message are documented (Facts 4.3), and D5 has the status.
export const ValidationNotSuccessful: ErrorKind = {
  code: 'VALIDATION_NOT_SUCCESSFUL',
  status: 422,
  message: 'The value has not passed validation.',
}

/** A required detail is missing. The fault's path is the key of the detail. */
export const DetailRequired: ErrorKind = { code: 'REQUIRED', status: 422, message: 'Required' }
