// Factors of a user, challenges, and answers to them. A function in the third person throws unless its calls succeed; one in
// the imperative returns the reply.

import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Person } from './people.ts'
import type { Call, Reply } from './service.ts'
import { ok, outcome } from './transfers.ts'

type RequestOptions = Omit<Call, 'token'>

export const PIN = '1234'
export const FACE = Buffer.from('a face').toString('base64')
export const SANDBOX_CODE = '111111'

export async function setsPin(person: Person, pin = PIN): Promise<void> {
  await ok(person.call('POST /v1/user/pin', { body: { pin } }))
}

export async function enrolsFace(person: Person, faceMap = FACE): Promise<void> {
  await ok(person.call('POST /v1/user/facemap/enrol', { body: { faceMap } }))
}

/** Adds a phone number. Returns its id. */
export async function addsPhone(person: Person, phoneNumber = '+447700900123'): Promise<number> {
  return (await ok(person.call('POST /v1/user/phone-numbers', { body: { phoneNumber } }))).id
}

/** Adds a phone number and verifies it in the sandbox. Throws if the user has a factor, because the addition then needs an approval. */
export async function verifiesPhone(person: Person, phoneNumber?: string): Promise<number> {
  const id = await addsPhone(person, phoneNumber)
  const route = `POST /v1/user/phone-numbers/${id}/verification`
  await ok(person.call(route, { body: { otpCode: SANDBOX_CODE } }))
  return id
}

/** One key pair for all test files of a process, because generating one is slow. */
let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined

export function keyPair(): { publicKey: KeyObject; privateKey: KeyObject } {
  pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
  return pair
}

export function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

/** Registers the public key of `keyPair`. Returns its id. */
export async function registersKey(person: Person): Promise<number> {
  const publicKey = pemOf(keyPair().publicKey)
  return (await ok(person.call('POST /v1/user/signing-keys', { body: { publicKey } }))).id
}

export function signatureOf(token: string, key: KeyObject = keyPair().privateKey): string {
  return createSign('sha256').update(token).sign(key, 'base64')
}

/** The one-time token of a 403 sca.challenge.required; throws for any other reply. */
export function challengeToken(reply: Reply): string {
  const { 'x-2fa-approval': token, 'x-2fa-approval-result': result } = reply.headers
  if (outcome(reply) !== '403 sca.challenge.required' || result !== 'REJECTED' || !token)
    throw new Error(`expected a challenge, got ${reply.status}: ${reply.text}`)
  return String(token)
}

const answerOf = {
  PIN: ['pin', { pin: PIN }],
  FACE_MAP: ['facemap', { faceMap: FACE }],
  SMS: ['sms', { otpCode: SANDBOX_CODE }],
} as const

export type Factor = keyof typeof answerOf

/** Sends the correct answer to a challenge, or `body` instead. For SMS, requests a code first. */
export async function answerChallenge(
  person: Person,
  token: string,
  factor: Factor,
  body?: object,
) {
  const [path, rightAnswer] = answerOf[factor]
  if (factor === 'SMS') await requestCode(person, token)
  return person.call(`POST /v1/one-time-token/${path}/verify`, {
    body: body ?? rightAnswer,
    headers: { 'one-time-token': token },
  })
}

/** Requests a code by SMS; the number of codes is limited. */
export function requestCode(person: Person, token: string): Promise<Reply> {
  const headers = { 'one-time-token': token }
  return person.call('POST /v1/one-time-token/sms/trigger', { headers })
}

export async function passesChallenges(person: Person, token: string, ...factors: Factor[]) {
  for (const factor of factors) await ok(answerChallenge(person, token, factor))
}

export function readTokenStatus(person: Person, token: string): Promise<Reply> {
  return person.call('GET /v1/one-time-token/status', { headers: { 'one-time-token': token } })
}

/** The challenges in a reply, such as `PIN (or SMS) and FACE_MAP (or SMS)`; empty when no challenge is left. */
export function challengesIn({ body }: Reply): string {
  type ShownChallenge = { type: string }
  type Challenge = { primaryChallenge: ShownChallenge; alternatives: ShownChallenge[] }
  return body.oneTimeTokenProperties.challenges
    .map(({ primaryChallenge, alternatives }: Challenge) => {
      const others = alternatives.map(({ type }) => type).join(', ')
      return primaryChallenge.type + (others === '' ? '' : ` (or ${others})`)
    })
    .join(' and ')
}

/** Sends a request, answers its challenges by these factors, and repeats the request. */
export async function callWithApproval(
  person: Person,
  route: string,
  options: RequestOptions,
  ...factors: Factor[]
): Promise<Reply> {
  const token = challengeToken(await person.call(route, options))
  await passesChallenges(person, token, ...factors)
  const headers = { ...options.headers, 'one-time-token': token }
  return person.call(route, { ...options, headers })
}
