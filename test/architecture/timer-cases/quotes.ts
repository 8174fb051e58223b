// The cases of timers.test.ts for the timers of the module `quotes`.

import { randomUUID } from 'node:crypto'
import { setsRate } from '../../support/exchange-rates.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  topsUp,
} from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

export const quotesTimerCases: TimerCases = {
  'quotes.rate-lock': [
    {
      outcomes: ['200', '422 error.quote.expired'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const recipient = await addsRecipient(ann)
        const { id: quoteUuid } = await createsQuote(ann, { recipient })
        await advancePast(service, seconds, lateMs)
        const body = { targetAccount: recipient, quoteUuid, customerTransactionId: randomUUID() }
        return outcome(await ann.call('POST /v1/transfers', { body }))
      },
    },
    {
      outcomes: ['the rate of the quote', 'the current rate'],
      isInclusive: true,
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        await topsUp(ann, 'GBP', 500)
        const { id, rate } = await createsTransfer(ann)
        await advancePast(service, seconds, lateMs)
        await setsRate(service, 'EUR', '2')
        await ok(fundTransfer(ann, id))
        const isSame = (await readsTransfer(ann, id)).rate === rate
        return isSame ? 'the rate of the quote' : 'the current rate'
      },
    },
  ],
}
