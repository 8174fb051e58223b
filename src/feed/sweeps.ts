// The sweep that limits the number of entries of the feed.

import type { TrimmingSweep } from '../kernel/sweep.ts'
import { DELETED_PER_RUN_MAX, deleteOldest } from './store.ts'

/** As many entries as the log of requests keeps requests by default (gap 946). */
const ENTRIES_KEPT_MAX = 100_000

export const trimFeed: TrimmingSweep = {
  name: 'feed.trim',
  summary: 'Deletes the oldest entries of the live feed beyond its maximum number.',
  table: 'feed_entries',
  batchMax: DELETED_PER_RUN_MAX,
  run: (db) => deleteOldest(db, ENTRIES_KEPT_MAX),
}
