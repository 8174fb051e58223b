// Every refusal of this module. Client programs expect the upper-case codes (Facts 4.3).

import type { ErrorKind } from '../kernel/refusal.ts'

export const ProfileTypeInvalid: ErrorKind = {
  code: 'BAD_REQUEST',
  status: 400,
  message: 'Could not resolve type id: it must be personal or business.',
  path: 'type',
}
/** Facts 4.3 has this message, which therefore gives no advice. */
export const DetailsMissing: ErrorKind = {
  code: 'BAD_REQUEST',
  status: 400,
  message: 'Missing details property',
  path: 'details',
}
// The refusal of a field has the message of its violation instead of the message of its kind (`faultsOf`).
export const FieldMissing: ErrorKind = { code: 'MISSING', status: 422, message: 'is required' }
export const FieldInvalid: ErrorKind = { code: 'ERROR', status: 422, message: 'is not valid' }
export const FieldTooSmall: ErrorKind = { code: 'TOO_SMALL', status: 422, message: 'is too small' }
export const FieldUnexpected: ErrorKind = {
  code: 'UNEXPECTED',
  status: 422,
  message: 'must not be sent here',
}
export const FieldNotAllowed: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'is not one of the allowed values',
}

export const ProfileDuplicate: ErrorKind = {
  code: 'profile.duplicate',
  status: 409,
  message: 'This person has another profile. Use that profile instead.',
}
export const PersonalRequired: ErrorKind = {
  code: 'profile.personal.required',
  status: 422,
  message: 'Create a personal profile before a business profile.',
}
export const ProfileNotFound: ErrorKind = {
  code: 'profile.not-found',
  status: 404,
  message: 'You have no profile with this id. Send the id of one of your profiles.',
  path: 'id',
}
export const AddressProfileNotFound: ErrorKind = { ...ProfileNotFound, path: 'profile' }
/** For the profile in a request of another module, such as a recipient, where client programs expect this code. */
export const ProfileMissing: ErrorKind = { ...AddressProfileNotFound, code: 'not.found' }
export const AddressNotFound: ErrorKind = {
  code: 'address.not-found',
  status: 404,
  message:
    'No address with this id belongs to the profile in the request or, when the request has no profile, to one of your profiles. Get the ids at GET /v1/addresses.',
  path: 'id',
}
export const TypeIsFixed: ErrorKind = {
  code: 'profile.type.fixed',
  status: 422,
  message: 'The type of a profile cannot change. Send the type it was created with.',
  path: 'type',
}
export const UpdateWindowClosed: ErrorKind = {
  code: 'profile.update-window.closed',
  status: 403,
  message:
    'This profile is verified and its update window is closed. Send POST /v1/profiles/{profileId}/update-window before you change its data.',
}

// The two refusals of the extension form (D43a). Each fault has its own path, and its own message instead of the message here.
export const ExtensionNotValid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Send a value that the form of the profile accepts.',
}
export const ExtensionRequired: ErrorKind = {
  code: 'REQUIRED',
  status: 422,
  message: 'Send a value for this field of the form.',
}

export const DescriptionMissing: ErrorKind = {
  code: 'profile.description.missing',
  status: 422,
  message:
    'A business of type OTHER needs a description before it can send money. Update the profile.',
  path: 'profile',
}
export const WebpageMissing: ErrorKind = {
  code: 'profile.webpage.missing',
  status: 422,
  message:
    'A business of type OTHER needs a web page before it can send money. Update the profile.',
  path: 'profile',
}
export const KanaNamesMissing: ErrorKind = {
  code: 'profile.kana-names.missing',
  status: 422,
  message: 'A person needs both names in katakana to send money from JPY. Update the profile.',
  path: 'profile',
}

/** In v2 each missing field has its own error code (Facts 4.3). */
const requiredInV2 = [
  'businessName',
  'registrationNumber',
  'companyType',
  'companyRole',
  'webpage',
  'firstLevelCategory',
  'secondLevelCategory',
  'addressFirstLine',
  'city',
  'countryIso2Code',
  'stateCode',
] as const

const missingInV2: ReadonlyMap<string, ErrorKind> = new Map(
  requiredInV2.map((name) => [
    name,
    { code: `api.${name}.missing`, status: 400, message: `${name} is required` },
  ]),
)

export const businessFieldsMissing: readonly ErrorKind[] = [...missingInV2.values()]

export function businessFieldMissing(name: string): ErrorKind {
  const kind = missingInV2.get(name)
  if (kind === undefined) throw new Error(`there is no error for a missing ${name}`)
  return kind
}
