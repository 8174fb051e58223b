export {
  changeApplication,
  createApplication,
  createPersonalToken,
  createUser,
} from './create-application.ts'
export { findCaller, findClient } from './find-caller.ts'
export { isEmail } from './model.ts'
export { type PartnerPrice, partnerPriceOf } from './partner-price.ts'
export { showUser, User, type UserDetails } from './schemas.ts'
export { equalTexts, hashSecret } from './secret.ts'
export {
  findApplication,
  findOwner,
  findUser,
  insertOwner,
  reaches,
  type UserRow,
} from './store.ts'
export { revokeOtherTokens } from './token-store.ts'
