// Every duration of this module.

import { MINUTE, timer } from '../kernel/timer.ts'

export const invitationRetry = timer({
  name: 'claims.invitation-retry',
  seconds: 10 * MINUTE,
  spec: 'gap 168',
  ends: 'A link that was not sent, or that another process may have sent, is replaced and sent.',
})
