// The exports of users that other modules may use.

export {
  type ApplicationRow,
  findApplication,
  findApplicationById,
  hasLiveGrant,
  insertGrant,
  listGrants,
  needsAdditionalVerification,
  type PartnerPrice,
  partnerPriceOf,
} from './application-store.ts'
export { changeApplication, createApplication } from './create-application.ts'
export { createPersonalToken, createUser } from './create-user.ts'
export { EMAIL_LENGTH_MAX, isEmail, registeredOrigin } from './model.ts'
export { type ProfileType, personalProfile } from './own-profile.ts'
export { showUser, User, type UserDetails } from './schemas.ts'
export { equalInConstantTime, hashSecret } from './secret.ts'
export { applicationChanged, personalTokenCreated, userCreated } from './security-events.ts'
export { REGISTER_COMMAND } from './sign-up-user.ts'
export {
  findOwner,
  findUser,
  findUserByEmail,
  insertOwner,
  type UserRow,
} from './store.ts'
export { expireBearer, findCaller, findClient } from './tokens/find-caller.ts'
export { OauthFailure } from './tokens/oauth-failure.ts'
export {
  deactivateUser,
  listVisibleGrants,
  reactivateUser,
  revokeGrant,
  revokeOtherTokens,
  revokeTokenById,
  revokeTokenByText,
} from './tokens/revoke-access.ts'
export { listTokens } from './tokens/token-store.ts'
