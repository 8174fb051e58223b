import { MINUTE, timer } from '../kernel/timer.ts'

export const invitedAgain = timer({
  name: 'claims.invited-again',
  seconds: 10 * MINUTE,
  spec: 'gap 168',
  ends: 'A link that could not be sent, or that another process may have sent, is replaced and sent.',
})
