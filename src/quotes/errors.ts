// Every way the module says no.

import type { ErrorKind } from '../kernel/refusal.ts'

export const CurrencyUnknown: ErrorKind = {
  code: 'CurrencyCode',
  status: 400,
  message: 'This is not the code of a currency we know.',
}

export const CurrencyRetired: ErrorKind = {
  code: 'CurrencyDeprecated',
  status: 400,
  message: 'This currency is no longer in use.',
}

export const NotPositive: ErrorKind = {
  code: 'error.greaterThanZero',
  status: 400,
  message: 'Please type in a number that is larger than 0.',
}

export const OnlyOneAmount: ErrorKind = {
  code: 'error.quote.amount.onlySingle',
  status: 400,
  message: 'Give exactly one of sourceAmount and targetAmount.',
  path: 'sourceAmount',
}

export const AmountImprecise: ErrorKind = {
  code: 'error.amount.precision',
  status: 422,
  message: 'An amount has at most 15 digits, and no more decimals than its currency.',
}

export const RouteNotSupported: ErrorKind = {
  code: 'error.route.not.supported',
  status: 422,
  message: 'This route is not supported',
}

export const PayInNotSupported: ErrorKind = {
  code: 'error.payIn.not.supported',
  status: 422,
  message: 'Money in this currency cannot be paid in by this method.',
  path: 'preferredPayIn',
}

export const PayOutNotSupported: ErrorKind = {
  code: 'error.payOut.not.supported',
  status: 422,
  message: 'Money in this currency cannot be paid out by this method.',
  path: 'payOut',
}

export const AmountTooLow: ErrorKind = {
  code: 'error.amount.too-low',
  status: 422,
  message: 'The amount is below the least that can be sent on this route.',
}

export const AmountTooHigh: ErrorKind = {
  code: 'error.amount.too-high',
  status: 422,
  message: 'The amount is above the most that can be sent on this route.',
}

export const FeeExceedsSource: ErrorKind = {
  code: 'error.fee.exceeds-amount',
  status: 422,
  message: 'The fee would take the whole amount.',
}

/** Of PATCH and of a transfer alike: `path` is targetAccount, or the recipient's missing key. */
export const InvalidRecipient: ErrorKind = {
  code: 'INVALID_RECIPIENT',
  status: 422,
  message: 'This quote cannot be paid to this recipient.',
  path: 'targetAccount',
}

/** The quote in the path of a request. */
export const NoSuchQuote: ErrorKind = {
  code: 'error.quote.not.found',
  status: 404,
  message: "We couldn't find a quote with that ID",
  path: 'quoteId',
}

/** The quote that a request names in its body. */
export const QuoteNotFound: ErrorKind = {
  code: 'error.quote.not.found',
  status: 422,
  message: "We couldn't find a quote with that ID",
}

export const QuotesDiffer: ErrorKind = {
  code: 'error.quote.different',
  status: 400,
  message: 'quote and quoteUuid name different quotes. Send one of them.',
  path: 'quote',
}

export const AmountNotPayable: ErrorKind = {
  code: 'error.amount.not-payable',
  status: 422,
  message: 'At the rate of this moment the recipient would get nothing, or more than can be sent.',
}

export const QuoteExpired: ErrorKind = {
  code: 'error.quote.expired',
  status: 422,
  message: 'This quote has expired. Create a new one.',
}

export const QuoteBlocked: ErrorKind = {
  code: 'error.quote.blocked',
  status: 422,
  message: 'This quote cannot be used: one of its notices says why.',
}

export const QuoteAlreadyUsed: ErrorKind = {
  code: 'quote.already-used',
  status: 409,
  message: 'This quote was already used.',
}

export const SameCurrencyRate: ErrorKind = {
  code: 'error.rates.same-currency',
  status: 422,
  message: 'A currency is always worth itself. Name two different currencies.',
  path: 'target',
}

export const RateOutOfRange: ErrorKind = {
  code: 'error.rates.out-of-range',
  status: 422,
  message: 'Send a rate from 0.000000001 to 1000000000.',
  path: 'rate',
}

export const RatesParametersInvalid: ErrorKind = {
  code: 'error.rates.parameters',
  status: 400,
  message: 'Invalid parameters',
}

/** What an order may be refused for before anything is priced. */
export const orderErrors: readonly ErrorKind[] = [
  CurrencyUnknown,
  CurrencyRetired,
  NotPositive,
  OnlyOneAmount,
  AmountImprecise,
  RouteNotSupported,
  PayInNotSupported,
]

/** What an order's amounts or its way out may be refused for, each time it is priced. */
export const priceErrors: readonly ErrorKind[] = [
  PayOutNotSupported,
  AmountTooLow,
  AmountTooHigh,
  FeeExceedsSource,
]
