// The exchange rates in force at one moment, as one value.

import { crossRate, midMarket } from '../../corridors/index.ts'
import { type Decimal, decimal } from '../../kernel/decimal.ts'
import type { Currency } from '../../kernel/money.ts'

/** The currency that every rate is recorded against. */
export const BASE: Currency = 'USD'

/** The rates that the service is delivered with. They apply until another rate is recorded (D13). */
export const bundledRates: ReadonlyMap<Currency, Decimal> = new Map(
  Object.entries(midMarket.perUsd).map(([code, perUsd]) => [code, decimal(perUsd)]),
)
export const bundledSince = Temporal.Instant.from(midMarket.asOf)

export type RateTable = {
  /** Tables with the same key contain the same rates, except tables of `UNIDENTIFIED`. */
  readonly key: string
  /** When these rates came into force. */
  readonly since: Temporal.Instant
  /** Units of the currency for one US dollar. Throws for an unknown currency. */
  perUsd(currency: Currency): Decimal
  /** Units of target for one unit of source, to ten significant digits. */
  cross(source: Currency, target: Currency): Decimal
  /** The value that `create` derives from these rates, created once for each name and then remembered. */
  derived<T>(name: string, create: () => Promise<T>): Promise<T>
}

type Identity = Pick<RateTable, 'key' | 'since'>
/** For a table whose callers use only `perUsd` and `cross`. */
const UNIDENTIFIED: Identity = { key: '', since: bundledSince }

export function rateTable(
  recorded: ReadonlyMap<Currency, Decimal>,
  { key, since }: Identity = UNIDENTIFIED,
): RateTable {
  const crossRates = new Map<string, Decimal>()
  const derivedValues = new Map<string, Promise<unknown>>()
  const perUsd = (currency: Currency): Decimal => {
    const rate = recorded.get(currency) ?? bundledRates.get(currency)
    if (rate === undefined) throw new RangeError(`there is no rate of ${currency}`)
    return rate
  }
  return {
    key,
    since,
    perUsd,
    cross(source, target) {
      const pair = `${source}-${target}`
      const rate = crossRates.get(pair) ?? crossRate(source, target, perUsd)
      crossRates.set(pair, rate)
      return rate
    },
    derived<T>(name: string, create: () => Promise<T>): Promise<T> {
      const known = derivedValues.get(name) as Promise<T> | undefined
      if (known !== undefined) return known
      const created = create()
      derivedValues.set(name, created)
      created.catch(() => derivedValues.delete(name))
      return created
    },
  }
}
