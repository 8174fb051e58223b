// Every refusal of this module.

import type { ErrorKind } from '../kernel/refusal.ts'

export const AccountNotFound: ErrorKind = {
  code: 'multi-currency-account.not-found',
  status: 404,
  message:
    'The profile of the quote has no multi-currency account with this id. Send the id that GET /v4/profiles/{profileId}/multi-currency-account returns for that profile.',
  path: 'borderlessAccountId',
}

export const AmountOrQuote: ErrorKind = {
  code: 'movement.amount-or-quote',
  status: 400,
  message: 'Send either amount or quoteId, not both.',
  path: 'amount',
}

export const BothBalances: ErrorKind = {
  code: 'movement.both-balances',
  status: 400,
  message: 'Send both sourceBalanceId and targetBalanceId.',
}

export const SameBalance: ErrorKind = {
  code: 'movement.same-balance',
  status: 422,
  message:
    'Source and target are the same balance. Send different balances as sourceBalanceId and targetBalanceId to POST /v2/profiles/{profileId}/balance-movements.',
  path: 'targetBalanceId',
}

export const QuoteRequired: ErrorKind = {
  code: 'movement.quote-required',
  status: 422,
  message:
    'The balances have different currencies. Create a quote with payOut BALANCE and send its id as quoteId.',
  path: 'quoteId',
}

export const StandardBalanceMissing: ErrorKind = {
  code: 'movement.balance-missing',
  status: 422,
  message:
    'The profile has no open STANDARD balance in a currency of the quote. Open one, or name other balances: POST /v2/profiles/{profileId}/balance-movements takes sourceBalanceId and targetBalanceId.',
  path: 'quoteId',
}

export const QuoteNotForBalances: ErrorKind = {
  code: 'error.quote.not-for-balances',
  status: 422,
  message: 'Send a quote with payOut BALANCE.',
  path: 'quoteId',
}

export const OptionUnavailable: ErrorKind = {
  code: 'payment.option-unavailable',
  status: 422,
  message:
    'The quote has no option for payment from a balance, or the amounts of this option are outside the limits of the route. Create another quote. If the amounts are outside the limits, change the amount.',
  path: 'quoteId',
}
