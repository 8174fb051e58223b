// The cases of timers.test.ts for the timers of the module `claims`.

import { invite } from '../../../src/claims/sweeps.ts'
import { claimableTransfer } from '../../../src/claims/test/claiming.ts'
import { runSweep } from '../../../src/kernel/sweep.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

export const claimsTimerCases: TimerCases = {
  'claims.invitation-retry': [
    {
      outcomes: ['not sent', 'sent'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const { id } = await claimableTransfer(service, ann)
        const due = `update transfer_claims set invites_at = $1 where transfer_id = $2`
        await service.db.pool.query(due, [service.now().toString(), id])
        // Sending fails without a mailer, so the sweep sets the time of the retry.
        const { sweepContext } = service.workerContext
        const { mailer: _, ...outside } = sweepContext.outside
        await runSweep(service.db, invite, {
          now: service.now(),
          context: { ...sweepContext, outside },
          onFailure: (error) => {
            throw error
          },
        })
        await advancePast(service, seconds, lateMs)
        const done = `select from transfer_claims where transfer_id = $1 and invites_at is null`
        return (await service.db.pool.query(done, [id])).rowCount === 0 ? 'not sent' : 'sent'
      },
    },
  ],
}
