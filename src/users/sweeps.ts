// Deletion of tokens and codes that are no longer needed.

import { sweep } from '../kernel/sweep.ts'
import { beginningOf, HOUR } from '../kernel/timer.ts'
import { expiredTokenRetention, revokedTokenRetention } from './timers.ts'
import { deleteExpiredTokensAndCodes, deleteRevokedTokens } from './tokens/token-store.ts'

/**
 * The most rows that one statement deletes: few enough for the statement to be short. A run has three statements: for
 * expired tokens, expired codes and revoked tokens.
 */
const BATCH_MAX = 1000

export const trimTokens = sweep({
  name: 'users.trim-tokens',
  summary:
    'Deletes tokens and codes a day after they expired, and tokens 30 days after their revocation.',
  table: 'tokens',
  dueAt: `t.expires_at + interval '${expiredTokenRetention.seconds / HOUR} hours'`,
  where: 't.expires_at is not null',
  realTime: true,
  batchMax: BATCH_MAX,
  run: (db, now) =>
    db.transact(async (tx) => {
      const expiredBefore = beginningOf(expiredTokenRetention, now)
      const expired = await deleteExpiredTokensAndCodes(tx, expiredBefore, BATCH_MAX)
      const revokedBefore = beginningOf(revokedTokenRetention, now)
      return expired + (await deleteRevokedTokens(tx, revokedBefore, BATCH_MAX))
    }),
})
