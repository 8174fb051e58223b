// An answer to a challenge of a one-time token (Spec B 4.5). It is judged before the transaction opens,
// because hashing takes long; a right one is then noted, and a wrong one counted, under the lock of the
// user's holder row. So a hundred wrong answers at once count as a hundred, and five of them at most
// are told that they were wrong.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Outside } from '../../kernel/outside.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import type { Report } from '../../kernel/security-event.ts'
import { equalTexts, hashSecret } from '../../users/index.ts'
import { readAttempts } from '../attempt-store.ts'
import {
  ChallengeNotOpen,
  CodeNotSent,
  FaceMapMissing,
  FaceMapsUnavailable,
  lockedOut,
  OneTimeTokenNotFound,
  PinMissing,
  SmsMissing,
} from '../errors.ts'
import { findSecret } from '../factors/factor-store.ts'
import { findVerifiedNumber, type PhoneRow } from '../factors/phone-store.ts'
import { hashCode, isPin } from '../factors/secrets.ts'
import { asksFor, challengesOf, type FactorState, isLocked, isStrict } from '../model.ts'
import { lockHolder, readFactorState } from '../store.ts'
import { settleCleared } from './settle-cleared.ts'
import { addPassed, findToken, type TokenRow } from './token-store.ts'

/** Who answers for which one-time token. */
export type Answering = Pick<Context, 'now' | 'mode' | 'settings'> & {
  readonly userId: Id<'user'>
  readonly token: string
}

export type Answer =
  | { readonly factor: 'PIN'; readonly pin: string }
  | { readonly factor: 'FACE_MAP'; readonly faceMap: string }
  | { readonly factor: 'SMS'; readonly otpCode: string }

type Answerable = Answer['factor']

const missing: Readonly<Record<Answerable, ErrorKind>> = {
  PIN: PinMissing,
  FACE_MAP: FaceMapMissing,
  SMS: SmsMissing,
}

/** The open one-time token, with its text. */
export type OpenToken = { readonly token: string; readonly row: TokenRow }

/** Refuses a token that is not open, and everything while the user is locked. */
export async function findOpenToken(
  db: Reader,
  { userId, token, now }: Answering,
): Promise<OpenToken & { readonly state: FactorState }> {
  const state = await readFactorState(db, userId)
  if (isLocked(state, now)) throw lockedOut(state.lockedUntil, now)
  const row = await findToken(db, hashSecret(token), userId, now)
  if (row === undefined || row.usedAt !== null || row.epoch !== state.epoch)
    refuse(OneTimeTokenNotFound)
  return { token, row, state }
}

/** The token as long as a challenge of it asks for this factor, which is not locked. */
export async function findOpenChallenge(
  db: Reader,
  answering: Answering,
  factor: Answerable,
): Promise<OpenToken & { readonly state: FactorState }> {
  const found = await findOpenToken(db, answering)
  const enrolled = found.state.factors.find((each) => each.factor === factor)
  if (enrolled === undefined) refuse(missing[factor])
  if (!asksFor(found.row, factor)) refuse(ChallengeNotOpen)
  if (isLocked(enrolled, answering.now)) throw lockedOut(enrolled.lockedUntil, answering.now)
  return found
}

/** Whether the answer is right. Refuses one that nobody asks for. */
export async function judge(
  db: Reader,
  answering: Answering,
  answer: Answer,
  { faces }: Outside,
): Promise<boolean> {
  const { userId, settings } = answering
  const { row } = await findOpenChallenge(db, answering, answer.factor)
  switch (answer.factor) {
    case 'PIN': {
      const secret = (await findSecret(db, userId, 'PIN')) ?? refuse(PinMissing)
      return isPin(settings.pepper, userId, answer.pin, secret)
    }
    case 'FACE_MAP': {
      const enrolled = (await findSecret(db, userId, 'FACE_MAP')) ?? refuse(FaceMapMissing)
      if (faces === undefined) return refuse(FaceMapsUnavailable)
      return faces.isSame(enrolled, answer.faceMap)
    }
    case 'SMS': {
      const sent = row.smsCodeHash ?? refuse(CodeNotSent)
      return equalTexts(sent, hashCode(settings.pepper, row.hash, answer.otpCode))
    }
  }
}

/** Notes a right answer. */
export async function passChallenge(
  tx: Tx,
  answering: Answering,
  factor: Answerable,
  report: Report,
): Promise<OpenToken> {
  const { userId, token, now } = answering
  const holder = await lockHolder(tx, userId)
  for (const each of [holder, await readAttempts(tx, userId, factor)])
    if (isLocked(each, now)) throw lockedOut(each.lockedUntil, now)
  const { row: before } = await findOpenToken(tx, answering)
  if (!asksFor(before, factor)) refuse(ChallengeNotOpen)
  const which = { hash: before.hash, userId, epoch: holder.epoch, now }
  const row = (await addPassed(tx, which, factor)) ?? refuse(OneTimeTokenNotFound)
  if (challengesOf(row).length === 0)
    await settleCleared(
      tx,
      { userId, passed: row.passed, strict: isStrict(answering), now },
      report,
    )
  return { token, row }
}

/** The number that codes are sent to. After a removal, one that was verified before it (D112). */
export async function numberFor(
  db: Reader,
  answering: Answering,
  { removalEpoch }: FactorState,
): Promise<PhoneRow> {
  const before = isStrict(answering) ? removalEpoch : null
  return (await findVerifiedNumber(db, answering.userId, before)) ?? refuse(SmsMissing)
}
