import { type ErrorKind, Refusal } from '../kernel/refusal.ts'
import { CODES_SENT_MAX, PHONE_CREATIONS_MAX, SIGNING_KEYS_MAX, secondsUntil } from './model.ts'

/** D31. Clients look at the status and the headers only (Facts 3.1). */
export const ChallengeRequired: ErrorKind = {
  code: 'sca.challenge.required',
  status: 403,
  message:
    'Clear the challenges of the one-time token in the header x-2fa-approval, then send the same request with it.',
}
export const EnrolmentRequired: ErrorKind = {
  code: 'sca.enrolment.required',
  status: 403,
  message: 'This operation needs strong customer authentication, and no factor is set up for it.',
}
/** D112. */
export const ReverificationRequired: ErrorKind = {
  code: 'sca.reverification.required',
  status: 403,
  message:
    'A factor of this user was deleted without a challenge. Clear the one-time token in the header x-2fa-approval with the factors that were set up before; where there is no such header, the operator must confirm the user.',
}
/** D113. */
export const LockedOut: ErrorKind = {
  code: 'sca.locked',
  status: 429,
  message:
    'There were too many wrong answers. Try again after the seconds in the header Retry-After.',
}

/** What a protected operation may say besides its own refusals. */
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
  message: 'There is no such one-time token of yours, or it is used, expired or withdrawn.',
  path: 'One-Time-Token',
}

/** D113. */
export const ChallengeNotOpen: ErrorKind = {
  code: 'one-time-token.challenge.not-open',
  status: 409,
  message:
    'No open challenge of this one-time token asks for this factor: it was cleared already, or something else was. Read what is left at GET /v1/one-time-token/status.',
}

export const BodyUnreadable: ErrorKind = {
  code: 'request.body.unreadable',
  status: 400,
  message:
    'The encrypted body cannot be opened. Encrypt it with RSA-OAEP-256 and A256GCM for the public key of GET /v1/auth/jose/response/public-keys.',
}

/** Facts 15. */
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
  message: 'This is not the PIN.',
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
  message: 'This is not the enrolled face.',
  path: 'faceMap',
}
export const FaceMapsUnavailable: ErrorKind = {
  code: 'facemap.not-available',
  status: 422,
  message: 'This installation has nobody who can tell faces apart.',
}
export const SmsMissing: ErrorKind = {
  code: 'sms.not.setup',
  status: 404,
  message: 'There is no verified phone number.',
}
export const OtpInvalid: ErrorKind = {
  code: 'otp.invalid',
  status: 400,
  message: 'This is not the code, or it is no longer valid.',
  path: 'otpCode',
}
/** Of the form on the approval page. */
export const BodyIncomplete: ErrorKind = {
  code: 'approval.form.incomplete',
  status: 400,
  message: 'Fill in the field as it says.',
}
/** D102. */
export const CodeNotSent: ErrorKind = {
  code: 'sms.code.not-sent',
  status: 400,
  message:
    'No code was sent for this one-time token. Call POST /v1/one-time-token/sms/trigger first.',
}
/** D113. */
export const TooManyCodes: ErrorKind = {
  code: 'sms.code.limit',
  status: 429,
  message: `At most ${CODES_SENT_MAX} codes are sent in ten minutes.`,
}
export const SmsUnavailable: ErrorKind = {
  code: 'sms.not-available',
  status: 422,
  message: 'This installation has nobody who sends text messages.',
}
export const SmsNotSent: ErrorKind = {
  code: 'sms.not-sent',
  status: 503,
  message: 'The text message could not be sent. Try again.',
}

export const PhoneNumberInvalid: ErrorKind = {
  code: 'phone.number.invalid',
  status: 422,
  message: 'A phone number has a plus sign, the country code and the number.',
  path: 'phoneNumber',
}
export const PhoneNumberRepeated: ErrorKind = {
  code: 'phone.number.repeated',
  status: 422,
  message: 'You have this phone number already.',
  path: 'phoneNumber',
}
export const PhoneNumberNotFound: ErrorKind = {
  code: 'phone.number.not.found',
  status: 404,
  message: 'There is no such phone number.',
  path: 'phoneNumberId',
}
export const TooManyPhoneNumbers: ErrorKind = {
  code: 'phone.number.limit',
  status: 429,
  message: `At most ${PHONE_CREATIONS_MAX} phone numbers can be added in ten minutes.`,
}

export const SigningKeyInvalid: ErrorKind = {
  code: 'signing-key.invalid',
  status: 422,
  message: 'A signing key is an RSA public key of 2048 to 8192 bits in PEM form.',
  path: 'publicKey',
}
export const SigningKeyRepeated: ErrorKind = {
  code: 'signing-key.repeated',
  status: 409,
  message: 'This key is registered already.',
  path: 'publicKey',
}
export const TooManySigningKeys: ErrorKind = {
  code: 'signing-key.limit',
  status: 409,
  message: `There are ${SIGNING_KEYS_MAX} signing keys already. Delete one first.`,
}
export const SigningKeyNotFound: ErrorKind = {
  code: 'signing-key.not-found',
  status: 404,
  message: 'There is no such signing key.',
  path: 'keyId',
}

const retryAfter = (seconds: number) => ({
  headers: { 'retry-after': String(Math.max(1, seconds)) },
})

export function lockedOut(until: Temporal.Instant | null, now: Temporal.Instant): Refusal {
  return new Refusal([{ kind: LockedOut }], retryAfter(secondsUntil(until ?? now, now)))
}

export function tooManyCodes(until: Temporal.Instant, now: Temporal.Instant): Refusal {
  return new Refusal([{ kind: TooManyCodes }], retryAfter(secondsUntil(until, now)))
}

export function tooManyPhoneNumbers(until: Temporal.Instant, now: Temporal.Instant): Refusal {
  return new Refusal([{ kind: TooManyPhoneNumbers }], retryAfter(secondsUntil(until, now)))
}

export function smsNotSent(): Refusal {
  return new Refusal([{ kind: SmsNotSent }], retryAfter(1))
}

/** The 403 whose headers carry the one-time token to be cleared (D31). */
export function challengeRequired(kind: ErrorKind, token: string): Refusal {
  return new Refusal([{ kind }], {
    headers: { 'x-2fa-approval': token, 'x-2fa-approval-result': 'REJECTED' },
  })
}

/** Wherever a text message is sent. */
export const smsErrors: readonly ErrorKind[] = [SmsUnavailable, SmsNotSent]
