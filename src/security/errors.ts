// Every error of the module.

import { type ErrorKind, Refusal } from '../kernel/refusal.ts'
import { MINUTE } from '../kernel/timer.ts'
import { CODES_SENT_MAX, PHONE_CREATIONS_MAX } from './limits.ts'
import {
  isLocked,
  type Lockable,
  SIGNING_KEY_BITS_MAX,
  SIGNING_KEY_BITS_MIN,
  SIGNING_KEYS_MAX,
  secondsUntil,
} from './model.ts'
import { phoneCreations, sentCodes } from './timers.ts'

/** Clients read only the status and the headers of this refusal (D31, Facts 3.1). */
export const ChallengeRequired: ErrorKind = {
  code: 'sca.challenge.required',
  status: 403,
  message:
    'Clear the challenges of the one-time token in the header x-2fa-approval, then send the same request with this token in the header One-Time-Token.',
}
export const EnrolmentRequired: ErrorKind = {
  code: 'sca.enrolment.required',
  status: 403,
  message:
    'This operation needs strong customer authentication. Set up a factor first, such as a PIN.',
}
/** Strict rules refuse with this error after a factor was deleted without a challenge (D112). */
export const ReverificationRequired: ErrorKind = {
  code: 'sca.reverification.required',
  status: 403,
  message:
    'A factor of this user was deleted without a challenge. Clear the one-time token in the header x-2fa-approval with the factors that were set up before the deletion; if the reply has no such header, the operator must confirm the user.',
}
/** The refusal while a factor or the user is locked (D113). */
export const LockedOut: ErrorKind = {
  code: 'sca.locked',
  status: 429,
  message:
    'There were too many wrong answers. Try again after the number of seconds in the header Retry-After.',
}

/** The refusals of every protected operation, in addition to those that its endpoint declares. */
export const protectionErrors: readonly ErrorKind[] = [
  ChallengeRequired,
  EnrolmentRequired,
  ReverificationRequired,
  LockedOut,
]

export const OneTimeTokenMissing: ErrorKind = {
  code: 'one-time-token.missing',
  status: 400,
  message: 'Send the one-time token in the header One-Time-Token.',
  path: 'One-Time-Token',
}
export const OneTimeTokenNotFound: ErrorKind = {
  code: 'one-time-token.not-found',
  status: 404,
  message:
    'The user has no one-time token with this value, or it was used, has expired or was withdrawn. Repeat the original request to get a new token.',
  path: 'One-Time-Token',
}

/** An answer with a factor that the token does not need, or no longer needs (D113). */
export const ChallengeNotOpen: ErrorKind = {
  code: 'one-time-token.challenge.not-open',
  status: 409,
  message:
    'This one-time token has no open challenge for this factor. Get its open challenges at GET /v1/one-time-token/status.',
}

export const BodyUnreadable: ErrorKind = {
  code: 'request.body.unreadable',
  status: 400,
  message:
    'The encrypted body cannot be opened. Encrypt it with RSA-OAEP-256 and A256GCM for the public key of GET /v1/auth/jose/response/public-keys.',
}

// Facts 15 has the messages of PinExists, PinMissing, FaceMapExists and FaceMapMissing.
export const PinExists: ErrorKind = {
  code: 'pin.already.setup',
  status: 409,
  message: 'PIN has already been setup.',
}
export const PinMissing: ErrorKind = {
  code: 'pin.not.setup',
  status: 404,
  message: 'PIN has not been setup.',
}
export const PinInvalid: ErrorKind = {
  code: 'pin.invalid',
  status: 400,
  message: 'The PIN is wrong. Enter the correct PIN.',
  path: 'pin',
}
export const FaceMapExists: ErrorKind = {
  code: 'facemap.already.setup',
  status: 409,
  message: 'FaceMap has already been setup.',
}
export const FaceMapMissing: ErrorKind = {
  code: 'facemap.not.setup',
  status: 404,
  message: 'FaceMap has not been setup.',
}
export const FaceMapInvalid: ErrorKind = {
  code: 'facemap.invalid',
  status: 400,
  message: 'The face map does not match the enrolled face. Scan the face again.',
  path: 'faceMap',
}
export const FaceMapsUnavailable: ErrorKind = {
  code: 'facemap.not-available',
  status: 422,
  message: 'Face recognition is not available in this installation. Use another factor.',
}
export const SmsMissing: ErrorKind = {
  code: 'sms.not.setup',
  status: 404,
  message: 'The user has no verified phone number. Add and verify a phone number first.',
}
export const OtpInvalid: ErrorKind = {
  code: 'otp.invalid',
  status: 400,
  message: 'The code is wrong or has expired. Enter the newest code, or request another code.',
  path: 'otpCode',
}
/** Shown on the approval page only. */
export const FormIncomplete: ErrorKind = {
  code: 'approval.form.incomplete',
  status: 400,
  message: 'Fill in the field in the format that its label names.',
}
/** A code was entered before one was sent (D102). The entered code does not count as a wrong answer. */
export const CodeNotSent: ErrorKind = {
  code: 'sms.code.not-sent',
  status: 400,
  message:
    'No code was sent for this one-time token. Call POST /v1/one-time-token/sms/trigger first.',
}
/** The limit of `countCode` for challenges and changed phone numbers (D113). */
export const TooManyCodes: ErrorKind = {
  code: 'sms.code.limit',
  status: 429,
  message: `At most ${CODES_SENT_MAX} codes are sent in ${sentCodes.seconds / MINUTE} minutes. Try again after the number of seconds in the header Retry-After.`,
}
export const SmsUnavailable: ErrorKind = {
  code: 'sms.not-available',
  status: 422,
  message: 'Text messages are not available in this installation. Use another factor.',
}
const SmsNotSent: ErrorKind = {
  code: 'sms.not-sent',
  status: 503,
  message: 'The text message could not be sent. Try again.',
}

export const PhoneNumberInvalid: ErrorKind = {
  code: 'phone.number.invalid',
  status: 422,
  message: 'Send the phone number with a plus sign and the country code, such as +447700900123.',
  path: 'phoneNumber',
}
export const PhoneNumberRepeated: ErrorKind = {
  code: 'phone.number.repeated',
  status: 422,
  message: 'The user has this phone number already. Send another number.',
  path: 'phoneNumber',
}
export const PhoneNumberNotFound: ErrorKind = {
  code: 'phone.number.not.found',
  status: 404,
  message: 'The user has no phone number with this id. Get the ids at GET /v1/user/phone-numbers.',
  path: 'phoneNumberId',
}
export const TooManyPhoneNumbers: ErrorKind = {
  code: 'phone.number.limit',
  status: 429,
  message: `At most ${PHONE_CREATIONS_MAX} phone numbers can be added in ${phoneCreations.seconds / MINUTE} minutes. Try again after the number of seconds in the header Retry-After.`,
}

export const SigningKeyInvalid: ErrorKind = {
  code: 'signing-key.invalid',
  status: 422,
  message: `Send an RSA public key of ${SIGNING_KEY_BITS_MIN} to ${SIGNING_KEY_BITS_MAX} bits in PEM form.`,
  path: 'publicKey',
}
export const SigningKeyRepeated: ErrorKind = {
  code: 'signing-key.repeated',
  status: 409,
  message: 'The user has registered this key already. Send another key.',
  path: 'publicKey',
}
export const TooManySigningKeys: ErrorKind = {
  code: 'signing-key.limit',
  status: 409,
  message: `The user has ${SIGNING_KEYS_MAX} signing keys, which is the maximum. Delete a key first.`,
}
export const SigningKeyNotFound: ErrorKind = {
  code: 'signing-key.not-found',
  status: 404,
  message: 'The user has no signing key with this id. Get the ids at GET /v1/user/signing-keys.',
  path: 'keyId',
}

/** The refusal of a user who does not have the factor. */
export const missingFactorErrors = {
  PIN: PinMissing,
  FACE_MAP: FaceMapMissing,
  SMS: SmsMissing,
} as const

/** The refusal of an enrolment when the user has the factor already. */
export const existingFactorErrors = { PIN: PinExists, FACE_MAP: FaceMapExists } as const

const retryAfter = (seconds: number) => ({
  headers: { 'retry-after': String(Math.max(1, seconds)) },
})

/** A refusal of `kind`. Its header Retry-After has the seconds from `now` to `until`, at least 1. */
export function refusalUntil(
  kind: ErrorKind,
  until: Temporal.Instant,
  now: Temporal.Instant,
): Refusal {
  return new Refusal([{ kind }], retryAfter(secondsUntil(until, now)))
}

export function lockedOutRefusal({ lockedUntil }: Lockable, now: Temporal.Instant): Refusal {
  return refusalUntil(LockedOut, lockedUntil ?? now, now)
}

/** Refuses while the user or the factor is locked. */
export function refuseLocked(lockable: Lockable, now: Temporal.Instant): void {
  if (isLocked(lockable, now)) throw lockedOutRefusal(lockable, now)
}

/** Asks for a retry in a second: the gateway may have failed for this message only. */
export function smsNotSentRefusal(): Refusal {
  return new Refusal([{ kind: SmsNotSent }], retryAfter(1))
}

/** A 403 whose headers contain the one-time token to clear (D31). */
export function challengeRefusal(kind: ErrorKind, token: string): Refusal {
  return new Refusal([{ kind }], {
    headers: { 'x-2fa-approval': token, 'x-2fa-approval-result': 'REJECTED' },
  })
}

/** The refusals of every operation that sends a text message. */
export const smsErrors: readonly ErrorKind[] = [SmsUnavailable, SmsNotSent]
