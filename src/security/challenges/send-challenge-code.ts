// A code is sent to the user's verified number, to clear a challenge of a one-time token with (D30).

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { refuse } from '../../kernel/refusal.ts'
import { beginningOf, endOf } from '../../kernel/timer.ts'
import { hashSecret } from '../../users/index.ts'
import { noteSentCode } from '../attempt-store.ts'
import { OneTimeTokenNotFound, tooManyCodes } from '../errors.ts'
import { sendCode } from '../factors/send-code.ts'
import { CODES_SENT_MAX, obfuscated } from '../model.ts'
import { lockHolder } from '../store.ts'
import { sentCodes } from '../timers.ts'
import { type Answering, findOpenChallenge, numberFor } from './answer-challenge.ts'
import { setSmsCode } from './token-store.ts'

/** Counts the code before it is sent, so that those sent at once count each other (D113). */
export async function reserveChallengeCode(tx: Tx, answering: Answering): Promise<void> {
  const { userId, now } = answering
  await lockHolder(tx, userId)
  await findOpenChallenge(tx, answering, 'SMS')
  const since = beginningOf(sentCodes, now)
  const oldest = await noteSentCode(tx, userId, 'challenge', {
    now,
    since,
    max: CODES_SENT_MAX,
  })
  if (oldest !== undefined) throw tooManyCodes(endOf(sentCodes, oldest), now)
}

export type SentCode = { readonly codeHash: string; readonly phoneNumber: string }

/** Sends a code for the token to the verified number. */
export async function sendChallengeCode(
  db: Reader,
  answering: Answering & Pick<Context, 'random'>,
  outside: Outside,
): Promise<SentCode> {
  const { row, state } = await findOpenChallenge(db, answering, 'SMS')
  const { phoneNumber } = await numberFor(db, answering, state)
  return { phoneNumber, codeHash: await sendCode(answering, outside, phoneNumber, row.hash) }
}

/** Keeps the code that was sent. Returns the number as far as it may be shown. */
export async function keepChallengeCode(
  tx: Tx,
  { userId, token, now }: Answering,
  { codeHash, phoneNumber }: SentCode,
): Promise<{ obfuscatedPhoneNo: string }> {
  const { epoch } = await lockHolder(tx, userId)
  const which = { hash: hashSecret(token), userId, epoch, now }
  if (!(await setSmsCode(tx, which, codeHash))) refuse(OneTimeTokenNotFound)
  return { obfuscatedPhoneNo: obfuscated(phoneNumber) }
}
