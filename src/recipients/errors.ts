import type { ErrorKind } from '../kernel/refusal.ts'

/** Client programs compare this code literally (Facts 18). */
export const RecipientMissing: ErrorKind = {
  code: 'RECIPIENT_MISSING',
  status: 404,
  message: 'There is no such recipient here.',
  path: 'accountId',
}
export const RecipientInactive: ErrorKind = {
  code: 'RECIPIENT_INACTIVE',
  status: 403,
  message: 'This recipient is no longer active.',
  path: 'accountId',
}

// What the account layer of the corridors may find (D17); path and message come with each fault.
export const DetailNotValid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Please enter a valid value.',
}
