// Account forms: which details of a recipient each currency requires, and the checks of the accounts that clients send.

export {
  accountForms,
  type MinorVersion,
  type RouteContext,
} from './account-forms.ts'
export { stateCodesOf } from './catalogue/address-states.ts'
export { accountTypes, emailOnlyCurrencies, emptyCurrencies } from './catalogue/index.ts'
export { countries } from './catalogue/lists.ts'
export type { LegalType } from './catalogue/names.ts'
export { canonicalAccount, checkAccount, checkRoute } from './check-account.ts'
export { type AccountFault, canonicalText, checkField, DETAIL_LENGTH_MAX } from './check-field.ts'
export { isAbaRoutingNumber, isAbn, isAcn, isCnpj, isCpf } from './checksums.ts'
export { canonicalClaim, checkClaim, claimForms } from './claims.ts'
export {
  accountCountry,
  accountSummary,
  commonFieldMap,
  displayFields,
  payOutOf,
  typeName,
} from './describe-account.ts'
export {
  addressDescriptions,
  addressKeys,
  detailDescriptions,
  detailKeys,
  transferDetailDescriptions,
  v2Key,
} from './details.ts'
export { type AccountDraft, isBlank, readDetail, readText } from './draft.ts'
export * as formFields from './field.ts'
export { canonicalNumber } from './field.ts'
export { FormChoice, FormFieldSchema, formLength } from './schemas.ts'
export { type ValidatorValues, validators } from './validators.ts'
export type { AccountForm, FormInput, FormLine } from './wire.ts'
