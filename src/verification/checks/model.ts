// Pure rules of the additional verification: who needs it, and how the sandbox decides.

import type { AccountPurpose } from './account-purpose.ts'
import type { Evidence, EvidenceDocument } from './evidence.ts'

/** D46: the currencies of the European Economic Area. */
const EEA_CURRENCIES: readonly string[] = [
  ...['EUR', 'BGN', 'CZK', 'DKK', 'HUF'],
  ...['ISK', 'NOK', 'PLN', 'RON', 'SEK'],
]

/** ISO 3166-1 alpha-2 codes: the European Union, Iceland, Liechtenstein and Norway. */
const EEA_COUNTRIES: readonly string[] = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI'],
  ...['FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT'],
  ...['NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'IS', 'LI', 'NO'],
]

export function isEeaCurrency(currency: string): boolean {
  return EEA_CURRENCIES.includes(currency)
}

export function isEeaCountry(country: string | undefined): boolean {
  return country !== undefined && EEA_COUNTRIES.includes(country)
}

/** The whole euros of a bracket such as `2351_6000`; the last bracket has no top. */
function boundsOf(bracket: string): readonly [bottom: number, top: number] {
  const [bottom = '', top = ''] = bracket.split('_')
  return [Number(bottom), top === '+' ? Number.POSITIVE_INFINITY : Number(top)]
}

/**
 * D47a: what an automatic review requires. Money that the income does not explain, or a source without a name, needs a
 * document.
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
