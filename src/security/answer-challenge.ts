// An answer to a challenge of a one-time token (Spec B 4.5). It is judged before the transaction opens,
// because hashing takes long; a right one is then noted, and a wrong one counted, under the lock of the
// user's holder row. So a hundred wrong answers at once count as a hundred, and five of them at most
// are told that they were wrong.

import type { UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { Outside } from '../kernel/outside.ts'
import { type ErrorKind, Refusal, refuse } from '../kernel/refusal.ts'
import { refused } from '../kernel/refused.ts'
import { hashSecret } from '../users/index.ts'
import {
  FaceMapInvalid,
  FaceMapMissing,
  FaceMapsUnavailable,
  lockedOut,
  OneTimeTokenMissing,
  OneTimeTokenNotFound,
  OtpInvalid,
  PinInvalid,
  PinMissing,
  SmsMissing,
} from './errors.ts'
import { failedAttempt } from './kept.ts'
import { type Factor, isLocked, obfuscated } from './model.ts'
import { findVerifiedNumber } from './phone-store.ts'
import { isPin } from './secrets.ts'
import { isCode, sendCode } from './send-code.ts'
import { findSecret, lockHolder, readStance, setHolder } from './store.ts'
import { addPassed, findToken, setSmsCode, type TokenRow } from './token-store.ts'

type Answering = Pick<Context, 'now' | 'headers' | 'mode' | 'settings'> & {
  readonly caller: UserCaller
}

/** The open one-time token that the header names, with its text. */
export type OpenToken = { readonly token: string; readonly row: TokenRow }

export function tokenOf({ headers }: Pick<Context, 'headers'>): string {
  const token = headers['one-time-token']
  return typeof token === 'string' && token !== '' ? token : refuse(OneTimeTokenMissing)
}

/** The token of the header; refuses what is not open, and everything while the user is locked out. */
export async function findOpenToken(db: Reader, answering: Answering): Promise<OpenToken> {
  const { caller, now } = answering
  const token = tokenOf(answering)
  const stance = await readStance(db, caller.userId)
  if (isLocked(stance, now)) throw lockedOut(stance, now)
  const row = await findToken(db, hashSecret(token), caller.userId, now)
  if (row === undefined || row.usedAt !== null || row.epoch !== stance.epoch)
    refuse(OneTimeTokenNotFound)
  return { token, row }
}

export async function checkPin(
  db: Reader,
  answering: Answering & { readonly body: { readonly pin: string } },
): Promise<void> {
  const { caller, settings, body } = answering
  await findOpenToken(db, answering)
  const kept = (await findSecret(db, caller.userId, 'PIN')) ?? refuse(PinMissing)
  if (!(await isPin(settings.pepper, caller.userId, body.pin, kept))) wrong(PinInvalid, answering)
}

export async function checkFaceMap(
  db: Reader,
  answering: Answering & { readonly body: { readonly faceMap: string } },
  { faces }: Outside,
): Promise<void> {
  await findOpenToken(db, answering)
  const kept = (await findSecret(db, answering.caller.userId, 'FACE_MAP')) ?? refuse(FaceMapMissing)
  if (faces === undefined) refuse(FaceMapsUnavailable)
  if (!(await faces.isSame(kept, answering.body.faceMap))) wrong(FaceMapInvalid, answering)
}

export async function checkSmsCode(
  db: Reader,
  answering: Answering & { readonly body: { readonly otpCode: string } },
): Promise<void> {
  const { row } = await findOpenToken(db, answering)
  const number = await findVerifiedNumber(db, answering.caller.userId)
  if (number === undefined) refuse(SmsMissing)
  const { body } = answering
  if (!isCode(answering, row.smsCodeHash, row.hash, body.otpCode)) wrong(OtpInvalid, answering)
}

/** A wrong answer, whatever it was given to. */
export function wrong(kind: ErrorKind, { caller, now }: Pick<Answering, 'caller' | 'now'>): never {
  return refused(new Refusal([{ kind }]), failedAttempt, { userId: caller.userId, now })
}

/** Notes a right answer; it ends the row of wrong ones. */
export async function passChallenge(
  tx: Tx,
  answering: Answering,
  factor: Factor,
): Promise<OpenToken> {
  const { caller, now } = answering
  const token = tokenOf(answering)
  const epoch = await endFailures(tx, answering)
  const which = { hash: hashSecret(token), userId: caller.userId, epoch, now }
  const row = (await addPassed(tx, which, factor)) ?? refuse(OneTimeTokenNotFound)
  return { token, row }
}

/** Under the holder's lock, which it takes: refuses while locked out, else forgets wrong answers. */
export async function endFailures(
  tx: Tx,
  { caller: { userId }, now }: Pick<Answering, 'caller' | 'now'>,
): Promise<number> {
  const holder = await lockHolder(tx, userId)
  if (isLocked(holder, now)) throw lockedOut(holder, now)
  if (holder.failures > 0 || holder.lockedUntil !== null)
    await setHolder(tx, userId, { ...holder, failures: 0, lockedUntil: null })
  return holder.epoch
}

type SentCode = { readonly codeHash: string; readonly phoneNumber: string }

/** Sends a code for the token to the verified number. */
export async function sendChallengeCode(
  db: Reader,
  answering: Answering & Pick<Context, 'fresh'>,
  outside: Outside,
): Promise<SentCode> {
  const { row } = await findOpenToken(db, answering)
  const number = await findVerifiedNumber(db, answering.caller.userId)
  if (number === undefined) return refuse(SmsMissing)
  const { phoneNumber } = number
  return { phoneNumber, codeHash: await sendCode(answering, outside, phoneNumber, row.hash) }
}

/** Keeps the code that was sent; answers the number as far as it may be shown. */
export async function keepChallengeCode(
  tx: Tx,
  answering: Answering,
  { codeHash, phoneNumber }: SentCode,
): Promise<{ obfuscatedPhoneNo: string }> {
  const { caller, now } = answering
  const { epoch } = await lockHolder(tx, caller.userId)
  const which = { hash: hashSecret(tokenOf(answering)), userId: caller.userId, epoch, now }
  if (!(await setSmsCode(tx, which, codeHash))) refuse(OneTimeTokenNotFound)
  return { obfuscatedPhoneNo: obfuscated(phoneNumber) }
}
