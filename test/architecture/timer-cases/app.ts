// The cases of timers.test.ts for the timers of `app`.

import { expect } from 'vitest'
import { rateLimits } from '../../../src/app/http/limits/rate-limit.ts'
import { ledgerAudits } from '../../../src/app/http/operator/ledger-audit.ts'
import { createSecurityStore, FAILURES_MAX } from '../../../src/app/security-store.ts'
import { type SecurityEventKind, securityEvent } from '../../../src/kernel/security-event.ts'
import { logEntryOf } from '../../../src/operators/index.ts'
import { callConsole, opensConsoleSession } from '../../support/console-session.ts'
import { eventually } from '../../support/eventually.ts'
import { stopRealTime, type TimerCases } from './timer-case.ts'

export const appTimerCases: TimerCases = {
  'app.audit-shown': [
    {
      outcomes: ['the latest audit', 'another audit'],
      async observe({ db, now }, seconds, lateMs) {
        const auditAt = ledgerAudits(db, (error) => {
          throw error
        })
        const { startedAt } = auditAt(now())
        await eventually(async () => expect(auditAt(now()).state).toBe('correct'))
        const ended = auditAt(now()).endedAt ?? expect.unreachable()
        const at = Temporal.Instant.from(ended).add({ milliseconds: seconds * 1000 + lateMs })
        return auditAt(at).startedAt === startedAt ? 'the latest audit' : 'another audit'
      },
    },
  ],
  'app.stored-failures': [
    {
      outcomes: ['dropped', 'stored'],
      async observe({ db, now }, seconds, lateMs) {
        const kind = { name: 'probe.failed', summary: 'A probe.', nature: 'failure', fields: {} }
        const event = securityEvent(kind as SecurityEventKind, {})
        let dropped = 0
        const onDropped = (entries: number) => {
          dropped += entries
        }
        const onError = (error: unknown) => {
          throw error
        }
        const store = createSecurityStore({ db, onDropped, onError })
        const addAt = (at: Temporal.Instant) => store.add(logEntryOf(event, undefined, at))
        for (let n = 0; n < FAILURES_MAX; n++) addAt(now())
        addAt(now().add({ milliseconds: seconds * 1000 + lateMs }))
        await store.flush()
        return dropped === 0 ? 'stored' : 'dropped'
      },
    },
  ],
  'app.console-session': [
    {
      outcomes: ['200', '401 invalid_token'],
      async observe(service, seconds, lateMs) {
        const advanceRealTimePast = stopRealTime()
        const session = await opensConsoleSession(service)
        advanceRealTimePast(seconds, lateMs)
        const { statusCode, payload } = await callConsole(service, 'GET /v2/profiles', session)
        return statusCode === 200 ? '200' : `${statusCode} ${JSON.parse(payload).error}`
      },
    },
  ],
  'app.rate-window': [
    {
      outcomes: ['429 rate.limit.exceeded', '200'],
      async observe(_, seconds, lateMs) {
        let now = 0
        const perSecond = { address: 1, user: 1, application: 1 }
        const limits = rateLimits({ perSecond, nowMs: () => now })
        limits.count({ limit: 'user', key: 1 })
        now = seconds * 1000 + lateMs
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
