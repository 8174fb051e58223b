// The endpoints of the factors with which users prove their identity: PIN, face map, phone numbers, signing keys. Also the
// public key with which clients encrypt a PIN.

import Type from 'typebox'
import type { UserCaller } from '../../kernel/caller.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { type Endpoint, type Route, reads, type ScaAction, writes } from '../../kernel/endpoint.ts'
import * as errors from '../errors.ts'
import { newestPayloadKey } from '../payload-keys/payload-keys.ts'
import * as shapes from '../schemas.ts'
import * as phones from './change-phone-numbers.ts'
import * as factors from './enrol-factor.ts'
import * as factorStore from './factor-store.ts'
import * as phoneStore from './phone-store.ts'
import * as keys from './register-signing-key.ts'

const asUser = (sca: ScaAction) => ({ token: 'user', sca }) as const
const factorChange = { reply: Type.Null(), status: 204, changesFactors: true } as const
const existingNumber = {
  params: shapes.PhoneNumberParams,
  checkOwnership: phones.checkNumberOwnership,
} as const
const numberErrors = [errors.PhoneNumberInvalid, errors.PhoneNumberRepeated, ...errors.smsErrors]

export const getPayloadKey = reads(
  {
    id: 'security.get-payload-key',
    operationId: 'getPayloadEncryptionKey',
    route: 'GET /v1/auth/jose/response/public-keys',
    summary: 'Get the public key with which to encrypt request bodies that contain a PIN.',
    spec: 'Facts 3.2, gap 211',
    access: { token: 'any' },
    query: shapes.PayloadKeyQuery,
    reply: shapes.PayloadKey,
    errors: [],
  },
  async (db) => shapes.showPayloadKey(await newestPayloadKey(db)),
)

/** The declaration that the enrolments of a PIN and of a face map have in common. */
const enrolmentOf = (factor: factorStore.StoredFactor) =>
  ({
    spec: 'B 4.6, D32',
    ...factorChange,
    onRepeat: errors.existingFactorErrors[factor],
    checkOwnership: (db: Reader, { caller }: { readonly caller: UserCaller }) =>
      factors.refuseEnrolled(db, caller, factor),
  }) as const

export const createPin = writes(
  {
    id: 'security.create-pin',
    operationId: 'createPin',
    route: 'POST /v1/user/pin',
    aliases: ['POST /v1/users/pin'],
    summary: 'Set up a PIN.',
    access: asUser('PIN__CREATE'),
    ...enrolmentOf('PIN'),
    ...shapes.pinRequest,
    errors: [errors.PinExists, errors.BodyUnreadable],
    before: factors.preparePin,
  },
  (tx, input) => factors.enrolFactor(tx, input, 'PIN'),
)

export const enrolFaceMap = writes(
  {
    id: 'security.enrol-face-map',
    operationId: 'enrolFaceMap',
    route: 'POST /v1/user/facemap/enrol',
    aliases: ['POST /v1/users/facemap/enrol'],
    summary: 'Enrol a face map.',
    access: asUser('FACE_MAP__ENROL'),
    ...enrolmentOf('FACE_MAP'),
    ...shapes.faceMapRequest,
    errors: [errors.FaceMapExists, errors.FaceMapsUnavailable],
    before: factors.prepareFaceMap,
  },
  (tx, input) => factors.enrolFactor(tx, input, 'FACE_MAP'),
)

type FactorDeletion = {
  readonly id: `security.${string}`
  readonly operationId: string
  readonly route: Route
  readonly summary: string
  readonly sca: ScaAction
}

function deletesFactor(
  factor: factorStore.StoredFactor,
  { sca, ...declaration }: FactorDeletion,
): Endpoint {
  const missing = errors.missingFactorErrors[factor]
  return writes(
    {
      ...declaration,
      spec: 'B 4.6, D6',
      access: { token: 'any', owns: 'userId', sca },
      params: shapes.UserParams,
      ...factorChange,
      onRepeat: missing,
      errors: [missing],
    },
    (tx, input) => factors.removeFactor(tx, input, factor),
  )
}

export const deletePin = deletesFactor('PIN', {
  id: 'security.delete-pin',
  operationId: 'deletePin',
  route: 'DELETE /v1/users/{userId}/pin',
  summary: 'Delete the PIN.',
  sca: 'PIN__DELETE',
})

export const deleteFaceMap = deletesFactor('FACE_MAP', {
  id: 'security.delete-face-map',
  operationId: 'deleteFaceMap',
  route: 'DELETE /v1/users/{userId}/facemap/enrol',
  summary: 'Delete the face map.',
  sca: 'FACE_MAP__DELETE',
})

export const createPhoneNumber = writes(
  {
    id: 'security.create-phone-number',
    operationId: 'createPhoneNumber',
    route: 'POST /v1/user/phone-numbers',
    summary: 'Add a phone number and send a code to it.',
    spec: 'B 4.6, D32',
    access: asUser('PHONE_NUMBER__CREATE'),
    body: shapes.NewPhoneNumber,
    reply: shapes.PhoneNumber,
    onRepeat: errors.PhoneNumberRepeated,
    errors: [...numberErrors, errors.TooManyPhoneNumbers],
    changesCaller: true,
    reserve: phones.reserveNewNumber,
    before: phones.sendNumberCode,
  },
  async (tx, input) => shapes.showPhoneNumber(await phones.createPhoneNumber(tx, input)),
)

export const listPhoneNumbers = reads(
  {
    id: 'security.list-phone-numbers',
    operationId: 'listPhoneNumbers',
    route: 'GET /v1/user/phone-numbers',
    summary: "List the user's phone numbers.",
    spec: 'B 4.6',
    access: { token: 'user' },
    reply: shapes.PhoneNumbers,
    errors: [],
  },
  async (db, { caller: { userId } }) =>
    (await phoneStore.listPhoneNumbers(db, userId)).map(shapes.showPhoneNumber),
)

export const changePhoneNumber = writes(
  {
    id: 'security.change-phone-number',
    operationId: 'updatePhoneNumber',
    route: 'PUT /v1/user/phone-numbers/{phoneNumberId}',
    summary: 'Change a phone number and send a code to it. The new number is unverified.',
    spec: 'B 4.6, D32',
    access: asUser('PHONE_NUMBER__CHANGE'),
    ...existingNumber,
    body: shapes.ChangedPhoneNumber,
    reply: shapes.PhoneNumber,
    onRepeat: 'another',
    errors: [...numberErrors, errors.PhoneNumberNotFound, errors.TooManyCodes],
    changesFactors: true,
    reserve: phones.reserveChangedNumber,
    before: phones.sendNumberCode,
  },
  async (tx, input) => shapes.showPhoneNumber(await phones.updatePhoneNumber(tx, input)),
)

export const verifyPhoneNumber = writes(
  {
    id: 'security.verify-phone-number',
    operationId: 'verifyPhoneNumber',
    route: 'POST /v1/user/phone-numbers/{phoneNumberId}/verification',
    summary: 'Verify a phone number with the code that was sent to it.',
    spec: 'D32',
    access: asUser('PHONE_NUMBER__VERIFY'),
    ...existingNumber,
    body: shapes.CodeBody,
    reply: shapes.PhoneNumber,
    onRepeat: 'same',
    errors: [errors.PhoneNumberNotFound, errors.OtpInvalid, errors.LockedOut],
    changesFactors: true,
    before: phones.verifyNumberCode,
  },
  async (tx, input) => shapes.showPhoneNumber(await phones.recordVerifiedNumber(tx, input)),
)

export const deletePhoneNumber = writes(
  {
    id: 'security.delete-phone-number',
    operationId: 'deletePhoneNumber',
    route: 'DELETE /v1/user/phone-numbers/{phoneNumberId}',
    summary: 'Delete a phone number.',
    spec: 'B 4.6',
    access: asUser('PHONE_NUMBER__DELETE'),
    ...existingNumber,
    ...factorChange,
    onRepeat: errors.PhoneNumberNotFound,
    errors: [errors.PhoneNumberNotFound],
  },
  phones.removePhoneNumber,
)

export const createSigningKey = writes(
  {
    id: 'security.create-signing-key',
    operationId: 'createSigningKey',
    route: 'POST /v1/user/signing-keys',
    summary:
      'Register a public key. A signature by its private key clears the challenges of a request with a personal token.',
    spec: 'D31',
    access: asUser('SIGNING_KEY__CREATE'),
    body: shapes.NewSigningKey,
    reply: shapes.SigningKey,
    status: 201,
    onRepeat: errors.SigningKeyRepeated,
    errors: [errors.SigningKeyInvalid, errors.SigningKeyRepeated, errors.TooManySigningKeys],
    changesFactors: true,
  },
  async (tx, input) => shapes.showSigningKey(await keys.registerSigningKey(tx, input)),
)

export const listSigningKeys = reads(
  {
    id: 'security.list-signing-keys',
    operationId: 'listSigningKeys',
    route: 'GET /v1/user/signing-keys',
    summary: "List the user's signing keys.",
    spec: 'D31',
    access: { token: 'user' },
    reply: shapes.SigningKeys,
    errors: [],
  },
  async (db, { caller: { userId } }) =>
    (await factorStore.listSigningKeys(db, userId)).map(shapes.showSigningKey),
)

export const deleteSigningKey = writes(
  {
    id: 'security.delete-signing-key',
    operationId: 'deleteSigningKey',
    route: 'DELETE /v1/user/signing-keys/{keyId}',
    summary: 'Delete a signing key.',
    spec: 'D31',
    access: asUser('SIGNING_KEY__DELETE'),
    params: shapes.SigningKeyParams,
    checkOwnership: keys.checkKeyOwnership,
    ...factorChange,
    onRepeat: errors.SigningKeyNotFound,
    errors: [errors.SigningKeyNotFound],
  },
  keys.removeSigningKey,
)
