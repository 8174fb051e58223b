// The durations of this module.

import { MINUTE, timer } from '../kernel/timer.ts'

export const rateLock = timer({
  name: 'quotes.rate-lock',
  seconds: 30 * MINUTE,
  spec: 'A 8, D12',
  ends: 'An unused quote is EXPIRED, and a transfer that is paid later gets the rate of that moment.',
})
