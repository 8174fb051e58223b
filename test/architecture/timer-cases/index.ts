// The cases of every timer. A case creates data, lets time pass, and observes the result. timers.test.ts runs each case just
// before the end of the timer and at the end.

import { appTimerCases } from './app.ts'
import { cardTransactionsTimerCases } from './card-transactions.ts'
import { cardsTimerCases } from './cards.ts'
import { claimsTimerCases } from './claims.ts'
import { corridorsTimerCases } from './corridors.ts'
import { filesTimerCases } from './files.ts'
import { kernelTimerCases } from './kernel.ts'
import { operatorsTimerCases } from './operators.ts'
import { quotesTimerCases } from './quotes.ts'
import { securityTimerCases } from './security.ts'
import { statementsTimerCases } from './statements.ts'
import type { TimerCases } from './timer-case.ts'
import { transfersTimerCases } from './transfers.ts'
import { usersTimerCases } from './users.ts'
import { verificationTimerCases } from './verification.ts'
import { webhooksTimerCases } from './webhooks.ts'

export type { TimerCase } from './timer-case.ts'

export const timerCases: TimerCases = {
  // These cases of `corridors` come first, because they need certain days of the year, and the clock only moves forward.
  ...corridorsTimerCases,
  ...quotesTimerCases,
  ...kernelTimerCases,
  ...appTimerCases,
  ...statementsTimerCases,
  ...verificationTimerCases,
  ...cardTransactionsTimerCases,
  ...claimsTimerCases,
  ...cardsTimerCases,
  ...filesTimerCases,
  ...transfersTimerCases,
  ...securityTimerCases,
  ...operatorsTimerCases,
  ...usersTimerCases,
  ...webhooksTimerCases,
}
