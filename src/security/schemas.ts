// The requests and replies of this module.

import Type from 'typebox'
import type { UserCaller } from '../kernel/caller.ts'
import { idOut } from '../kernel/ids.ts'
import { described, idIn, input, instantOut, oneOf, toSecond } from '../kernel/wire.ts'
import type { OpenToken } from './challenges/answer-challenge.ts'
import { readCoverText } from './challenges/token-store.ts'
import type { SigningKeyRow } from './factors/factor-store.ts'
import type { PhoneRow } from './factors/phone-store.ts'
import {
  CODE_FORMAT,
  challengesOf,
  FACE_MAP_LENGTH_MAX,
  type Factor,
  factors,
  PIN_FORMAT,
  SANDBOX_CODE,
  SIGNING_KEY_BITS_MAX,
  SIGNING_KEY_BITS_MIN,
  secondsUntil,
} from './model.ts'

/** A face map, and 64 KiB for the JSON around it. */
const FACE_MAP_BODY_BYTES_MAX = FACE_MAP_LENGTH_MAX + 64 * 1024

const BASE64 = '^[A-Za-z0-9+/]+={0,2}$'
/** Characters. A key of SIGNING_KEY_BITS_MAX has about 1,500. */
const PEM_LENGTH_MAX = 10_000
/** Characters. E.164 has at most 16; the others are spaces and punctuation. */
const PHONE_LENGTH_MAX = 40

const PinBody = input(
  {
    pin: Type.String({
      pattern: PIN_FORMAT.source,
      description: 'Four digits',
      examples: ['1234'],
    }),
  },
  { title: 'PinRequest' },
)

const PAYLOAD_ALGORITHM = 'RSA_OAEP_256'
const PAYLOAD_SCOPE = 'PAYLOAD_ENCRYPTION'

export const PayloadKeyQuery = Type.Object({
  algorithm: Type.Optional(
    oneOf([PAYLOAD_ALGORITHM], `The algorithm of the key: always ${PAYLOAD_ALGORITHM}`),
  ),
  scope: Type.Optional(oneOf([PAYLOAD_SCOPE], `The use of the key: always ${PAYLOAD_SCOPE}`)),
})

export const PayloadKey = Type.Object(
  {
    version: Type.Integer({
      description:
        'Number of the key; the first is 1. Requests encrypted with an older key are also accepted.',
      examples: [1],
    }),
    keyMaterial: Type.Object(
      {
        algorithm: oneOf([PAYLOAD_ALGORITHM], 'The algorithm of the key'),
        keyMaterial: Type.String({
          description: 'The public key as SubjectPublicKeyInfo in DER form, encoded as Base64',
          examples: ['MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A...'],
        }),
      },
      { description: 'The public key' },
    ),
    scope: oneOf([PAYLOAD_SCOPE], 'The use of the key'),
  },
  { title: 'PayloadEncryptionKey' },
)

export function showPayloadKey({ version, publicKey }: { version: number; publicKey: string }) {
  return {
    version,
    keyMaterial: { algorithm: PAYLOAD_ALGORITHM, keyMaterial: publicKey } as const,
    scope: PAYLOAD_SCOPE,
  } as const
}

const FaceMapBody = input(
  {
    faceMap: Type.String({
      minLength: 1,
      maxLength: FACE_MAP_LENGTH_MAX,
      pattern: BASE64,
      description: 'Base64, as the face scanner returned it',
      examples: ['RmFjZSBtYXA='],
    }),
  },
  { title: 'FaceMapRequest' },
)

export const CodeBody = input(
  {
    otpCode: Type.String({
      pattern: CODE_FORMAT.source,
      description: `The six digits of the text message; in the sandbox always ${SANDBOX_CODE}`,
      examples: [SANDBOX_CODE],
    }),
  },
  { title: 'SmsCodeRequest' },
)

const phoneNumber = Type.String({
  minLength: 1,
  maxLength: PHONE_LENGTH_MAX,
  description: 'The phone number, with plus sign and country code',
  examples: ['+447700900123'],
})

export const NewPhoneNumber = input(
  {
    phoneNumber,
    type: Type.Optional(oneOf(['PRIMARY'], 'Always PRIMARY')),
    revokeTokens: Type.Optional(
      Type.Boolean({
        description:
          'true immediately revokes all other tokens of the user, and the grants of all other applications',
      }),
    ),
  },
  { title: 'CreatePhoneNumberRequest' },
)
export const ChangedPhoneNumber = input({ phoneNumber }, { title: 'UpdatePhoneNumberRequest' })

export const PhoneNumber = Type.Object(
  {
    id: idOut('phone-number'),
    phoneNumber: Type.String({
      description: 'The phone number in E.164 format',
      examples: ['+447700900123'],
    }),
    type: oneOf(['PRIMARY'], 'Always PRIMARY'),
    verified: Type.Boolean({
      description: 'Whether the user has entered the code that was sent to the number',
    }),
  },
  { title: 'PhoneNumber' },
)

export const PhoneNumbers = Type.Array(PhoneNumber, { title: 'PhoneNumberList' })

export function showPhoneNumber({ id, phoneNumber, type, verifiedAt }: PhoneRow) {
  return { id, phoneNumber, type, verified: verifiedAt !== null }
}

export const NewSigningKey = input(
  {
    publicKey: Type.String({
      maxLength: PEM_LENGTH_MAX,
      description: `The RSA public key of ${SIGNING_KEY_BITS_MIN} to ${SIGNING_KEY_BITS_MAX} bits, in PEM form`,
      examples: [
        '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAupMl3ypIe6E+qshDZH8a\n0i/d8Jivo9fbIL7eEcLNd5OSV5rWd1UVy7095tkupN5jSPlYGSI+Y4US1c3xwKhd\nGTm8n17/9S7bx3jO4cG/fN4pX4LPsKLWdSvbCaXZOCd+bbeyA21Ou6CQvxkyuV5Q\nmKxic3SQZd+kykUsyiOTpmgP/jL3js7ostl6W/En4EY1CgDz9VM/DQYn5YYGQCnc\nvD4uc8UqGLLyvBh6HEQVEqz6saWo2pg4KMYHw8xmgbO0utRjZuyS+K8e6+OSxk+H\nJWPwaiCvJa2XB1duDpzzDEasF57i1acPBm7BuWMdjZm262SaAPgeG3/80Q5WtRGA\niwIDAQAB\n-----END PUBLIC KEY-----\n',
      ],
    }),
  },
  { title: 'CreateSigningKeyRequest' },
)

export const SigningKey = Type.Object(
  {
    id: idOut('signing-key'),
    publicKey: Type.String({
      description: 'The registered key as SubjectPublicKeyInfo in PEM form',
      examples: ['-----BEGIN PUBLIC KEY-----\n...\n'],
    }),
    fingerprint: Type.String({
      description: 'SHA-256 of the key in DER form, hex',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    createdAt: instantOut('When the key was registered'),
  },
  { title: 'SigningKey' },
)

export const SigningKeys = Type.Array(SigningKey, { title: 'SigningKeyList' })

export function showSigningKey({ id, publicKey, fingerprint, createdAt }: SigningKeyRow) {
  return { id, publicKey, fingerprint, createdAt: toSecond(createdAt) }
}

const ShownFactor = Type.Object(
  {
    type: oneOf(
      factors,
      'The factor to show. For SIGNATURE, repeat the request with the header X-Signature.',
    ),
    viewData: Type.Object(
      {
        attributes: Type.Object(
          {
            userId: idOut('user'),
            amount: Type.Optional(
              Type.Number({ description: 'The amount to pay', examples: [100.5] }),
            ),
            currency: Type.Optional(
              Type.String({ description: 'Currency of the amount, ISO 4217', examples: ['GBP'] }),
            ),
            payee: Type.Optional(
              Type.String({
                description: 'The recipient of the payment',
                examples: ['Nora Sample'],
              }),
            ),
          },
          {
            description:
              'Values for the page that shows the challenge; for a payment, the payment that the approval covers',
          },
        ),
      },
      { description: 'Data for the page that shows the challenge' },
    ),
  },
  { title: 'Challenge' },
)

export const OneTimeToken = Type.Object(
  {
    oneTimeTokenProperties: Type.Object(
      {
        oneTimeToken: Type.String({
          description: 'The token from the header x-2fa-approval',
          examples: ['5932d5b5-ec13-452f-8688-308feade7834'],
        }),
        challenges: Type.Array(
          Type.Object({
            primaryChallenge: described(ShownFactor, 'The factor to show'),
            alternatives: Type.Array(ShownFactor, {
              description: 'Factors that may be shown instead',
            }),
            required: Type.Boolean({
              description: 'Always true: a listed challenge has to be cleared',
            }),
            passed: Type.Boolean({
              description: 'Always false: cleared challenges are no longer listed',
            }),
          }),
          {
            description:
              'Challenges that are still to be cleared; empty when the token can be used',
          },
        ),
        validity: Type.Integer({ description: 'Seconds until the token expires', examples: [600] }),
        actionType: Type.String({
          description: 'The protected action that the token approves',
          examples: ['BALANCE__GET_STATEMENT'],
        }),
        userId: idOut('user'),
      },
      { description: 'The token and its challenges' },
    ),
  },
  { title: 'OneTimeToken' },
)

/** Shows the token with the seconds that remain at `now`. */
export function showToken(
  { token, row }: OpenToken,
  { caller: { userId }, now }: { caller: UserCaller; now: Temporal.Instant },
) {
  const covered = readCoverText(row.covers)
  const attributes = { userId, ...(covered && { ...covered, amount: Number(covered.amount) }) }
  const show = (type: Factor) => ({ type, viewData: { attributes } })
  return {
    oneTimeTokenProperties: {
      oneTimeToken: token,
      challenges: challengesOf(row).map(({ primary, alternatives }) => ({
        primaryChallenge: show(primary),
        alternatives: alternatives.map(show),
        required: true,
        passed: false,
      })),
      validity: secondsUntil(row.expiresAt, now),
      actionType: row.action,
      userId,
    },
  }
}

export const SmsSent = Type.Object(
  {
    obfuscatedPhoneNo: Type.String({
      description: 'The number that the code was sent to, all but its last digits hidden',
      examples: ['*********8888'],
    }),
  },
  { title: 'SmsCodeSent', description: 'The phone number to which the code was sent' },
)

export const UserParams = Type.Object({ userId: idIn('user') })
export const PhoneNumberParams = Type.Object({ phoneNumberId: idIn('phone-number') })
export const SigningKeyParams = Type.Object({ keyId: idIn('signing-key') })

export const pinRequest = { body: PinBody, encrypted: true } as const
export const faceMapRequest = { body: FaceMapBody, bodyBytesMax: FACE_MAP_BODY_BYTES_MAX } as const
