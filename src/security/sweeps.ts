import { sweep } from '../kernel/sweep.ts'
import { deleteExpired } from './token-store.ts'

/** Hours that an expired token is kept, for whoever looks into a case. */
const EXPIRED_KEPT_HOURS = 24
const BATCH_MAX = 1000

export const forgetTokens = sweep({
  name: 'security.forget-tokens',
  summary: 'Deletes one-time tokens a day after they expired.',
  table: 'one_time_tokens',
  key: { profileId: 'user_id', id: 'hash' },
  // To the hour, so that an advance of the clock does not stop at every single token.
  dueAt: `date_trunc('hour', t.expires_at, 'UTC') + interval '${EXPIRED_KEPT_HOURS + 1} hours'`,
  where: 'true',
  batchMax: BATCH_MAX,
  run: (db, now) =>
    db.transact((tx) => deleteExpired(tx, now.subtract({ hours: EXPIRED_KEPT_HOURS }), BATCH_MAX)),
})
