// The cases of timers.test.ts for the timers of the module `operators`.

import { securityEvent } from '../../../src/kernel/security-event.ts'
import {
  insertEntries,
  LOCK_OUT_FAILURES,
  LONG_LOCK_OUT_FAILURES,
  logEntryOf,
} from '../../../src/operators/index.ts'
import { deleteExpiredEntries } from '../../../src/operators/log/store.ts'
import {
  attemptLogIn,
  createsOperator,
  hasSession,
  refusalReason,
} from '../../../src/operators/test/operators.ts'
import { lockOut } from '../../../src/operators/timers.ts'
import type { TestService } from '../../support/service.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

const WRONG_SECRETS = { password: 'not the password' }

/**
 * Lets log-ins fail, the last of which begins a lock-out, and lets time pass. Returns why the next log-in is refused; `none`
 * if it is not.
 */
async function logsInAfterFailures(
  service: TestService,
  failures: number,
  seconds: number,
  lateMs: number,
) {
  const ann = await createsOperator(service)
  for (let n = 0; n < failures; n++) {
    if (n === LOCK_OUT_FAILURES) await service.advance({ seconds: lockOut.seconds })
    await attemptLogIn(service, ann, WRONG_SECRETS)
  }
  await advancePast(service, seconds, lateMs)
  return String(await refusalReason(service, ann))
}

const momentAt = (service: TestService, seconds: number, lateMs: number) =>
  service.now().add({ milliseconds: seconds * 1000 + lateMs })

/** Returns `kept` if an entry of the security log is still stored after a time and a sweep, otherwise `deleted`. */
async function observesEntry(
  service: TestService,
  nature: 'failure' | 'change',
  seconds: number,
  lateMs: number,
) {
  const kind = { name: 'probe.kept', summary: 'A probe.', nature, fields: {} } as const
  const entry = logEntryOf(securityEvent(kind, {}), undefined, service.now())
  await service.db.transact((tx) => insertEntries(tx, [entry]))
  // The clock does not move, because a move by 400 days would run the sweeps of all modules.
  await deleteExpiredEntries(service.db, momentAt(service, seconds, lateMs))
  const { rows } = await service.db.pool.query(
    "delete from security_log where event = 'probe.kept' returning id",
  )
  return rows.length > 0 ? 'kept' : 'deleted'
}

export const operatorsTimerCases: TimerCases = {
  'operators.failures-kept': [
    {
      outcomes: ['kept', 'deleted'],
      observe: (service, seconds, lateMs) => observesEntry(service, 'failure', seconds, lateMs),
    },
  ],
  'operators.changes-kept': [
    {
      outcomes: ['kept', 'deleted'],
      observe: (service, seconds, lateMs) => observesEntry(service, 'change', seconds, lateMs),
    },
  ],
  'operators.session-idle': [
    {
      outcomes: ['open', 'ended'],
      async observe(service, seconds, lateMs) {
        const { token } = await attemptLogIn(service, await createsOperator(service))
        await advancePast(service, seconds, lateMs)
        return (await hasSession(service, token)) ? 'open' : 'ended'
      },
    },
  ],
  'operators.session-length': [
    {
      outcomes: ['open', 'ended'],
      async observe(service, seconds, lateMs) {
        const { token } = await attemptLogIn(service, await createsOperator(service))
        // The session is used so often that it does not end because it is idle.
        const uses = 60
        for (let n = 1; n < uses; n++)
          await hasSession(service, token, momentAt(service, (seconds * n) / uses, 0))
        const isOpen = await hasSession(service, token, momentAt(service, seconds, lateMs))
        return isOpen ? 'open' : 'ended'
      },
    },
  ],
  'operators.lock-out': [
    {
      outcomes: ['locked', 'none'],
      observe: (service, seconds, lateMs) =>
        logsInAfterFailures(service, LOCK_OUT_FAILURES, seconds, lateMs),
    },
  ],
  'operators.long-lock-out': [
    {
      outcomes: ['locked', 'none'],
      observe: (service, seconds, lateMs) =>
        logsInAfterFailures(service, LONG_LOCK_OUT_FAILURES, seconds, lateMs),
    },
  ],
}
