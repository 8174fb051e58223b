// The card programs as data (D58): which cards a profile may order, by its country and type.

import type { Currency } from '../../kernel/money.ts'
import type { Settings } from '../../kernel/settings.ts'
import type { CardType, Network } from '../model.ts'

export type CardProgram = {
  /** Without the name of the network, which is configuration: `DEBIT_CONSUMER_UK_1_CARDS_API`. */
  readonly program: string
  readonly network: Network
  readonly currency: Currency
  readonly type: CardType
}

type Region = {
  readonly name: string
  readonly countries: readonly string[]
  readonly currency: Currency
  readonly networks: readonly Network[]
}

const EEA =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  )

const region = (
  name: string,
  countries: readonly string[],
  currency: Currency,
  networks: readonly Network[] = ['A'],
): Region => ({ name, countries, currency, networks })

const regions: readonly Region[] = [
  region('UK', ['GB'], 'GBP'),
  region('EEA', EEA, 'EUR', ['A', 'B']),
  region('US', ['US'], 'USD', ['A', 'B']),
  region('SG', ['SG'], 'SGD'),
  region('AU', ['AU'], 'AUD'),
  region('NZ', ['NZ'], 'NZD'),
  region('CA', ['CA'], 'CAD'),
  region('JP', ['JP'], 'JPY'),
  region('MY', ['MY'], 'MYR'),
  region('BR', ['BR'], 'BRL'),
  region('CH', ['CH'], 'CHF'),
]

const suffixes: readonly (readonly [CardType, string])[] = [
  ['VIRTUAL_NON_UPGRADEABLE', 'CARDS_API'],
  ['PHYSICAL', 'PHYSICAL_CARDS_API'],
]

type Holder = {
  /** The country of the primary address; undefined without a primary address. */
  readonly country: string | undefined
  readonly profileType: 'PERSONAL' | 'BUSINESS'
}

/** The sandbox issues cards to a profile without an address as if it were British (D58). */
const SANDBOX_COUNTRY = 'GB'

/**
 * The programs from which a profile may order cards. Empty in a country without a program, and in live mode, which has no
 * card processor yet (D86).
 */
export function programsOf(
  { country = SANDBOX_COUNTRY, profileType }: Holder,
  mode: 'sandbox' | 'live',
): readonly CardProgram[] {
  if (mode === 'live') return []
  const found = regions.find(({ countries }) => countries.includes(country))
  if (found === undefined) return []
  const holder = profileType === 'BUSINESS' ? 'BUSINESS' : 'CONSUMER'
  return found.networks.flatMap((network) =>
    suffixes.map(([type, suffix]) => ({
      program: `DEBIT_${holder}_${found.name}_1_${suffix}`,
      network,
      currency: found.currency,
      type,
    })),
  )
}

type ProgramAndNetwork = Pick<CardProgram, 'program' | 'network'>

/** The name of a program in the interface. */
export function programName(
  { program, network }: ProgramAndNetwork,
  { cardNetworks }: Pick<Settings, 'cardNetworks'>,
): string {
  return `${cardNetworks[network]}_${program}`
}

/** Finds a program by its name in upper or lower case. */
export function findProgram(
  programs: readonly CardProgram[],
  name: string,
  settings: Pick<Settings, 'cardNetworks'>,
): CardProgram | undefined {
  const upperName = name.toUpperCase()
  return programs.find((program) => programName(program, settings).toUpperCase() === upperName)
}
