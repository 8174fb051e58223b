// The cases of timers.test.ts for the timers of the module `transfers`.

import { randomUUID } from 'node:crypto'
import { claimableTransfer, claimLinkOf, submitClaim } from '../../../src/claims/test/claiming.ts'
import { outcome } from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

export const transfersTimerCases: TimerCases = {
  'transfers.time-to-claim': [
    {
      outcomes: ['200', '410'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const email = `${randomUUID()}@example.com`
        await claimableTransfer(service, ann, 'EUR', email)
        const link = await claimLinkOf(ann, email)
        await advancePast(service, seconds, lateMs)
        return outcome(await submitClaim(service, link))
      },
    },
  ],
}
