// The cases of timers.test.ts for the timers of the module `statements`.

import {
  addsOwnAccount,
  changesCountry,
  setExcessRecipient,
} from '../../../src/statements/test/excess.ts'
import { advanceTo } from '../../support/service.ts'
import { ok, topsUp } from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

export const statementsTimerCases: TimerCases = {
  'statements.excess-change-delay': [
    {
      outcomes: ['kept', 'sent'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        await changesCountry(ann, 'SG')
        await topsUp(ann, 'SGD', 25_000)
        // A day in Singapore ends at 16:00 UTC.
        const today = Temporal.Instant.from(`${service.now().toString().slice(0, 10)}T16:00:00Z`)
        const end = today.add({ hours: 48 })
        await advanceTo(service, end.subtract({ seconds }).toString(), -lateMs)
        await ok(setExcessRecipient(ann, await addsOwnAccount(ann)))
        await advancePast(service, seconds, lateMs)
        return (await ok(ann.call('GET /v1/transfers'))).length === 0 ? 'kept' : 'sent'
      },
    },
  ],
}
