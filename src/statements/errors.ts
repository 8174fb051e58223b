import type { ErrorKind } from '../kernel/refusal.ts'

/** Facts 4.3: client programs know this code and status of a balance that is not the profile's. */
export const BalanceUnknown: ErrorKind = {
  code: 'request.invalid.balance_id',
  status: 422,
  message: 'The profile has no such balance in this currency.',
  path: 'balanceId',
}
export const IntervalMalformed: ErrorKind = {
  code: 'statement.interval.malformed',
  status: 400,
  message: 'Write the moment as RFC 3339 says, or as a date: 2026-11-20T10:00:00Z.',
}
export const IntervalInvalid: ErrorKind = {
  code: 'statement.interval.invalid',
  status: 422,
  message: 'The interval must not end before it starts, nor be longer than 469 days.',
  path: 'intervalEnd',
}
export const StatementTooLong: ErrorKind = {
  code: 'statement.too-long',
  status: 422,
  message: 'More than 10000 transactions: ask for a shorter interval.',
  path: 'intervalStart',
}
export const ExcessRecipientInvalid: ErrorKind = {
  code: 'INVALID_RECIPIENT',
  status: 422,
  message:
    'Name an active bank account of this profile with ownedByCustomer true, in the currency of its hold limit.',
  path: 'recipientId',
}
