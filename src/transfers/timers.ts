// The timers of transfers. The time to pay a transfer is `timeToFund` in `corridors/timers.ts`.

import { DAY, timer } from '../kernel/timer.ts'

export const timeToClaim = timer({
  name: 'transfers.time-to-claim',
  seconds: 14 * DAY,
  spec: 'D19',
  ends: 'Money for a recipient known by e-mail who has not named a bank account goes back to the sender.',
})
