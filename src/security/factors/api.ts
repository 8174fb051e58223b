// What a user proves who they are with: PIN, face map, phone numbers, signing keys.

import Type from 'typebox'
import { reads, writes } from '../../kernel/endpoint.ts'
import * as no from '../errors.ts'
import { newestPayloadKey } from '../payload-keys/payload-keys.ts'
import * as shapes from '../schemas.ts'
import * as phones from './change-phone-numbers.ts'
import * as factors from './enrol-factor.ts'
import { listSigningKeys } from './factor-store.ts'
import { listPhoneNumbers } from './phone-store.ts'
import * as keys from './register-signing-key.ts'

const givingErrors = [no.PhoneNumberInvalid, no.PhoneNumberRepeated, ...no.smsErrors]
const changing = { reply: Type.Null(), status: 204, changesFactors: true } as const

export const getPayloadKey = reads(
  {
    id: 'security.get-payload-key',
    operationId: 'getPayloadEncryptionKey',
    route: 'GET /v1/auth/jose/response/public-keys',
    summary: 'The public key to encrypt request bodies with that hold a PIN.',
    spec: 'Facts 3.2, gap 211',
    access: { token: 'any' },
    query: shapes.PayloadKeyQuery,
    reply: shapes.PayloadKey,
    errors: [],
  },
  async (db) => shapes.showPayloadKey(await newestPayloadKey(db)),
)

export const createPin = writes(
  {
    id: 'security.create-pin',
    operationId: 'createPin',
    route: 'POST /v1/user/pin',
    aliases: ['POST /v1/users/pin'],
    summary: 'Set up a PIN.',
    spec: 'B 4.6, D32',
    access: { token: 'user', sca: 'PIN__CREATE' },
    ...shapes.withPin,
    ...changing,
    onRepeat: no.PinExists,
    errors: [no.PinExists, no.BodyUnreadable],
    checkOwnership: (db, { caller }) => factors.refuseRepeated(db, caller, 'PIN'),
    before: factors.preparePin,
  },
  (tx, input) => factors.enrolFactor(tx, input, 'PIN'),
)

export const deletePin = writes(
  {
    id: 'security.delete-pin',
    operationId: 'deletePin',
    route: 'DELETE /v1/users/{userId}/pin',
    summary: 'Take away the PIN.',
    spec: 'B 4.6, D6',
    access: { token: 'any', owns: 'userId', sca: 'PIN__DELETE' },
    params: shapes.OfUser,
    ...changing,
    onRepeat: no.PinMissing,
    errors: [no.PinMissing],
  },
  (tx, input) => factors.dropFactor(tx, input, 'PIN'),
)

export const enrolFaceMap = writes(
  {
    id: 'security.enrol-face-map',
    operationId: 'enrolFaceMap',
    route: 'POST /v1/user/facemap/enrol',
    aliases: ['POST /v1/users/facemap/enrol'],
    summary: 'Enrol a face map.',
    spec: 'B 4.6, D32',
    access: { token: 'user', sca: 'FACE_MAP__ENROL' },
    ...shapes.withFace,
    ...changing,
    onRepeat: no.FaceMapExists,
    errors: [no.FaceMapExists, no.FaceMapsUnavailable],
    checkOwnership: (db, { caller }) => factors.refuseRepeated(db, caller, 'FACE_MAP'),
    before: factors.prepareFaceMap,
  },
  (tx, input) => factors.enrolFactor(tx, input, 'FACE_MAP'),
)

export const deleteFaceMap = writes(
  {
    id: 'security.delete-face-map',
    operationId: 'deleteFaceMap',
    route: 'DELETE /v1/users/{userId}/facemap/enrol',
    summary: 'Take away the face map.',
    spec: 'B 4.6, D6',
    access: { token: 'any', owns: 'userId', sca: 'FACE_MAP__DELETE' },
    params: shapes.OfUser,
    ...changing,
    onRepeat: no.FaceMapMissing,
    errors: [no.FaceMapMissing],
  },
  (tx, input) => factors.dropFactor(tx, input, 'FACE_MAP'),
)

export const createPhone = writes(
  {
    id: 'security.create-phone-number',
    operationId: 'createPhoneNumber',
    route: 'POST /v1/user/phone-numbers',
    summary: 'Add a phone number; a code is sent to it.',
    spec: 'B 4.6, D32',
    access: { token: 'user', sca: 'PHONE_NUMBER__CREATE' },
    body: shapes.NewPhoneNumber,
    reply: shapes.PhoneNumber,
    onRepeat: no.PhoneNumberRepeated,
    errors: [...givingErrors, no.TooManyPhoneNumbers],
    changesCaller: true,
    reserve: phones.reserveNewNumber,
    before: (_db, input, outside, phoneNumber) =>
      phones.sendNumberCode(input, outside, phoneNumber),
  },
  async (tx, input) => shapes.showPhoneNumber(await phones.createPhoneNumber(tx, input)),
)

export const listPhones = reads(
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
    (await listPhoneNumbers(db, userId)).map(shapes.showPhoneNumber),
)

export const changePhone = writes(
  {
    id: 'security.change-phone-number',
    operationId: 'updatePhoneNumber',
    route: 'PUT /v1/user/phone-numbers/{phoneNumberId}',
    summary: 'Change a phone number; it is unverified, and a code is sent to it.',
    spec: 'B 4.6, D32',
    access: { token: 'user', sca: 'PHONE_NUMBER__CHANGE' },
    params: shapes.OnePhoneNumber,
    checkOwnership: phones.checkNumber,
    body: shapes.ChangedPhoneNumber,
    reply: shapes.PhoneNumber,
    onRepeat: 'another',
    errors: [...givingErrors, no.PhoneNumberNotFound, no.TooManyCodes],
    changesFactors: true,
    reserve: phones.reserveChangedNumber,
    before: (_db, input, outside, phoneNumber) =>
      phones.sendNumberCode(input, outside, phoneNumber),
  },
  async (tx, input) => shapes.showPhoneNumber(await phones.replacePhoneNumber(tx, input)),
)

export const deletePhone = writes(
  {
    id: 'security.delete-phone-number',
    operationId: 'deletePhoneNumber',
    route: 'DELETE /v1/user/phone-numbers/{phoneNumberId}',
    summary: 'Delete a phone number.',
    spec: 'B 4.6',
    access: { token: 'user', sca: 'PHONE_NUMBER__DELETE' },
    params: shapes.OnePhoneNumber,
    checkOwnership: phones.checkNumber,
    ...changing,
    onRepeat: no.PhoneNumberNotFound,
    errors: [no.PhoneNumberNotFound],
  },
  (tx, input) => phones.dropPhoneNumber(tx, input),
)

export const verifyPhone = writes(
  {
    id: 'security.verify-phone-number',
    operationId: 'verifyPhoneNumber',
    route: 'POST /v1/user/phone-numbers/{phoneNumberId}/verification',
    summary: 'Verify a phone number by the code that was sent to it.',
    spec: 'D32',
    access: { token: 'user', sca: 'PHONE_NUMBER__VERIFY' },
    params: shapes.OnePhoneNumber,
    checkOwnership: phones.checkNumber,
    body: shapes.CodeBody,
    reply: shapes.PhoneNumber,
    onRepeat: 'same',
    errors: [no.PhoneNumberNotFound, no.OtpInvalid, no.LockedOut],
    changesFactors: true,
    before: phones.checkNumberCode,
  },
  async (tx, input) => shapes.showPhoneNumber(await phones.provePhoneNumber(tx, input)),
)

export const createSigningKey = writes(
  {
    id: 'security.create-signing-key',
    operationId: 'createSigningKey',
    route: 'POST /v1/user/signing-keys',
    summary: 'Register a public key whose signatures clear challenges of personal tokens.',
    spec: 'D31',
    access: { token: 'user', sca: 'SIGNING_KEY__CREATE' },
    body: shapes.NewSigningKey,
    reply: shapes.SigningKey,
    status: 201,
    onRepeat: no.SigningKeyRepeated,
    errors: [no.SigningKeyInvalid, no.SigningKeyRepeated, no.TooManySigningKeys],
    changesFactors: true,
  },
  async (tx, input) => shapes.showSigningKey(await keys.registerSigningKey(tx, input)),
)

export const listKeys = reads(
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
    (await listSigningKeys(db, userId)).map(shapes.showSigningKey),
)

export const deleteKey = writes(
  {
    id: 'security.delete-signing-key',
    operationId: 'deleteSigningKey',
    route: 'DELETE /v1/user/signing-keys/{keyId}',
    summary: 'Delete a signing key.',
    spec: 'D31',
    access: { token: 'user', sca: 'SIGNING_KEY__DELETE' },
    params: shapes.OneSigningKey,
    checkOwnership: keys.checkSigningKey,
    ...changing,
    onRepeat: no.SigningKeyNotFound,
    errors: [no.SigningKeyNotFound],
  },
  (tx, input) => keys.dropSigningKey(tx, input),
)
