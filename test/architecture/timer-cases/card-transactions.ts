// The cases of timers.test.ts for the timers of the module `card-transactions`.

import {
  authorises,
  clear,
  createsTerminal,
  GROCERY_STORE,
  HOTEL,
  readsTransaction as readsCardTransaction,
} from '../../../src/card-transactions/test/terminal.ts'
import { cardHold } from '../../../src/card-transactions/timers.ts'
import { setsRate } from '../../support/exchange-rates.ts'
import type { TestService } from '../../support/service.ts'
import { ok, outcome, topsUp } from '../../support/transfers.ts'
import { advancePast, type TimerCase, type TimerCases } from './timer-case.ts'

async function paysByCard(service: TestService, options: Parameters<typeof authorises>[2] = {}) {
  const ann = await service.createUser()
  await topsUp(ann, 'GBP', 100)
  const terminal = await createsTerminal(service, ann)
  return { terminal, payment: await authorises(terminal, 5, options) }
}

/** A card payment at a merchant of this category, which the merchant never captures. */
function paymentWithoutCapture(category: number): TimerCase {
  return {
    outcomes: ['IN_PROGRESS', 'CANCELLED'],
    async observe(service, seconds, lateMs) {
      const { terminal, payment } = await paysByCard(service, { category })
      await advancePast(service, seconds, lateMs)
      return (await readsCardTransaction(terminal, payment.id)).state
    },
  }
}

export const cardTransactionsTimerCases: TimerCases = {
  'card-transactions.hold': [paymentWithoutCapture(GROCERY_STORE)],
  'card-transactions.pre-authorised-hold': [paymentWithoutCapture(HOTEL)],
  'card-transactions.late-clearing': [
    {
      outcomes: ['200', '409 wrong_status'],
      async observe(service, seconds, lateMs) {
        const { terminal, payment } = await paysByCard(service)
        await advancePast(service, cardHold.seconds + seconds, lateMs)
        return outcome(await clear(terminal, payment, 5))
      },
    },
  ],
  'card-transactions.rate': [
    {
      outcomes: ['at the rate of the authorisation', 'at the current rate'],
      async observe(service, seconds, lateMs) {
        await setsRate(service, 'EUR', '0.9')
        const { terminal, payment } = await paysByCard(service, { currency: 'EUR' })
        const { debits } = await readsCardTransaction(terminal, payment.id)
        await advancePast(service, seconds, lateMs)
        await setsRate(service, 'EUR', '0.5')
        await ok(clear(terminal, payment, 5))
        const after = (await readsCardTransaction(terminal, payment.id)).debits
        const isSame = after[0].debitedAmount.amount === debits[0].debitedAmount.amount
        return isSame ? 'at the rate of the authorisation' : 'at the current rate'
      },
    },
  ],
}
