// The sweep that deletes expired one-time tokens.

import { sweep } from '../kernel/sweep.ts'
import { beginningOf, HOUR } from '../kernel/timer.ts'
import { deleteExpiredTokens } from './challenges/token-store.ts'
import { oneTimeTokenRetention } from './timers.ts'

/**
 * The most tokens that one statement deletes: more than for sweeps that act row by row (`ROWS_PER_RUN_MAX`), and few enough
 * for the statement to be short.
 */
const BATCH_MAX = 1000

export const deleteExpiredOneTimeTokens = sweep({
  name: 'security.delete-expired-tokens',
  summary: 'Deletes one-time tokens a day after they expired.',
  table: 'one_time_tokens',
  // The time is rounded up to the hour; otherwise an advance of the sandbox clock would stop at every single token.
  dueAt: `date_trunc('hour', t.expires_at, 'UTC') + interval '${oneTimeTokenRetention.seconds / HOUR + 1} hours'`,
  where: 'true',
  batchMax: BATCH_MAX,
  run: (db, now) =>
    db.transact((tx) =>
      deleteExpiredTokens(tx, beginningOf(oneTimeTokenRetention, now), BATCH_MAX),
    ),
})
