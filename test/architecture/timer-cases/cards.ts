// The cases of timers.test.ts for the timers of the module `cards`.

import { REVEALS_MAX } from '../../../src/cards/sensitive/reveal-card.ts'
import { findCardById } from '../../../src/cards/store.ts'
import { requestCardData } from '../../../src/cards/test/card-client.ts'
import { issuesCard } from '../../../src/cards/test/issued-cards.ts'
import { outcome } from '../../support/transfers.ts'
import { advancePast, stopRealTime, type TimerCases } from './timer-case.ts'

export const cardsTimerCases: TimerCases = {
  'cards.reveal-window': [
    {
      outcomes: ['429 card.reveal.limit', '200'],
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
        const ann = await service.createUser()
        const { token } = await issuesCard(service, ann)
        for (let n = 0; n < REVEALS_MAX; n++) await requestCardData(ann, 'pin', token)
        advanceRealTimePast(seconds, lateMs)
        return outcome((await requestCardData(ann, 'pin', token)).reply)
      },
    },
  ],
  'cards.purge-delay': [
    {
      outcomes: ['EXPIRED', 'PURGED'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const { id, profileId } = await issuesCard(service, ann)
        // The card expired so long ago that its purge is due in one hour. Otherwise the clock would have to advance by
        // the whole delay.
        const expiredAt = service.now().add({ hours: 1 }).subtract({ seconds })
        const expire = `update cards set expires_at = $1, purges_at = $1::timestamptz + (purges_at - expires_at)
                         where profile_id = $2 and id = $3`
        await service.db.pool.query(expire, [expiredAt.toString(), profileId, id])
        await advancePast(service, 3600, lateMs)
        return String((await findCardById(service.db.reader, profileId, id))?.status)
      },
    },
  ],
}
