// Every duration of this module.

import { timer } from '../kernel/timer.ts'

export const timeToFund = timer({
  name: 'corridors.time-to-fund',
  workingDays: 5,
  spec: 'A 8, D24',
  ends: 'A transfer that nobody paid is cancelled, alone or as a member of a batch group.',
})
