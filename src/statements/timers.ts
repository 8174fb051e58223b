// Every duration of this module.

import { DAY, timer } from '../kernel/timer.ts'

export const excessChangeDelay = timer({
  name: 'statements.excess-change-delay',
  seconds: DAY,
  spec: 'D99',
  ends: "Excess money may be sent after its recipient or the customer's country was set or changed.",
})
