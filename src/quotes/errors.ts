// Every error of the module.

import { MINOR_DIGITS_MAX } from '../kernel/money.ts'
import type { ErrorKind } from '../kernel/refusal.ts'

export const CurrencyUnknown: ErrorKind = {
  code: 'CurrencyCode',
  status: 400,
  message: 'Send the ISO 4217 code of a supported currency (GET /v1/currencies).',
}

export const CurrencyRetired: ErrorKind = {
  code: 'CurrencyDeprecated',
  status: 400,
  message: 'This currency is no longer in use. Send the code of its successor.',
}

/** The message is documented (Facts 4.3). */
export const NotPositive: ErrorKind = {
  code: 'error.greaterThanZero',
  status: 400,
  message: 'Please type in a number that is larger than 0.',
}

export const OnlyOneAmount: ErrorKind = {
  code: 'error.quote.amount.onlySingle',
  status: 400,
  message: 'Send exactly one of sourceAmount and targetAmount.',
  path: 'sourceAmount',
}

export const AmountImprecise: ErrorKind = {
  code: 'error.amount.precision',
  status: 422,
  message: `Send an amount of at most ${MINOR_DIGITS_MAX} digits, with no more decimals than its currency has.`,
}

/** The message is documented (Facts 4.3). */
export const RouteNotSupported: ErrorKind = {
  code: 'error.route.not.supported',
  status: 422,
  message: 'This route is not supported',
}

export const PayInNotSupported: ErrorKind = {
  code: 'error.payIn.not.supported',
  status: 422,
  message:
    'This source currency does not support this pay-in method. Choose another pay-in method.',
  path: 'preferredPayIn',
}

export const PayOutNotSupported: ErrorKind = {
  code: 'error.payOut.not.supported',
  status: 422,
  message:
    'This target currency does not support this pay-out method. Choose another pay-out method.',
  path: 'payOut',
}

export const AmountTooLow: ErrorKind = {
  code: 'error.amount.too-low',
  status: 422,
  message: 'Send a larger amount: the amount is below the minimum of the currency route.',
}

export const AmountTooHigh: ErrorKind = {
  code: 'error.amount.too-high',
  status: 422,
  message: 'Send a smaller amount: the amount is above the maximum of the currency route.',
}

export const FeeExceedsSource: ErrorKind = {
  code: 'error.fee.exceeds-amount',
  status: 422,
  message: 'Send a larger amount: the fee would take the whole amount.',
}

/** Transfers and their forms refuse with this error too. `path` is targetAccount, or the missing key of the recipient's form. */
export const InvalidRecipient: ErrorKind = {
  code: 'INVALID_RECIPIENT',
  status: 422,
  message: 'This quote cannot be paid to this recipient. Send another recipient.',
  path: 'targetAccount',
}

/** For a request that names the quote in its path. Code and message are those of QuoteInBodyNotFound. */
export const QuoteInPathNotFound: ErrorKind = {
  code: 'error.quote.not.found',
  status: 404,
  message: "We couldn't find a quote with that ID",
  path: 'quoteId',
}

/** For a request that names the quote in its body. Code and message were observed when a transfer was created (Facts 4.3). */
export const QuoteInBodyNotFound: ErrorKind = {
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
  message:
    'At the current rate the recipient would get nothing, or more than can be sent. Create a quote with another amount.',
}

export const QuoteExpired: ErrorKind = {
  code: 'error.quote.expired',
  status: 422,
  message: 'This quote has expired. Create a new one.',
}

export const QuoteBlocked: ErrorKind = {
  code: 'error.quote.blocked',
  status: 422,
  message: 'This quote cannot be used. Its BLOCKED notice contains the reason.',
}

export const QuoteAlreadyUsed: ErrorKind = {
  code: 'quote.already-used',
  status: 409,
  message: 'This quote was already used. Create a new one.',
}

export const SameCurrencyRate: ErrorKind = {
  code: 'error.rates.same-currency',
  status: 422,
  message: 'Send two different currencies as source and target.',
  path: 'target',
}

/**
 * The bounds of a rate that a request of the sandbox sets, in units of target for one unit of source, and of the rate against
 * the US dollar that is stored for it; a choice of this project.
 */
export const RATE_MIN = '0.000000001'
export const RATE_MAX = '1000000000'

export const RateOutOfRange: ErrorKind = {
  code: 'error.rates.out-of-range',
  status: 422,
  message: `Send a rate from ${RATE_MIN} to ${RATE_MAX}.`,
  path: 'rate',
}

/** The message is documented (Facts 4.3). */
export const RatesParametersInvalid: ErrorKind = {
  code: 'error.rates.parameters',
  status: 400,
  message: 'Invalid parameters',
}

/** The errors of reading a quote request: its currencies, amount, route and pay-in method. */
export const orderErrors: readonly ErrorKind[] = [
  CurrencyUnknown,
  CurrencyRetired,
  NotPositive,
  OnlyOneAmount,
  AmountImprecise,
  RouteNotSupported,
  PayInNotSupported,
]

/** The errors of pricing a new quote or a changed quote: its amounts and its pay-out method. */
export const priceErrors: readonly ErrorKind[] = [
  PayOutNotSupported,
  AmountTooLow,
  AmountTooHigh,
  FeeExceedsSource,
]
