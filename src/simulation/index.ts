export { releaseVerified } from './release-verified.ts'
export { verifyOneProfile } from './verify-user.ts'
