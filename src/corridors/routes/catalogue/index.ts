// The catalogue of currencies: one entry for each currency, in one file for each world region.

import type { Currency } from '../../../kernel/money.ts'
import type { CurrencyEntry, Receive, Region, Send } from './entry.ts'
import { caribbean } from './regions/caribbean.ts'
import { centralAsia } from './regions/central-asia.ts'
import { centralAndEasternEurope } from './regions/central-eastern-europe.ts'
import { centralAndSouthernAfrica } from './regions/central-southern-africa.ts'
import { easternAfrica } from './regions/eastern-africa.ts'
import { easternAsia } from './regions/eastern-asia.ts'
import { gulf } from './regions/gulf.ts'
import { levantAndCaucasus } from './regions/levant-caucasus.ts'
import { northAndCentralAmerica } from './regions/north-central-america.ts'
import { northernAndWesternAfrica } from './regions/northern-western-africa.ts'
import { northernAndWesternEurope } from './regions/northern-western-europe.ts'
import { oceania } from './regions/oceania.ts'
import { southAmerica } from './regions/south-america.ts'
import { southEasternAsia } from './regions/south-eastern-asia.ts'
import { southernAsia } from './regions/southern-asia.ts'

const regions: readonly Region[] = [
  northernAndWesternEurope,
  centralAndEasternEurope,
  northAndCentralAmerica,
  caribbean,
  southAmerica,
  northernAndWesternAfrica,
  easternAfrica,
  centralAndSouthernAfrica,
  levantAndCaucasus,
  gulf,
  centralAsia,
  southernAsia,
  easternAsia,
  southEasternAsia,
  oceania,
]

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

/** Throws for a currency that nothing can be sent from. */
export function sendOf(source: Currency): Send {
  const { send } = entryOf(source)
  if (send === undefined) throw new RangeError(`no source currency: ${source}`)
  return send
}

/** Throws for a currency that nothing can be sent to. */
export function receiveOf(target: Currency): Receive {
  const { receive } = entryOf(target)
  if (receive === undefined) throw new RangeError(`no target currency: ${target}`)
  return receive
}
