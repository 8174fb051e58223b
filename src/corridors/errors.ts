import type { ErrorKind } from '../kernel/refusal.ts'

export const ValidatorUnknown: ErrorKind = {
  code: 'validator.not-found',
  status: 404,
  message: 'There is no such validator.',
  path: 'validator',
}

// Facts 4.3: client programs know the code; D5 gives it its status.
export const NotSuccessful: ErrorKind = {
  code: 'VALIDATION_NOT_SUCCESSFUL',
  status: 422,
  message: 'The value has not passed validation.',
}

/** What every form and every check of details says of what is missing; the path comes with the fault. */
export const DetailRequired: ErrorKind = { code: 'REQUIRED', status: 422, message: 'Required' }
