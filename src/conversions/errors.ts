import type { ErrorKind } from '../kernel/refusal.ts'

export const AmountOrQuote: ErrorKind = {
  code: 'movement.amount-or-quote',
  status: 400,
  message: 'Give either an amount or a quoteId: one of them, not both.',
  path: 'amount',
}

export const BothBalances: ErrorKind = {
  code: 'movement.both-balances',
  status: 400,
  message: 'Name both balances: the one that money leaves and the one that it enters.',
}

export const SameBalance: ErrorKind = {
  code: 'movement.same-balance',
  status: 422,
  message: 'Money moves between two different balances.',
  path: 'targetBalanceId',
}

export const QuoteRequired: ErrorKind = {
  code: 'movement.quote-required',
  status: 422,
  message: 'Between balances of different currencies money moves by a quote.',
  path: 'quoteId',
}

export const StandardBalanceMissing: ErrorKind = {
  code: 'movement.balance-missing',
  status: 422,
  message: 'The profile has no open STANDARD balance in a currency of the quote.',
  path: 'quoteId',
}

export const QuoteNotForBalances: ErrorKind = {
  code: 'error.quote.not-for-balances',
  status: 422,
  message: 'Only a quote with payOut BALANCE can be converted.',
  path: 'quoteId',
}

export const OptionUnavailable: ErrorKind = {
  code: 'payment.option-unavailable',
  status: 422,
  message: 'The quote cannot be paid from a balance.',
  path: 'quoteId',
}
