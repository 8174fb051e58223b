// The sweep that deletes old entries of the security log.

import { sweep } from '../kernel/sweep.ts'
import { DAY } from '../kernel/timer.ts'
import { DELETED_PER_RUN_MAX, deleteExpiredEntries } from './log/store.ts'
import { changesKept, failuresKept } from './timers.ts'

export const trimSecurityLog = sweep({
  name: 'operators.trim-security-log',
  summary: `Deletes failures from the security log of the console after ${failuresKept.seconds / DAY} days, and changes after ${changesKept.seconds / DAY}.`,
  table: 'security_log',
  dueAt: 't.expires_at',
  where: 'true',
  batchMax: DELETED_PER_RUN_MAX,
  run: deleteExpiredEntries,
})
