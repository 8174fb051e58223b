// Every duration of this module.

import { DAY, MINUTE, timer } from '../kernel/timer.ts'

export const revealWindow = timer({
  name: 'cards.reveal-window',
  seconds: MINUTE,
  spec: 'D63',
  ends: 'The data of a card that was shown ten times can be shown again.',
  realTime: true,
})

export const purgeDelay = timer({
  name: 'cards.purge-delay',
  seconds: 555 * DAY,
  spec: 'D60',
  ends: 'The encrypted number and PIN of an expired or blocked card are deleted. The time counts from the end of the month of expiry.',
})
