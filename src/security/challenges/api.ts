// The challenge: what is still to be cleared of a one-time token, and what clears it.

import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import { type Context, reads, writes } from '../../kernel/endpoint.ts'
import type { Outside } from '../../kernel/outside.ts'
import { type ErrorKind, Refusal, refuse } from '../../kernel/refusal.ts'
import { refuseWith } from '../../kernel/refusal-side-effect.ts'
import * as no from '../errors.ts'
import { failedAttempt } from '../refusal-side-effects.ts'
import * as shapes from '../schemas.ts'
import {
  type Answer,
  type Answering,
  findOpenToken,
  judge,
  passChallenge,
} from './answer-challenge.ts'
import {
  keepChallengeCode,
  reserveChallengeCode,
  sendChallengeCode,
} from './send-challenge-code.ts'

const tokenErrors = [no.OneTimeTokenMissing, no.OneTimeTokenNotFound, no.LockedOut]
const ofToken = {
  access: { token: 'user' },
  takesHeaders: { 'One-Time-Token': 'the token of a 403, from its header x-2fa-approval' },
} as const
const clearing = {
  ...ofToken,
  spec: 'B 4.5, D30, D113',
  onRepeat: no.ChallengeNotOpen,
  reply: shapes.OneTimeToken,
} as const
const clearingErrors = [...tokenErrors, no.ChallengeNotOpen]

type Asking = Pick<Context, 'headers' | 'now' | 'mode' | 'settings' | 'report' | 'random'> & {
  readonly caller: UserCaller
}

/** Who answers, and for which token: that of the header. */
function answeringOf<I extends Asking>(input: I): I & Answering {
  const token = input.headers['one-time-token']
  if (typeof token !== 'string' || token === '') refuse(no.OneTimeTokenMissing)
  return { ...input, userId: input.caller.userId, token }
}

const wrong: Readonly<Record<Answer['factor'], ErrorKind>> = {
  PIN: no.PinInvalid,
  FACE_MAP: no.FaceMapInvalid,
  SMS: no.OtpInvalid,
}

/** Refuses a wrong answer, which is counted. */
async function check(db: Reader, input: Asking, answer: Answer, outside: Outside): Promise<void> {
  const answering = answeringOf(input)
  if (await judge(db, answering, answer, outside)) return
  const { factor } = answer
  const { userId, now } = answering
  refuseWith(new Refusal([{ kind: wrong[factor] }]), failedAttempt, { userId, factor, now })
}

async function pass(tx: Tx, input: Asking, factor: Answer['factor']) {
  return shapes.showToken(await passChallenge(tx, answeringOf(input), factor, input.report), input)
}

export const getOneTimeToken = reads(
  {
    id: 'security.get-one-time-token',
    operationId: 'getOneTimeToken',
    route: 'GET /v1/identity/one-time-token/status',
    aliases: ['GET /v1/one-time-token/status'],
    summary: 'Read what is still to be cleared of a one-time token.',
    spec: 'B 4.5',
    ...ofToken,
    reply: shapes.OneTimeToken,
    errors: tokenErrors,
  },
  async (db, input) => shapes.showToken(await findOpenToken(db, answeringOf(input)), input),
)

export const verifyPin = writes(
  {
    id: 'security.verify-pin',
    operationId: 'verifyPin',
    route: 'POST /v1/one-time-token/pin/verify',
    aliases: ['POST /v1/identity/one-time-token/pin/verify'],
    summary: 'Clear a challenge of a one-time token by the PIN.',
    ...clearing,
    ...shapes.withPin,
    errors: [...clearingErrors, no.PinMissing, no.PinInvalid, no.BodyUnreadable],
    before: (db, input, outside) =>
      check(db, input, { factor: 'PIN', pin: input.body.pin }, outside),
  },
  (tx, input) => pass(tx, input, 'PIN'),
)

export const verifyFaceMap = writes(
  {
    id: 'security.verify-face-map',
    operationId: 'verifyFaceMap',
    route: 'POST /v1/one-time-token/facemap/verify',
    aliases: ['POST /v1/identity/one-time-token/facemap/verify'],
    summary: 'Clear a challenge of a one-time token by a face map.',
    ...clearing,
    ...shapes.withFace,
    errors: [...clearingErrors, no.FaceMapMissing, no.FaceMapInvalid, no.FaceMapsUnavailable],
    before: (db, input, outside) =>
      check(db, input, { factor: 'FACE_MAP', faceMap: input.body.faceMap }, outside),
  },
  (tx, input) => pass(tx, input, 'FACE_MAP'),
)

export const triggerSms = writes(
  {
    id: 'security.trigger-sms',
    operationId: 'sendSmsCode',
    route: 'POST /v1/one-time-token/sms/trigger',
    summary: 'Send a code to the verified phone number, to clear a challenge with.',
    spec: 'D30, D113',
    ...ofToken,
    reply: shapes.SmsSent,
    onRepeat: 'another',
    errors: [...clearingErrors, no.SmsMissing, no.TooManyCodes, ...no.smsErrors],
    reserve: (tx, input) => reserveChallengeCode(tx, answeringOf(input)),
    before: (db, input, outside) => sendChallengeCode(db, answeringOf(input), outside),
  },
  (tx, input) => keepChallengeCode(tx, answeringOf(input), input.found),
)

export const verifySms = writes(
  {
    id: 'security.verify-sms',
    operationId: 'verifySmsCode',
    route: 'POST /v1/one-time-token/sms/verify',
    summary: 'Clear a challenge of a one-time token by the code of a text message.',
    ...clearing,
    body: shapes.CodeBody,
    errors: [...clearingErrors, no.SmsMissing, no.CodeNotSent, no.OtpInvalid],
    before: (db, input, outside) =>
      check(db, input, { factor: 'SMS', otpCode: input.body.otpCode }, outside),
  },
  (tx, input) => pass(tx, input, 'SMS'),
)
