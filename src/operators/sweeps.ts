// Deletion of old entries of the security log.

import { sweep } from '../kernel/sweep.ts'
import { DELETED_PER_RUN_MAX, deleteExpiredEntries } from './log/store.ts'

export const forgetSecurityLog = sweep({
  name: 'operators.forget-security-log',
  summary:
    'Deletes failures from the security log of the console after 30 days, and changes after 400.',
  table: 'security_log',
  key: { profileId: 'id', id: 'id' },
  dueAt: 't.expires_at',
  where: 'true',
  batchMax: DELETED_PER_RUN_MAX,
  run: deleteExpiredEntries,
})
