// The timers of `operators`.

import {
  attemptsLogIn,
  createsOperator,
  hasSession,
  refusalReason,
} from '../../../src/operators/test/operators.ts'
import type { TestService } from '../../support/service.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

const wrong = { password: 'not the password' }

/** Returns the outcome of a log-in after a number of failures, the last of which begins a lock-out. */
async function afterFailures(
  service: TestService,
  failures: number,
  seconds: number,
  late: number,
) {
  const ann = await createsOperator(service)
  for (let n = 0; n < failures; n++) {
    if (n === 5) await service.advance({ minutes: 15 })
    await attemptsLogIn(service, ann, wrong)
  }
  await advancePast(service, seconds, late)
  return String(await refusalReason(service, ann))
}

export const operatorsTimerCases: TimerCases = {
  'operators.session-idle': [
    {
      outcomes: ['open', 'ended'],
      async observe(service, seconds, late) {
        const { token } = await attemptsLogIn(service, await createsOperator(service))
        await advancePast(service, seconds, late)
        return (await hasSession(service, token)) ? 'open' : 'ended'
      },
    },
  ],
  'operators.session-length': [
    {
      outcomes: ['open', 'ended'],
      async observe(service, seconds, late) {
        const { token } = await attemptsLogIn(service, await createsOperator(service))
        const uses = 60
        for (let n = 1; n < uses; n++) {
          await advancePast(service, seconds / uses, 0)
          await hasSession(service, token)
        }
        await advancePast(service, seconds / uses, late)
        return (await hasSession(service, token)) ? 'open' : 'ended'
      },
    },
  ],
  'operators.lock-out': [
    {
      outcomes: ['locked', 'none'],
      observe: (service, seconds, late) => afterFailures(service, 5, seconds, late),
    },
  ],
  'operators.long-lock-out': [
    {
      outcomes: ['locked', 'none'],
      observe: (service, seconds, late) => afterFailures(service, 10, seconds, late),
    },
  ],
}
