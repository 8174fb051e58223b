// The exports of quotes that other modules may use.

export {
  acceptAndFundQuote,
  acceptQuote,
  acceptQuoteStep,
  fundQuote,
  fundQuotes,
  type QuoteFunding,
  rebookQuote,
  releaseQuote,
} from './acceptance-store.ts'
export {
  checkUsable,
  refuseUnknownQuote,
  transferFacts,
  usableErrors,
} from './check-quote.ts'
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
export { priceNow } from './pricing/price-now.ts'
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
