// The names and addresses of a profile and of the service on the documents that the service issues, and the footer of these
// documents.

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
  const cityLine = [city, state, postCode].filter(Boolean).join(' ')
  return [firstLine, cityLine, countryName(country)]
}

/** The name, registration number and address of a profile. */
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

/** The footer of every page of a document: the issuer, the subject and, in the sandbox, a note that no real money moved. */
export function footerLine(subject: string, mode: 'sandbox' | 'live'): string {
  return `${issuer.name} · ${subject}${mode === 'sandbox' ? ' · Sandbox: no real money' : ''}`
}
