// The half of the corridors that knows routes: what can be sent where, at which price, by when.

export {
  addWorkingDays,
  isWorkingDay,
  lapsesAt,
} from './calendars.ts'
export type { PayInAccount } from './catalogue/entry.ts'
export { HOLDER as provider } from './catalogue/own-account.ts'
export { type CurrencyFacts, currencies, isCurrency } from './currencies.ts'
export { type Delivery, type DeliveryInput, deliveryText, estimateDelivery } from './deliveries.ts'
export { type AmountLimits, limitsOf } from './limits.ts'
export {
  feePercentage,
  type OptionAmounts,
  type OptionInput,
  type OptionRefused,
  optionFromSource,
  optionFromTarget,
} from './options.ts'
export {
  type BatchPayInDetails,
  batchPayInDetails,
  type DepositDetails,
  depositDetails,
  payInAccount,
} from './pay-in-accounts.ts'
export { PRICE_SET_ID, type Price, type PriceInput, partnerMinor, priceOf } from './prices.ts'
export { crossRate, midMarket } from './rates.ts'
export { type ReferenceRule, referenceRule } from './references.ts'
export {
  balanceCurrencies,
  findRoute,
  type PayIn,
  type PayOut,
  payInOptions,
  payIns,
  payinCurrencies,
  payOutOptions,
  payOuts,
  type Route,
  sourceCurrencies,
  targetCurrencies,
} from './routes.ts'
export {
  checkTransferDetails,
  type DetailFault,
  type TransferDetailKey,
  type TransferDetails,
  type TransferFacts,
  type TransferForm,
  type TransferInput,
  transferRequirements,
} from './transfer-requirements.ts'
