// Limits the codes that are sent to the phone numbers of a user (D31a, D113).

import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { beginningOf, endOf } from '../../kernel/timer.ts'
import { type CodePurpose, countSentCode } from '../attempt-store.ts'
import { refusalUntil, TooManyCodes, TooManyPhoneNumbers } from '../errors.ts'
import { CODES_SENT_MAX, PHONE_CREATIONS_MAX } from '../limits.ts'
import { phoneCreations, sentCodes } from '../timers.ts'

const codes = { period: sentCodes, max: CODES_SENT_MAX, error: TooManyCodes }
const newNumbers = {
  period: phoneCreations,
  max: PHONE_CREATIONS_MAX,
  error: TooManyPhoneNumbers,
}

const limits = {
  challenge: codes,
  'new-number': newNumbers,
  'changed-number': codes,
} satisfies Record<CodePurpose, unknown>

/**
 * Counts a code before it is sent, so that concurrent requests count each other's codes. Refuses, and counts nothing, when
 * the limit of the purpose is reached. The caller must hold the lock of the user's row in security_holders.
 */
export async function countCode(
  tx: Tx,
  userId: Id<'user'>,
  purpose: CodePurpose,
  now: Temporal.Instant,
): Promise<void> {
  const { period, max, error } = limits[purpose]
  const since = beginningOf(period, now)
  const oldest = await countSentCode(tx, userId, purpose, { now, since, max })
  if (oldest !== undefined) throw refusalUntil(error, endOf(period, oldest), now)
}
