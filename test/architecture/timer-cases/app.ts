// The timers of `app`.

import { rateLimits } from '../../../src/app/http/limits/rate-limit.ts'
import { callsConsole, opensConsoleSession } from '../../support/console-session.ts'
import { realTime, type TimerCases } from './timer-case.ts'

export const appTimerCases: TimerCases = {
  'app.console-session': [
    {
      outcomes: ['200', '401 invalid_token'],
      async observe(service, seconds, late) {
        const advancePast = realTime()
        const session = await opensConsoleSession(service)
        advancePast(seconds, late)
        const { statusCode, payload } = await callsConsole(service, 'GET /v2/profiles', session)
        return statusCode === 200 ? '200' : `${statusCode} ${JSON.parse(payload).error}`
      },
    },
  ],
  'app.rate-window': [
    {
      outcomes: ['429 rate.limit.exceeded', '200'],
      async observe(_, seconds, late) {
        let now = 0
        const perSecond = { address: 1, user: 1, application: 1 }
        const limits = rateLimits({ perSecond, nowMs: () => now })
        limits.count({ limit: 'user', key: 1 })
        now = seconds * 1000 + late
        try {
          limits.count({ limit: 'user', key: 1 })
          return '200'
        } catch (refusal) {
          return `429 ${(refusal as Error).message}`
        }
      },
    },
  ],
}
