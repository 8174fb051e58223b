export {
  accountForms,
  type MinorVersion,
  type RouteContext,
} from './account-forms.ts'
export { accountTypes, emailOnlyCurrencies, emptyCurrencies } from './catalogue.ts'
export { canonicalAccount, checkAccount, checkRoute } from './check-account.ts'
export { type AccountFault, DETAIL_LENGTH_MAX } from './check-field.ts'
export { abaRouting, isAbn, isAcn } from './checksums.ts'
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
  detailDescriptions,
  transferDetailDescriptions,
} from './detail-descriptions.ts'
export { addressKeys, detailKeys, v2Key } from './detail-keys.ts'
export { type AccountDraft, readDetail, readText } from './draft.ts'
export { countries } from './lists.ts'
export type { LegalType } from './names.ts'
export { statesOf } from './states.ts'
export { type ValidatorValues, validators } from './validators.ts'
export type { AccountForm, FormGroup } from './wire.ts'
