// The endpoints of one-time tokens: which challenges are open, and the answers that clear them.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import { type Context, reads, writes } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { refuseWith } from '../../kernel/refusal-side-effect.ts'
import * as errors from '../errors.ts'
import { failedAttempt } from '../refusal-side-effects.ts'
import * as shapes from '../schemas.ts'
import {
  type Answer,
  type AnswerContext,
  findOpenToken,
  recordCorrectAnswer,
  verifyAnswer,
  wrongAnswerErrors,
} from './answer-challenge.ts'
import {
  reserveChallengeCode,
  sendChallengeCode,
  storeChallengeCode,
} from './send-challenge-code.ts'

const tokenErrors = [errors.OneTimeTokenMissing, errors.OneTimeTokenNotFound, errors.LockedOut]
const tokenEndpoint = {
  access: { token: 'user' },
  takesHeaders: {
    'One-Time-Token': 'The one-time token from the header x-2fa-approval of a 403 reply',
  },
} as const
const answerEndpoint = {
  ...tokenEndpoint,
  spec: 'B 4.5, D30, D113',
  onRepeat: errors.ChallengeNotOpen,
  reply: shapes.OneTimeToken,
} as const
const answerErrors = [...tokenErrors, errors.ChallengeNotOpen]

type TokenInput = Pick<Context, 'headers' | 'now' | 'mode' | 'settings' | 'report' | 'random'> & {
  readonly caller: UserCaller
}

/** Adds the user and the one-time token of the header. */
function withToken<I extends TokenInput>(input: I): I & AnswerContext {
  const token = input.headers['one-time-token']
  if (typeof token !== 'string' || token === '') refuse(errors.OneTimeTokenMissing)
  return { ...input, userId: input.caller.userId, token }
}

/** Refuses a wrong answer, and counts it. */
async function refuseWrongAnswer(
  db: Reader,
  input: TokenInput,
  answer: Answer,
  outside: Outside,
): Promise<void> {
  const context = withToken(input)
  if (await verifyAnswer(db, context, answer, outside)) return
  const { factor } = answer
  const { userId, now } = context
  refuseWith(new Refusal([{ kind: wrongAnswerErrors[factor] }]), failedAttempt, {
    userId,
    factor,
    now,
  })
}

async function recordAnswer(tx: Tx, input: TokenInput, factor: Answer['factor']) {
  return shapes.showToken(
    await recordCorrectAnswer(tx, withToken(input), factor, input.report),
    input,
  )
}

export const getOneTimeToken = reads(
  {
    id: 'security.get-one-time-token',
    operationId: 'getOneTimeToken',
    route: 'GET /v1/identity/one-time-token/status',
    aliases: ['GET /v1/one-time-token/status'],
    summary: 'Get the open challenges of a one-time token.',
    spec: 'B 4.5',
    ...tokenEndpoint,
    reply: shapes.OneTimeToken,
    errors: tokenErrors,
  },
  async (db, input) => shapes.showToken(await findOpenToken(db, withToken(input)), input),
)

export const verifyPin = writes(
  {
    id: 'security.verify-pin',
    operationId: 'verifyPin',
    route: 'POST /v1/one-time-token/pin/verify',
    aliases: ['POST /v1/identity/one-time-token/pin/verify'],
    summary: 'Clear a challenge of a one-time token with the PIN.',
    ...answerEndpoint,
    ...shapes.pinRequest,
    errors: [...answerErrors, errors.PinMissing, errors.PinInvalid, errors.BodyUnreadable],
    before: (db, input, outside) =>
      refuseWrongAnswer(db, input, { factor: 'PIN', pin: input.body.pin }, outside),
  },
  (tx, input) => recordAnswer(tx, input, 'PIN'),
)

export const verifyFaceMap = writes(
  {
    id: 'security.verify-face-map',
    operationId: 'verifyFaceMap',
    route: 'POST /v1/one-time-token/facemap/verify',
    aliases: ['POST /v1/identity/one-time-token/facemap/verify'],
    summary: 'Clear a challenge of a one-time token with a face map.',
    ...answerEndpoint,
    ...shapes.faceMapRequest,
    errors: [
      ...answerErrors,
      errors.FaceMapMissing,
      errors.FaceMapInvalid,
      errors.FaceMapsUnavailable,
    ],
    before: (db, input, outside) =>
      refuseWrongAnswer(db, input, { factor: 'FACE_MAP', faceMap: input.body.faceMap }, outside),
  },
  (tx, input) => recordAnswer(tx, input, 'FACE_MAP'),
)

export const triggerSms = writes(
  {
    id: 'security.trigger-sms',
    operationId: 'sendSmsCode',
    route: 'POST /v1/one-time-token/sms/trigger',
    summary: 'Send a code to the verified phone number. The code clears a challenge.',
    spec: 'D30, D113',
    ...tokenEndpoint,
    reply: shapes.SmsSent,
    onRepeat: 'another',
    errors: [...answerErrors, errors.SmsMissing, errors.TooManyCodes, ...errors.smsErrors],
    reserve: (tx, input) => reserveChallengeCode(tx, withToken(input)),
    before: (db, input, outside) => sendChallengeCode(db, withToken(input), outside),
  },
  (tx, input) => storeChallengeCode(tx, withToken(input), input.found),
)

export const verifySms = writes(
  {
    id: 'security.verify-sms',
    operationId: 'verifySmsCode',
    route: 'POST /v1/one-time-token/sms/verify',
    summary: 'Clear a challenge of a one-time token with the code from a text message.',
    ...answerEndpoint,
    body: shapes.CodeBody,
    errors: [...answerErrors, errors.SmsMissing, errors.CodeNotSent, errors.OtpInvalid],
    before: (db, input, outside) =>
      refuseWrongAnswer(db, input, { factor: 'SMS', otpCode: input.body.otpCode }, outside),
  },
  (tx, input) => recordAnswer(tx, input, 'SMS'),
)
