export {
  changeApplication,
  createApplication,
  createPersonalToken,
  createUser,
} from './create-application.ts'
export { expireBearer, findCaller, findClient } from './find-caller.ts'
export { insertGrant, listGrants, reaches } from './grant-store.ts'
export { isEmail, registeredOrigin } from './model.ts'
export { type PartnerPrice, partnerPriceOf } from './partner-price.ts'
export {
  grantsSeenBy,
  revokeGrant,
  revokeOneToken,
  revokeOtherTokens,
  setUserActive,
} from './revoke-access.ts'
export { showUser, User, type UserDetails } from './schemas.ts'
export { equalTexts, hashSecret } from './secret.ts'
export { applicationChanged, personalTokenCreated, userCreated } from './security-events.ts'
export { REGISTER_COMMAND } from './sign-up-user.ts'
export {
  type ApplicationRow,
  findApplication,
  findApplicationById,
  findOwner,
  findUser,
  insertOwner,
  type UserRow,
} from './store.ts'
export { listTokens } from './token-store.ts'
