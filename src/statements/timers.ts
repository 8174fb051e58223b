// Every duration of this module.

import { DAY, timer } from '../kernel/timer.ts'

export const timeToObject = timer({
  name: 'statements.time-to-object',
  seconds: DAY,
  spec: 'D99',
  ends: 'Excess money may be sent after the recipient was set or the country was changed.',
})
