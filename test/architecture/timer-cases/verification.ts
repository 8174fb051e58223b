// The cases of timers.test.ts for the timers of the module `verification`.

import { checkEvents, sendPurpose } from '../../../src/verification/test/verification-fixtures.ts'
import { ok } from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

export const verificationTimerCases: TimerCases = {
  'verification.review': [
    {
      outcomes: ['in review', 'verified'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        await ok(sendPurpose(ann))
        await advancePast(service, seconds, lateMs)
        const events = await checkEvents(service, ann.personal)
        return events.length === 0 ? 'in review' : 'verified'
      },
    },
  ],
}
