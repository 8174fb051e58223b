import { sweep } from '../kernel/sweep.ts'
import { deleteExpired } from './store.ts'

/** Hours that a token or code that nobody can use any more is kept, for whoever looks into a case. */
const EXPIRED_KEPT_HOURS = 24
const BATCH_MAX = 1000

export const forgetExpired = sweep({
  name: 'users.forget-expired',
  summary: 'Deletes access tokens and authorization codes a day after they expired.',
  table: 'tokens',
  key: { profileId: 'user_id', id: 'id' },
  dueAt: `t.expires_at + interval '${EXPIRED_KEPT_HOURS} hours'`,
  where: 't.expires_at is not null',
  realTime: true,
  batchMax: BATCH_MAX,
  run: (db, now) =>
    db.transact((tx) => deleteExpired(tx, now.subtract({ hours: EXPIRED_KEPT_HOURS }), BATCH_MAX)),
})
