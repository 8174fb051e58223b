// Parses the type and the details in a body of version 1; the type decides which rules apply to the details.

import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { FieldInvalid, ProfileTypeInvalid } from '../errors.ts'
import { type BusinessInput, parseBusiness } from './business.ts'
import type { Details } from './details.ts'
import type { Parsed, RuleContext, Violation } from './parse-fields.ts'
import { type PersonalInput, parsePersonal } from './personal.ts'

/** Refuses with ProfileTypeInvalid. */
export function parseType(type: string | undefined): Details['type'] {
  if (type === 'personal') return 'PERSONAL'
  if (type === 'business') return 'BUSINESS'
  return refuse(ProfileTypeInvalid, {
    message: `Could not resolve type id '${type ?? ''}': it must be personal or business.`,
  })
}

/** The fields of either type, by their stored names. */
export type DetailsInput = PersonalInput & BusinessInput

export function parseDetails(
  type: Details['type'],
  input: DetailsInput,
  context: RuleContext,
): Parsed<Details> {
  if (type === 'PERSONAL') {
    const { details, violations } = parsePersonal(input, context)
    return { details: { type, details }, violations }
  }
  const { details, violations } = parseBusiness(input, context)
  return { details: { type, details }, violations }
}

/** The violation of a request whose primary address does not belong to the profile. */
export function foreignAddressViolation(addressId: Id<'address'>): Violation {
  return {
    kind: FieldInvalid,
    field: 'primaryAddress',
    message: 'must be an address of this profile',
    value: String(addressId),
  }
}
