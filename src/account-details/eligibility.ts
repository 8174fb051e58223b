// Which profiles and countries can have a multi-currency account, and of which type (D51).

import isoCountries from 'i18n-iso-countries'
import { programsOf } from '../cards/index.ts'
import { excludedCountries, hasIssuedAccounts, stateCodesOf } from '../corridors/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { getProfile, type ProfileRow, primaryAddress } from '../profiles/index.ts'
import { CountryUnknown, ProfileOrCountry, StateRequired } from './errors.ts'

type Mode = 'sandbox' | 'live'

export const eligibilityCodes = [
  'eligible',
  'invalid.profile.type',
  'invalid.country',
  'invalid.state',
] as const
type EligibilityCode = (typeof eligibilityCodes)[number]

export const accountTypes = ['FULL', 'RECEIVE_ONLY', 'INELIGIBLE'] as const

type Eligibility = {
  readonly eligible: boolean
  readonly eligibilityCode: EligibilityCode
  readonly accountType: (typeof accountTypes)[number]
  readonly ineligibilityReason: string | null
}

const reasons: Readonly<Record<Exclude<EligibilityCode, 'eligible'>, string>> = {
  'invalid.profile.type': 'A trust cannot have a multi-currency account.',
  'invalid.country': 'There are no multi-currency accounts for this country.',
  'invalid.state': 'There is no state of the United States with this code.',
}

function ineligibility(code: Exclude<EligibilityCode, 'eligible'>): Eligibility {
  const ineligibilityReason = reasons[code]
  return { eligible: false, eligibilityCode: code, accountType: 'INELIGIBLE', ineligibilityReason }
}

type Residence = {
  /** ISO 3166-1, two letters. Undefined for a profile without an address, which no rule about countries excludes. */
  readonly country: string | undefined
  readonly state: string | undefined
}

export function eligibilityOf({ country, state }: Residence, mode: Mode): Eligibility {
  if (country !== undefined && excludedCountries.has(country))
    return ineligibility('invalid.country')
  if (country === 'US' && state !== undefined && !stateCodesOf(country)?.includes(state))
    return ineligibility('invalid.state')
  const isFull = country === undefined || hasIssuedAccounts(country) || hasCards(country, mode)
  return {
    eligible: true,
    eligibilityCode: 'eligible',
    accountType: isFull ? 'FULL' : 'RECEIVE_ONLY',
    ineligibilityReason: null,
  }
}

/** Whether cards are issued in the country. Consumers and businesses have card programs in the same countries (D58). */
function hasCards(country: string, mode: Mode): boolean {
  return programsOf({ country, profileType: 'PERSONAL' }, mode).length > 0
}

function eligibilityOfProfile(profile: ProfileRow, mode: Mode): Eligibility {
  if (profile.type === 'BUSINESS' && profile.details.companyType === 'TRUST')
    return ineligibility('invalid.profile.type')
  const address = primaryAddress(profile)
  return eligibilityOf({ country: address?.country, state: address?.state }, mode)
}

/** Whether the profile can have the account. Only the type of the account depends on the mode. */
export function isEligible(profile: ProfileRow): boolean {
  return eligibilityOfProfile(profile, 'sandbox').eligible
}

type EligibilityInput = {
  readonly profileId?: Id<'profile'>
  readonly country?: string
  readonly state?: string
}

/**
 * Returns whether a profile, or people of a country, can have a multi-currency account. The caller has checked that the profile
 * belongs to the user. Refuses with ProfileOrCountry, CountryUnknown or StateRequired.
 */
export async function decideEligibility(
  db: Reader,
  { profileId, country, state }: EligibilityInput,
  mode: Mode,
): Promise<Eligibility> {
  const hasExactlyOne = (profileId === undefined) !== (country === undefined)
  if (!hasExactlyOne) refuse(ProfileOrCountry)
  if (profileId !== undefined) return eligibilityOfProfile(await getProfile(db, profileId), mode)
  const code = country?.toUpperCase() ?? ''
  if (code.length !== 2 || !isoCountries.isValid(code))
    refuse(CountryUnknown, { arguments: [code] })
  if (code === 'US' && state === undefined) refuse(StateRequired)
  return eligibilityOf({ country: code, state: state?.toUpperCase() }, mode)
}
