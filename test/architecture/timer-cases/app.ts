// The timers of `app`.

import { rateLimits } from '../../../src/app/http/limits/rate-limit.ts'
import type { TimerCases } from './timer-case.ts'

export const appTimerCases: TimerCases = {
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
