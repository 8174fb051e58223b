import type { ErrorKind } from '../kernel/refusal.ts'

export const InsufficientFunds: ErrorKind = {
  code: 'balance.insufficient-funds',
  status: 422,
  message: 'The balance does not cover this amount.',
}
