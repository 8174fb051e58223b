export { advanceClock } from './advance-clock.ts'
export { previewClock } from './preview-clock.ts'
export { releaseVerified } from './release-verified.ts'
export { verifyOneProfile } from './verify-user.ts'
