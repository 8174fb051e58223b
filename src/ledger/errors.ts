// Every refusal of this module.

import { cursorInvalid } from '../kernel/cursor-pages.ts'
import type { ErrorKind } from '../kernel/refusal.ts'

export const InsufficientFunds: ErrorKind = {
  code: 'balance.insufficient-funds',
  status: 422,
  message:
    'The balance holds less than this request needs. Add money to the balance, then send the request again.',
}

export const ProfileOwes: ErrorKind = {
  code: 'profile.owes',
  status: 422,
  message:
    'The profile owes money, for a direct debit that was charged back or a card payment that its balance did not cover. Add money to a balance in the currency of the debt, then send the request again.',
}

export const CursorInvalid = cursorInvalid('ledger.cursor.invalid')
