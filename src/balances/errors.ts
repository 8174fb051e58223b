// Every refusal of this module.

import { MINOR_DIGITS_MAX } from '../kernel/money.ts'
import type { ErrorKind } from '../kernel/refusal.ts'

export const BalanceNotFound: ErrorKind = {
  code: 'balance.not-found',
  status: 404,
  message:
    'The profile has no open balance with this id. GET /v4/profiles/{profileId}/balances lists its open balances.',
  path: 'balanceId',
}

export const BalanceClosed: ErrorKind = {
  code: 'balance.closed',
  status: 409,
  message: 'This balance is closed. Use another balance, or open a new one.',
  path: 'balanceId',
}

export const BalanceExists: ErrorKind = {
  code: 'balance.exists',
  status: 409,
  message:
    'The profile already has an open STANDARD balance in this currency. Use that balance, or open a SAVINGS balance.',
  path: 'currency',
}

export const CurrencyNotHeld: ErrorKind = {
  code: 'balance.currency.not-supported',
  status: 422,
  message:
    'Balances cannot be held in this currency. Send one of the currencies that GET /v2/borderless-accounts-configuration/profiles/{profileId}/available-currencies lists.',
  path: 'currency',
}

export const NameRequired: ErrorKind = {
  code: 'balance.name.required',
  status: 422,
  message: 'Send a name: a SAVINGS balance needs one.',
  path: 'name',
}

export const BalanceNotEmpty: ErrorKind = {
  code: 'balance.not-empty',
  status: 409,
  message:
    'The balance still holds money. Move all of it to another balance or send it, then close this one.',
}

export const BalanceInUse: ErrorKind = {
  code: 'balance.in-use',
  status: 409,
  message:
    'A card payment holds money of this balance, or a transfer paid from it is not sent yet or has bounced. Close the balance when its card payments hold no money and its transfers are sent, cancelled or refunded.',
}

export const CurrencyMismatch: ErrorKind = {
  code: 'balance.currency.mismatch',
  status: 422,
  message: 'Send the amount in the currency of the balance.',
  path: 'currency',
}

export const AmountNotPositive: ErrorKind = {
  code: 'error.greaterThanZero',
  status: 422,
  message: 'Send an amount larger than 0.',
  path: 'amount',
}

export const AmountNotExact: ErrorKind = {
  code: 'amount.not-exact',
  status: 422,
  message: `Send an amount of at most ${MINOR_DIGITS_MAX} digits, with no more decimals than its currency has.`,
  path: 'amount',
}

export const BalanceFull: ErrorKind = {
  code: 'balance.full',
  status: 422,
  message: `Send a smaller amount: this one would give the balance more than ${MINOR_DIGITS_MAX} digits.`,
}
