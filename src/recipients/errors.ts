// Every error of the module.

import type { ErrorKind } from '../kernel/refusal.ts'

/** Client programs compare this code literally (Facts 18). */
export const RecipientMissing: ErrorKind = {
  code: 'RECIPIENT_MISSING',
  status: 404,
  message:
    'None of your profiles has a recipient with this id. Send the id of an existing recipient.',
  path: 'accountId',
}
export const RecipientInactive: ErrorKind = {
  code: 'RECIPIENT_INACTIVE',
  status: 403,
  message: 'This recipient is no longer active. Add it again to use it.',
  path: 'accountId',
}

/** The recipient that stands for the profile's own balances cannot be deactivated (D50). */
export const RecipientOfBalances: ErrorKind = {
  code: 'recipient.of-balances',
  status: 403,
  message:
    'This recipient stands for the balances of the profile and cannot be deactivated. Close the balances instead.',
  path: 'accountId',
}

/** A request without a profile means the personal profile (D90), which this user does not have. */
export const NoPersonalProfile: ErrorKind = {
  code: 'not.found',
  status: 404,
  message: 'You have no personal profile. Create one first, or send a profile in the request.',
  path: 'profile',
}

/** A fault of an account (D17) other than a missing detail (`DetailRequired`). Each fault has its own path and message. */
export const DetailNotValid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Please enter a valid value.',
}
