// Answers to the challenges of a one-time token (B 4.5). An answer is verified before the transaction opens,
// because hashing is slow. A correct answer is then recorded, and a wrong one counted, under the lock of the user's
// row in security_holders: of a hundred concurrent wrong answers at most five are refused as wrong, so an attacker can
// rule out at most five values.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Outside } from '../../kernel/outside.ts'
import { type ErrorKind, refuse } from '../../kernel/refusal.ts'
import type { Report } from '../../kernel/security-event.ts'
import { equalInConstantTime, hashSecret } from '../../users/index.ts'
import {
  ChallengeNotOpen,
  CodeNotSent,
  FaceMapInvalid,
  FaceMapMissing,
  FaceMapsUnavailable,
  missingFactorErrors,
  OneTimeTokenNotFound,
  OtpInvalid,
  PinInvalid,
  PinMissing,
  refuseLocked,
  SmsMissing,
} from '../errors.ts'
import { findSecret } from '../factors/factor-store.ts'
import { findVerifiedNumber, type PhoneRow } from '../factors/phone-store.ts'
import { hashCode, isCorrectPin } from '../factors/secrets.ts'
import { challengesOf, type FactorState, hasOpenChallengeFor, isStrict } from '../model.ts'
import { lockHolder, readFactorState } from '../store.ts'
import { recordClearedToken } from './record-cleared-token.ts'
import { addPassedFactor, findToken, type TokenRow } from './token-store.ts'

/** The user who answers, and the one-time token. */
export type AnswerContext = Pick<Context, 'now' | 'mode' | 'settings'> & {
  readonly userId: Id<'user'>
  readonly token: string
}

export type Answer =
  | { readonly factor: 'PIN'; readonly pin: string }
  | { readonly factor: 'FACE_MAP'; readonly faceMap: string }
  | { readonly factor: 'SMS'; readonly otpCode: string }

type AnswerableFactor = Answer['factor']

/** The refusal of a wrong answer. */
export const wrongAnswerErrors: Readonly<Record<AnswerableFactor, ErrorKind>> = {
  PIN: PinInvalid,
  FACE_MAP: FaceMapInvalid,
  SMS: OtpInvalid,
}

/** An open one-time token and its secret text. */
export type OpenToken = { readonly token: string; readonly row: TokenRow }

/** Refuses when the token is not open, or while the user is locked. */
export async function findOpenToken(
  db: Reader,
  { userId, token, now }: AnswerContext,
): Promise<OpenToken & { readonly state: FactorState }> {
  const state = await readFactorState(db, userId)
  refuseLocked(state, now)
  const row = await findToken(db, hashSecret(token), userId, now)
  if (row === undefined || row.usedAt !== null || row.epoch !== state.epoch)
    refuse(OneTimeTokenNotFound)
  return { token, row, state }
}

/** Returns the token if one of its challenges is open for this factor and the factor is not locked. Refuses otherwise. */
export async function findOpenChallenge(
  db: Reader,
  context: AnswerContext,
  factor: AnswerableFactor,
): Promise<OpenToken & { readonly state: FactorState }> {
  const found = await findOpenToken(db, context)
  const enrolled = found.state.factors.find((each) => each.factor === factor)
  if (enrolled === undefined) refuse(missingFactorErrors[factor])
  if (!hasOpenChallengeFor(found.row, factor)) refuse(ChallengeNotOpen)
  refuseLocked(enrolled, context.now)
  return found
}

/** Whether the answer is correct. Refuses an answer for which no challenge is open. */
export async function verifyAnswer(
  db: Reader,
  context: AnswerContext,
  answer: Answer,
  { faces }: Outside,
): Promise<boolean> {
  const { userId, settings } = context
  const { row } = await findOpenChallenge(db, context, answer.factor)
  switch (answer.factor) {
    case 'PIN': {
      const secret = (await findSecret(db, userId, 'PIN')) ?? refuse(PinMissing)
      return isCorrectPin(settings.pepper, userId, answer.pin, secret)
    }
    case 'FACE_MAP': {
      const enrolled = (await findSecret(db, userId, 'FACE_MAP')) ?? refuse(FaceMapMissing)
      if (faces === undefined) return refuse(FaceMapsUnavailable)
      return faces.isSame(enrolled, answer.faceMap)
    }
    case 'SMS': {
      const sent = row.smsCodeHash ?? refuse(CodeNotSent)
      return equalInConstantTime(sent, hashCode(settings.pepper, row.hash, answer.otpCode))
    }
  }
}

/** Records a correct answer, and that the token is cleared if no challenge is left. Returns the token after the answer. */
export async function recordCorrectAnswer(
  tx: Tx,
  context: AnswerContext,
  factor: AnswerableFactor,
  report: Report,
): Promise<OpenToken> {
  const { userId, now } = context
  const { epoch } = await lockHolder(tx, userId)
  const { token, row: before } = await findOpenChallenge(tx, context, factor)
  const key = { hash: before.hash, userId, epoch, now }
  const row = (await addPassedFactor(tx, key, factor)) ?? refuse(OneTimeTokenNotFound)
  if (challengesOf(row).length === 0)
    await recordClearedToken(
      tx,
      { userId, passed: row.passed, isStrict: isStrict(context), now },
      report,
    )
  return { token, row }
}

/**
 * Finds the number to which codes are sent. Under the rules of live mode, after a removal without proof, only a number
 * that was verified before the removal is found (D112).
 */
export async function findNumberForCodes(
  db: Reader,
  context: AnswerContext,
  { removalEpoch }: FactorState,
): Promise<PhoneRow> {
  const beforeEpoch = isStrict(context) ? removalEpoch : null
  return (await findVerifiedNumber(db, context.userId, beforeEpoch)) ?? refuse(SmsMissing)
}
