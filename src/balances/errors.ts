import type { ErrorKind } from '../kernel/refusal.ts'

export const BalanceNotFound: ErrorKind = {
  code: 'balance.not-found',
  status: 404,
  message: 'The profile has no such balance.',
  path: 'balanceId',
}

export const BalanceClosed: ErrorKind = {
  code: 'balance.closed',
  status: 409,
  message: 'This balance is closed: money can neither enter nor leave it.',
  path: 'balanceId',
}

export const BalanceExists: ErrorKind = {
  code: 'balance.exists',
  status: 409,
  message: 'The profile already has an open STANDARD balance in this currency.',
  path: 'currency',
}

export const CurrencyNotHeld: ErrorKind = {
  code: 'balance.currency.not-supported',
  status: 422,
  message: 'Balances cannot be held in this currency.',
  path: 'currency',
}

export const NameRequired: ErrorKind = {
  code: 'balance.name.required',
  status: 422,
  message: 'A SAVINGS balance needs a name.',
  path: 'name',
}

export const BalanceNotEmpty: ErrorKind = {
  code: 'balance.not-empty',
  status: 409,
  message: 'Only a balance that holds nothing can be closed.',
}

export const BalanceInUse: ErrorKind = {
  code: 'balance.in-use',
  status: 409,
  message: 'Money from this balance is still on its way and may come back.',
}

export const CurrencyMismatch: ErrorKind = {
  code: 'balance.currency.mismatch',
  status: 422,
  message: 'The currency is not the currency of the balance.',
  path: 'currency',
}

export const AmountNotPositive: ErrorKind = {
  code: 'error.greaterThanZero',
  status: 422,
  message: 'The amount must be larger than 0.',
  path: 'amount',
}

export const AmountNotExact: ErrorKind = {
  code: 'amount.not-exact',
  status: 422,
  message: 'The amount has more digits than can be kept, or more decimals than its currency.',
  path: 'amount',
}

export const BalanceFull: ErrorKind = {
  code: 'balance.full',
  status: 422,
  message: 'The balance would hold more than can be kept exactly: fifteen digits.',
}
