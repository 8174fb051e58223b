// Pure rules of the additional verification: who needs it, and how the sandbox decides.

import type { AccountPurpose } from './account-purpose.ts'
import type { Evidence, EvidenceDocument } from './evidence.ts'

/** The currencies of the European Economic Area that D46 lists. D46 leaves out the Swiss franc of Liechtenstein. */
const EEA_CURRENCIES = 'EUR BGN CZK DKK HUF ISK NOK PLN RON SEK'.split(' ')

/** ISO 3166-1 alpha-2 codes: the European Union, Iceland, Liechtenstein and Norway. */
const EEA_COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO'.split(
    ' ',
  )

export function isEeaCurrency(currency: string): boolean {
  return EEA_CURRENCIES.includes(currency)
}

export function isEeaCountry(country: string | undefined): boolean {
  return country !== undefined && EEA_COUNTRIES.includes(country)
}

/** The bounds of a bracket such as `2351_6000`, in whole euros. The last bracket has no upper bound. */
function boundsOf(bracket: string): readonly [lower: number, upper: number] {
  const [lower = '', upper = ''] = bracket.split('_')
  return [Number(lower), upper === '+' ? Number.POSITIVE_INFINITY : Number(upper)]
}

/**
 * The evidence that an automatic review requires (D47a). It is SOURCE_OF_WEALTH when the yearly volume may exceed the annual
 * income, or when the source of income or funding is OTHER. A customer who has sent that document needs no more evidence.
 */
export function evidencesToRequire(
  purpose: AccountPurpose | undefined,
  documents: readonly EvidenceDocument[],
): readonly Evidence[] {
  if (documents.includes('SOURCE_OF_WEALTH')) return []
  const { yearlyAnticipatedVolume, annualIncome, mainSourceOfIncome, mainSourceOfFunding } =
    purpose ?? {}
  const exceedsIncome =
    yearlyAnticipatedVolume !== undefined &&
    annualIncome !== undefined &&
    boundsOf(yearlyAnticipatedVolume)[1] > boundsOf(annualIncome)[0]
  const hasUnnamedSource = mainSourceOfIncome === 'OTHER' || mainSourceOfFunding === 'OTHER'
  return exceedsIncome || hasUnnamedSource ? ['SOURCE_OF_WEALTH'] : []
}
