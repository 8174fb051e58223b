// Request and reply shapes about currencies and eligibility.

import Type from 'typebox'
import { currencyCode, idIn, nullable, oneOf } from '../kernel/wire.ts'
import { accountTypes, eligibilityCodes } from './eligibility.ts'

export const ProfileParams = Type.Object({ profileId: idIn('profile') })

export const CurrencyCodes = Type.Array(currencyCode('ISO 4217 code'), { title: 'CurrencyCodes' })

/** In characters. Longer than any code, so that an unknown country gets CountryUnknown. */
const CODE_LENGTH_MAX = 10

const code = (description: string, example?: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CODE_LENGTH_MAX,
      description,
      examples: example === undefined ? [] : [example],
    }),
  )

export const EligibilityQuery = Type.Object({
  // Without an example, so that example requests contain only the country.
  profileId: Type.Optional(
    idIn('profile', 'A profile of the caller; do not send it with country', { examples: [] }),
  ),
  country: code('ISO 3166-1, two letters; do not send it with profileId', 'GB'),
  state: code('Two letters; required for the country US'),
})

export const EligibilityOut = Type.Object(
  {
    eligible: Type.Boolean({
      description: 'Whether the profile or person can have the account',
      examples: [true],
    }),
    eligibilityCode: oneOf(eligibilityCodes, 'The result as a code'),
    accountType: oneOf(
      accountTypes,
      'FULL: account details in a currency of the country or cards are issued there, or the profile has no address; RECEIVE_ONLY: neither is issued; INELIGIBLE: no account',
    ),
    ineligibilityReason: nullable(
      Type.String({
        description: 'Why the account is not possible, in one sentence; null when eligible',
      }),
    ),
  },
  { title: 'MultiCurrencyAccountEligibility' },
)
