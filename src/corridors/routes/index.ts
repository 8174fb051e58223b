// Routes between currencies: amounts, prices, delivery times and required details.

export { lapsesAt, workingDayAfter } from './calendars.ts'
export { provider } from './catalogue/own-account.ts'
export { currencies, isCurrency } from './currencies.ts'
export { deliveryText, estimateDelivery } from './deliveries.ts'
export { excludedCountries } from './excluded-countries.ts'
export { limitsOf } from './limits.ts'
export {
  feePercentage,
  minimumExchangeFeeMinor,
  optionFromSource,
  optionFromTarget,
  repricedTargetMinor,
} from './options.ts'
export {
  batchPayInDetails,
  type DepositDetails,
  depositDetails,
} from './pay-in-accounts.ts'
export { PRICE_SET_ID, partnerMinor, priceOf } from './prices.ts'
export { crossRate, midMarket } from './rates.ts'
export {
  balanceCurrencies,
  findRoute,
  type PayIn,
  type PayOut,
  payInOptions,
  payIns,
  payOuts,
  type Route,
  sourceCurrencies,
  targetCurrencies,
} from './routes.ts'
export {
  checkTransferDetails,
  type TransferDetailKey,
  type TransferDetails,
  type TransferFacts,
  type TransferForm,
  type TransferInput,
  transferDetailKeys,
  transferRequirements,
} from './transfer-requirements.ts'
