import { DAY, timer } from '../kernel/timer.ts'

export const timeToObject = timer({
  name: 'statements.time-to-object',
  seconds: DAY,
  spec: 'D99',
  ends: 'Excess money may be sent to a recipient that was named, or under the limit of a country that was given, so long ago.',
})
