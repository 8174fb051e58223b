export {
  changeApplication,
  createApplication,
  createPersonalToken,
  createUser,
} from './create-application.ts'
export { findCaller, findClient } from './find-caller.ts'
export { isEmail } from './model.ts'
export { type PartnerPrice, partnerPriceOf } from './partner-price.ts'
export { revokeOtherTokens } from './revoke-access.ts'
export { showUser, User, type UserDetails } from './schemas.ts'
export { equalTexts, hashSecret } from './secret.ts'
export { applicationChanged, userCreated } from './security-events.ts'
export {
  findApplication,
  findOwner,
  findUser,
  insertOwner,
  reaches,
  type UserRow,
} from './store.ts'
