// The exports of quotes that other modules may use.

export { createQuote } from './create-quote.ts'
export {
  AmountImprecise,
  AmountNotPayable,
  CurrencyUnknown,
  InvalidRecipient,
  NotPositive,
  QuoteInBodyNotFound,
  QuoteInPathNotFound,
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
export { type Desk, type Offer, openDesk } from './pricing/desk.ts'
export { isSendable } from './pricing/price-options.ts'
export { recipientFaults } from './pricing/recipient.ts'
export { findQuoteId } from './quote-numbers.ts'
export type { Drift } from './rates/drift.ts'
export { ecbRates } from './rates/ecb.ts'
export {
  importRates,
  letRatesDrift,
  midMarketRate,
  readRates,
  recordableCurrencies,
  setRates,
  worthNow,
} from './rates/rates.ts'
export { setPairRate } from './rates/set-pair-rate.ts'
export { findOptions, findQuote } from './store.ts'
export {
  checkUsable,
  priceNow,
  refuseUnknownQuote,
  transferFacts,
  usableErrors,
} from './use-quote.ts'
export {
  acceptAndFundQuote,
  acceptQuote,
  acceptQuoteStep,
  type Funding as QuoteFunding,
  fundQuote,
  fundQuotes,
  rebookQuote,
  releaseQuote,
} from './use-store.ts'
