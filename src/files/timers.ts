// Every duration of this module.

import { HOUR, timer } from '../kernel/timer.ts'

export const unusedFileTime = timer({
  name: 'files.unused',
  seconds: 2 * HOUR,
  spec: 'C 4.4',
  ends: 'A file that no request has referred to is deleted and must be sent again.',
})
