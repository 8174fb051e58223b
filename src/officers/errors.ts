// Every refusal of this module, and the limit that one of them states.

import type { ErrorKind } from '../kernel/refusal.ts'

/** The maximum number of directors of a business, and the maximum number of its owners (D45). */
export const OFFICERS_MAX = 50

export const BusinessRequired: ErrorKind = {
  code: 'profile.business.required',
  status: 422,
  message: 'Only a business has directors and owners. Send the id of a business profile.',
  path: 'profileId',
}

export const OfficerNotValid: ErrorKind = {
  code: 'NOT_VALID',
  status: 422,
  message: 'Send a value in the format that the description of this field requires.',
}

export const TooManyOfficers: ErrorKind = {
  code: 'officers.too-many',
  status: 422,
  message: `A business may have at most ${OFFICERS_MAX} directors and ${OFFICERS_MAX} owners. POST adds to the stored list: send fewer, or the whole list with PUT.`,
}

export const OwnershipExceeded: ErrorKind = {
  code: 'officers.ownership.exceeded',
  status: 422,
  message:
    'The owners of a business may together own at most 100 per cent, and POST adds to the stored owners. Send lower percentages, or the whole list with PUT.',
}
