import type { ErrorKind } from '../kernel/refusal.ts'

export const CurrencyUnknown: ErrorKind = {
  code: 'CurrencyCode',
  status: 400,
  message: 'This is not the code of a currency we know.',
}
export const NotPositive: ErrorKind = {
  code: 'error.greaterThanZero',
  status: 400,
  message: 'Please type in a number that is larger than 0.',
  path: 'sourceAmount',
}
export const AmountImprecise: ErrorKind = {
  code: 'error.amount.precision',
  status: 422,
  message: 'An amount has at most 15 digits, and no more decimals than its currency.',
  path: 'sourceAmount',
}
export const NoSuchQuote: ErrorKind = {
  code: 'error.quote.not.found',
  status: 404,
  message: "We couldn't find a quote with that ID",
  path: 'quoteId',
}
