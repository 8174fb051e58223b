// What other modules may use of quotes.

export { ecbRates } from './ecb.ts'
export {
  AmountNotPayable,
  InvalidRecipient,
  QuoteAlreadyUsed,
  QuoteBlocked,
  QuoteExpired,
  QuoteNotFound,
} from './errors.ts'
export {
  chosenOption,
  isRateLocked,
  type Notice,
  optionFor,
  type PricedOption,
  type QuoteRow,
  type QuoteStatus,
  statusOf,
} from './model.ts'
export {
  midMarketRate,
  type RatePoint,
  type RateSource,
  setRate,
  takeRates,
} from './rates.ts'
export { recipientFaults } from './recipient.ts'
export {
  acceptAndFundQuote,
  acceptQuote,
  findQuote,
  fundQuote,
  fundQuotes,
  releaseQuote,
  releaseQuotes,
} from './store.ts'
export { checkUsable, priceNow, usableErrors } from './use-quote.ts'
