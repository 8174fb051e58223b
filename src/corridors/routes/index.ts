// Routes between currencies: amounts, prices, delivery times and required details.

export { lapsesAt, workingDayAfter } from './calendars.ts'
export { provider } from './catalogue/own-account.ts'
export { PRICE_SET_ID } from './catalogue/prices.ts'
export { currencies, currencyName, isCurrency } from './currencies.ts'
export { deliveryText, estimateDelivery } from './deliveries.ts'
export { excludedCountries } from './excluded-countries.ts'
export { feePercentage, minimumExchangeFeeMinor } from './fees.ts'
export { limitsOf } from './limits.ts'
export { optionFromSource, optionFromTarget, repricedTargetMinor } from './options.ts'
export { batchPayInDetails, depositDetails } from './pay-in-accounts.ts'
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
