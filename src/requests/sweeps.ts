// The sweep that keeps the log at its maximum number of requests.

import type { TrimmingSweep } from '../kernel/sweep.ts'
import { DELETED_PER_RUN_MAX, deleteOldest } from './log/store.ts'

export const trimRequestLog: TrimmingSweep = {
  name: 'requests.trim',
  summary: 'Deletes the oldest requests of the log beyond its maximum number (D130).',
  table: 'request_log',
  batchMax: DELETED_PER_RUN_MAX,
  run: (db, _now, { settings }) => deleteOldest(db, settings.requestLogMax),
}
