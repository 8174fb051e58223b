// The timers of claims. The time to use a link is `timeToClaim` in `transfers/timers.ts`.

import { MINUTE, timer } from '../kernel/timer.ts'

export const invitationRetry = timer({
  name: 'claims.invitation-retry',
  seconds: 10 * MINUTE,
  spec: 'gap 168',
  ends: 'The mail with the link to a claim is sent again with a new link, if sending failed or the process ended before it recorded the result.',
})
