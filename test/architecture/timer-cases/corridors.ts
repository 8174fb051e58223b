// The cases of timers.test.ts for the timers of the module `corridors`. Each case needs certain days of the year. The cases
// are in the order of these days, because the clock only moves forward.

import { createsCompletedGroup, fundGroup } from '../../support/batch-groups.ts'
import { advanceTo } from '../../support/service.ts'
import { createsTransfer, fundTransfer, outcome, topsUp } from '../../support/transfers.ts'
import type { TimerCases } from './timer-case.ts'

export const corridorsTimerCases: TimerCases = {
  'corridors.time-to-fund': [
    {
      // Good Friday and Easter Monday are between the two days.
      outcomes: ['201', '409 transfer.invalid-state'],
      async observe(service, _, lateMs) {
        await advanceTo(service, '2026-04-01T10:00:00Z')
        const ann = await service.createUser()
        await topsUp(ann, 'GBP', 500)
        const { id } = await createsTransfer(ann)
        await advanceTo(service, '2026-04-11T00:00:00Z', lateMs)
        return outcome(await fundTransfer(ann, id))
      },
    },
    {
      // The first Monday of May is a holiday in England.
      outcomes: ['200', '409 batch.group.invalid-state'],
      async observe(service, _, lateMs) {
        await advanceTo(service, '2026-05-01T00:00:00Z')
        const ann = await service.createUser()
        await topsUp(ann, 'GBP', 500)
        const { id } = await createsCompletedGroup(ann)
        await advanceTo(service, '2026-05-12T00:00:00Z', lateMs)
        return outcome(await fundGroup(ann, id))
      },
    },
  ],
}
