// Sends a code to the user's verified phone number. The code clears a challenge of a one-time token (D30).

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { refuse } from '../../kernel/refusal.ts'
import { hashSecret } from '../../users/index.ts'
import { OneTimeTokenNotFound } from '../errors.ts'
import { countCode } from '../factors/count-code.ts'
import { sendCode } from '../factors/send-code.ts'
import { obfuscatePhoneNumber } from '../model.ts'
import { lockHolder } from '../store.ts'
import { type AnswerContext, findNumberForCodes, findOpenChallenge } from './answer-challenge.ts'
import { setSmsCode } from './token-store.ts'

/** Counts the code that `sendChallengeCode` then sends. */
export async function reserveChallengeCode(tx: Tx, context: AnswerContext): Promise<void> {
  const { userId, now } = context
  await lockHolder(tx, userId)
  await findOpenChallenge(tx, context, 'SMS')
  await countCode(tx, userId, 'challenge', now)
}

export type SentCode = { readonly codeHash: string; readonly phoneNumber: string }

/** Sends a code for the token to the verified phone number. */
export async function sendChallengeCode(
  db: Reader,
  context: AnswerContext & Pick<Context, 'random'>,
  outside: Outside,
): Promise<SentCode> {
  const { row, state } = await findOpenChallenge(db, context, 'SMS')
  const { phoneNumber } = await findNumberForCodes(db, context, state)
  return { phoneNumber, codeHash: await sendCode(context, outside, phoneNumber, row.hash) }
}

/** Stores the code that was sent. Returns the number with all but its last digits hidden. */
export async function storeChallengeCode(
  tx: Tx,
  { userId, token, now }: AnswerContext,
  { codeHash, phoneNumber }: SentCode,
): Promise<{ obfuscatedPhoneNo: string }> {
  const { epoch } = await lockHolder(tx, userId)
  const key = { hash: hashSecret(token), userId, epoch, now }
  if (!(await setSmsCode(tx, key, codeHash))) refuse(OneTimeTokenNotFound)
  return { obfuscatedPhoneNo: obfuscatePhoneNumber(phoneNumber) }
}
