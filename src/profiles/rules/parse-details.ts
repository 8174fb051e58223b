// What v1 bodies say, held against the rules of their type.

import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { BadType, Invalid } from '../errors.ts'
import { type GivenBusiness, readBusiness } from './business.ts'
import type { Details } from './details.ts'
import type { About, Reading, Violation } from './parse-fields.ts'
import { type GivenPersonal, readPersonal } from './personal.ts'

export function readType(type: string | undefined): Details['type'] {
  if (type === 'personal') return 'PERSONAL'
  if (type === 'business') return 'BUSINESS'
  return refuse(BadType, {
    message: `Could not resolve type id '${type ?? ''}': it must be personal or business.`,
  })
}

/** The fields of either type, as the rules name them. */
export type GivenDetails = GivenPersonal & GivenBusiness

export function readDetails(
  type: Details['type'],
  given: GivenDetails,
  about: About,
): Reading<Details> {
  if (type === 'PERSONAL') {
    const { details, violations } = readPersonal(given, about)
    return { details: { type, details }, violations }
  }
  const { details, violations } = readBusiness(given, about)
  return { details: { type, details }, violations }
}

export function strangeAddress(addressId: Id<'address'>): Violation {
  return {
    kind: Invalid,
    field: 'primaryAddress',
    message: 'must be an address of this profile',
    given: String(addressId),
  }
}
