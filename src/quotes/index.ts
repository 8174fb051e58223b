// What other modules may use of quotes.

export { createQuote } from './create-quote.ts'
export { type Desk, type Offer, openDesk } from './desk.ts'
export type { Drift } from './drift.ts'
export { ecbRates } from './ecb.ts'
export {
  AmountImprecise,
  AmountNotPayable,
  CurrencyUnknown,
  InvalidRecipient,
  NoSuchQuote,
  NotPositive,
  QuoteNotFound,
  QuotesDiffer,
  RateOutOfRange,
  SameCurrencyRate,
} from './errors.ts'
export {
  chosenOption,
  optionFor,
  type PricedOption,
  type QuoteRow,
  statusOf,
} from './model.ts'
export { isSendable } from './price.ts'
export { findQuoteId } from './quote-numbers.ts'
export {
  letRatesDrift,
  midMarketRate,
  setRate,
  takeRates,
} from './rates.ts'
export { recipientFaults } from './recipient.ts'
export { setPairRate } from './set-pair-rate.ts'
export { findOptions, findQuote } from './store.ts'
export { checkUsable, priceNow, transferFacts, usableErrors } from './use-quote.ts'
export {
  acceptAndFundQuote,
  acceptQuote,
  type Booked,
  type Funding as QuoteFunding,
  fundQuote,
  fundQuotes,
  rebookQuote,
  releaseQuote,
} from './use-store.ts'
