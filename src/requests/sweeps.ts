// The sweep that keeps the log at its maximum size.

import { sweep } from '../kernel/sweep.ts'
import { DELETED_PER_RUN_MAX, deleteOldest } from './log/store.ts'

export const forgetRequests = sweep({
  name: 'requests.forget',
  summary: 'Deletes the oldest requests of the log beyond its maximum number (D130).',
  table: 'request_log',
  key: { profileId: 'profile_id', id: 'id' },
  dueAt: 't.created_at',
  where: 'true',
  // The log has no due times: a run deletes the requests with the lowest ids beyond the maximum.
  realTime: true,
  batchMax: DELETED_PER_RUN_MAX,
  run: (db, _now, { settings }) => deleteOldest(db, settings.requestLogMax),
})
