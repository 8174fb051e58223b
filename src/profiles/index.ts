// The exports of profiles that other modules may use.

export { saveAddress } from './addresses/save-address.ts'
export { createProfile } from './create-profile.ts'
export { ProfileMissing, UpdateWindowClosed } from './errors.ts'
export { addressLines, countryName, footerLine, holderLines, issuer } from './letterhead.ts'
export {
  checkChangeable,
  checkMayTransfer,
  checkOwnProfile,
  fullName,
  primaryAddress,
  transferErrors,
} from './model.ts'
export { alpha2 } from './rules/address.ts'
export { hasNames } from './rules/personal.ts'
export { ProfileResource } from './schemas.ts'
export { updateWindowStates, verificationStates } from './states.ts'
export { getProfile, lockOwnProfile, type ProfileRow, requireUnverified } from './store.ts'
export { listUnverifiedProfiles } from './unverified-store.ts'
export { verifyProfile, verifyProfiles } from './verify-profiles.ts'
