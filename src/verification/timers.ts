// The time after which the sandbox decides.

import { timer } from '../kernel/timer.ts'

export const reviewTime = timer({
  name: 'verification.review',
  seconds: 5,
  spec: 'D47a',
  ends: 'The sandbox decides on the additional verification of a customer who has sent all required evidence.',
})
