import type { ErrorKind } from '../kernel/refusal.ts'

export const InsufficientFunds: ErrorKind = {
  code: 'balance.insufficient-funds',
  status: 422,
  message:
    'The balance holds less than this amount. Add money to the balance, then send the request again.',
}

export const ProfileOwes: ErrorKind = {
  code: 'profile.owes',
  status: 422,
  message:
    'A direct debit was taken back and the profile owes its amount. Add money in that currency first.',
}
