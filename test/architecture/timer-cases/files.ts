// The cases of timers.test.ts for the timers of the module `files`.

import { findFile } from '../../../src/files/index.ts'
import { keepsFile } from '../../../src/files/test/kept-files.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

export const filesTimerCases: TimerCases = {
  'files.unused': [
    {
      outcomes: ['kept', 'deleted'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const { id } = await keepsFile(service, ann)
        await advancePast(service, seconds, lateMs)
        const found = await findFile(service.db.reader, ann.personal, id)
        return found === undefined ? 'deleted' : 'kept'
      },
    },
  ],
}
