// Names and addresses as they stand on a document: of a profile, and of the service that issues it.

import isoCountries from 'i18n-iso-countries'
import { provider } from '../corridors/index.ts'
import { fullName, primaryAddress } from './model.ts'
import type { ProfileRow } from './store.ts'

type Address = {
  readonly firstLine: string
  readonly city: string
  readonly postCode?: string | null | undefined
  readonly state?: string | null | undefined
  readonly country: string
}

export function countryName(code: string): string {
  return isoCountries.getName(code, 'en') ?? code
}

export function addressLines({ firstLine, city, postCode, state, country }: Address): string[] {
  const place = [city, state, postCode].filter(Boolean).join(' ')
  return [firstLine, place, countryName(country)]
}

/** Name and address as they stand on a letter. */
export function holderLines(profile: ProfileRow): string[] {
  const address = primaryAddress(profile)
  const number = profile.type === 'BUSINESS' ? profile.details.registrationNumber : undefined
  return [
    fullName(profile),
    ...(number ? [`Registration number ${number}`] : []),
    ...(address ? addressLines(address) : []),
  ]
}

export const issuer = { name: provider.name, lines: addressLines(provider.address) }
