export {
  accountForms,
  type MinorVersion,
  needsAddress,
  type RouteContext,
} from './account-forms.ts'
export { banksOf } from './banks.ts'
export { branchesOf } from './branches.ts'
export {
  bankCurrencies,
  emailOnlyCurrencies,
  emptyCurrencies,
  hasForms,
} from './catalogue.ts'
export { checkAccount, checkRoute } from './check-account.ts'
export { type AccountFault, DETAIL_LENGTH_MAX } from './check-field.ts'
export { abaRouting, isAbn, isAcn } from './checksums.ts'
export { checkClaim, claimForms } from './claims.ts'
export {
  type AccountPayOut,
  accountCountry,
  accountSummary,
  type CommonFieldMap,
  commonFieldMap,
  type DisplayField,
  displayFields,
  payOutOf,
  typeName,
} from './describe-account.ts'
export { addressKeys, detailKeys } from './detail-keys.ts'
export { type AccountDraft, readDetail, readText } from './draft.ts'
export { countries } from './lists.ts'
export { stateDemanded, statesOf } from './states.ts'
export {
  type Validator,
  type ValidatorParam,
  type ValidatorValues,
  validators,
} from './validators.ts'
export type { AccountForm, Choice, FieldValidator, FormField, FormGroup } from './wire.ts'
