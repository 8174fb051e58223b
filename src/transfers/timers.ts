import { DAY, timer } from '../kernel/timer.ts'

export const timeToClaim = timer({
  name: 'transfers.time-to-claim',
  seconds: 14 * DAY,
  spec: 'D19',
  ends: 'A recipient known by e-mail who did not say where the money is to go gets none: it goes back.',
})
