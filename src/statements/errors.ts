// Every refusal of this module.

import type { ErrorKind } from '../kernel/refusal.ts'
import { ENTRIES_MAX, INTERVAL_DAYS_MAX } from './model.ts'

/** The status is 422 and not 404, also for a balance of another profile, as in the recorded reply (Facts 4.3). */
export const BalanceUnknown: ErrorKind = {
  code: 'request.invalid.balance_id',
  status: 422,
  message: 'Send the id and the currency of a balance of this profile.',
  path: 'balanceId',
}

export const IntervalMalformed: ErrorKind = {
  code: 'statement.interval.malformed',
  status: 400,
  message: 'Send a time in RFC 3339, such as 2026-11-20T10:00:00Z, or a date, such as 2026-11-20.',
}

export const IntervalInvalid: ErrorKind = {
  code: 'statement.interval.invalid',
  status: 422,
  message: `Send an intervalEnd that is not before intervalStart, and at most ${INTERVAL_DAYS_MAX} days after it.`,
  path: 'intervalEnd',
}

export const StatementTooLong: ErrorKind = {
  code: 'statement.too-long',
  status: 422,
  message: `The interval has more than ${ENTRIES_MAX.toLocaleString('en-GB')} transactions. Request a shorter interval.`,
  path: 'intervalStart',
}

export const ExcessRecipientInvalid: ErrorKind = {
  code: 'INVALID_RECIPIENT',
  status: 422,
  message:
    'Send as recipientId an active bank account of this profile with ownedByCustomer true. If the country of the profile has a hold limit, the account must be in the currency of the limit.',
  path: 'recipientId',
}
