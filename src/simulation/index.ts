// The exports of simulations that other modules may use.

export { advanceClock } from './clock/advance-clock.ts'
export { previewClock } from './clock/preview-clock.ts'
export { verifyOneProfile } from './customers/verify-user.ts'
