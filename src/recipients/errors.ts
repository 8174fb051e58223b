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

/** A request that names no profile is about the personal one (D90). */
export const NoPersonalProfile: ErrorKind = {
  code: 'not.found',
  status: 404,
  message: 'You have no personal profile. Create one first, or name a profile in the request.',
  path: 'profile',
}

// What the account layer of the corridors may find (D17); path and message come with each fault.
export const DetailNotValid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Please enter a valid value.',
}
