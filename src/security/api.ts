// The challenge: what is still to be cleared of a one-time token, and what clears it.

import { reads, writes } from '../kernel/endpoint.ts'
import * as answers from './answer-challenge.ts'
import * as no from './errors.ts'
import * as shapes from './schemas.ts'

export * from './factors-api.ts'

const tokenErrors = [no.OneTimeTokenMissing, no.OneTimeTokenNotFound, no.LockedOut]
const ofToken = {
  access: { token: 'user' },
  takesHeaders: { 'One-Time-Token': 'the token of a 403, from its header x-2fa-approval' },
} as const
const answering = {
  ...ofToken,
  spec: 'B 4.5, D30, D31a',
  again: 'same',
  reply: shapes.OneTimeToken,
} as const

export const getOneTimeToken = reads(
  {
    id: 'security.get-one-time-token',
    route: 'GET /v1/identity/one-time-token/status',
    aliases: ['GET /v1/one-time-token/status'],
    summary: 'Read what is still to be cleared of a one-time token.',
    spec: 'B 4.5',
    ...ofToken,
    reply: shapes.OneTimeToken,
    errors: tokenErrors,
  },
  async (db, input) => shapes.showToken(await answers.findOpenToken(db, input), input),
)

export const verifyPin = writes(
  {
    id: 'security.verify-pin',
    route: 'POST /v1/one-time-token/pin/verify',
    aliases: ['POST /v1/identity/one-time-token/pin/verify'],
    summary: 'Clear a challenge of a one-time token by the PIN.',
    ...answering,
    ...shapes.withPin,
    errors: [...tokenErrors, no.PinMissing, no.PinInvalid, no.BodyUnreadable],
    before: answers.checkPin,
  },
  async (tx, input) => shapes.showToken(await answers.passChallenge(tx, input, 'PIN'), input),
)

export const verifyFaceMap = writes(
  {
    id: 'security.verify-face-map',
    route: 'POST /v1/one-time-token/facemap/verify',
    aliases: ['POST /v1/identity/one-time-token/facemap/verify'],
    summary: 'Clear a challenge of a one-time token by a face map.',
    ...answering,
    ...shapes.withFace,
    errors: [...tokenErrors, no.FaceMapMissing, no.FaceMapInvalid, no.FaceMapsUnavailable],
    before: answers.checkFaceMap,
  },
  async (tx, input) => shapes.showToken(await answers.passChallenge(tx, input, 'FACE_MAP'), input),
)

export const triggerSms = writes(
  {
    id: 'security.trigger-sms',
    route: 'POST /v1/one-time-token/sms/trigger',
    summary: 'Send a code to the verified phone number, to clear a challenge with.',
    spec: 'D30',
    ...ofToken,
    reply: shapes.SmsSent,
    again: 'another',
    errors: [...tokenErrors, no.SmsMissing, ...no.smsErrors],
    before: answers.sendChallengeCode,
  },
  (tx, input) => answers.keepChallengeCode(tx, input, input.found),
)

export const verifySms = writes(
  {
    id: 'security.verify-sms',
    route: 'POST /v1/one-time-token/sms/verify',
    summary: 'Clear a challenge of a one-time token by the code of a text message.',
    ...answering,
    body: shapes.CodeBody,
    errors: [...tokenErrors, no.SmsMissing, no.OtpInvalid],
    before: answers.checkSmsCode,
  },
  async (tx, input) => shapes.showToken(await answers.passChallenge(tx, input, 'SMS'), input),
)
