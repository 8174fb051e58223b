// The catalogue of currencies: one entry each, in a file per part of the world. All facts about a route
// come from it.

import type { Currency } from '../../../kernel/money.ts'
import { africa } from './africa.ts'
import { americas } from './americas.ts'
import { asiaPacific } from './asia-pacific.ts'
import type { CurrencyEntry, Region } from './entry.ts'
import { europe } from './europe.ts'
import { middleEastCentralAsia } from './middle-east-central-asia.ts'

const regions: readonly Region[] = [europe, americas, africa, middleEastCentralAsia, asiaPacific]

/** Every known currency, by code in alphabetical order. */
export const catalogue: ReadonlyMap<Currency, CurrencyEntry> = new Map(
  regions.flatMap((region) => Object.entries(region)).sort(([a], [b]) => (a < b ? -1 : 1)),
)

/** Throws for a currency that is not in the catalogue. */
export function entryOf(currency: Currency): CurrencyEntry {
  const entry = catalogue.get(currency)
  if (entry === undefined) throw new RangeError(`not in the catalogue: ${currency}`)
  return entry
}
