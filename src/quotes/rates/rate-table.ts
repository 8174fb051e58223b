// The exchange rates in force at one moment, as one value.

import { crossRate, midMarket } from '../../corridors/index.ts'
import { type Decimal, decimal } from '../../kernel/decimal.ts'
import type { Currency } from '../../kernel/money.ts'

/** The currency that every rate is recorded against. */
export const BASE: Currency = 'USD'

/** The built-in mid-market rates. Each applies until another rate of its currency is recorded (D13). */
export const bundledRates: ReadonlyMap<Currency, Decimal> = new Map(
  Object.entries(midMarket.perUsd).map(([code, perUsd]) => [code, decimal(perUsd)]),
)
export const bundledSince = Temporal.Instant.from(midMarket.asOf)

export type RateTable = {
  /** Equal for tables with the same rates. A table of `UNIDENTIFIED` has an empty key, which must not be compared. */
  readonly key: string
  /** When these rates came into force. */
  readonly since: Temporal.Instant
  /** Units of the currency for one US dollar. Throws for an unknown currency. */
  perUsd(currency: Currency): Decimal
  /** Units of target for one unit of source, to ten significant digits. */
  cross(source: Currency, target: Currency): Decimal
  /** The value that `create` derives from these rates, cached by name. */
  derived<T>(name: string, create: () => Promise<T>): Promise<T>
}

type Identity = Pick<RateTable, 'key' | 'since'>
/** For a table whose callers use only `perUsd` and `cross`, and so need no key. */
const UNIDENTIFIED: Identity = { key: '', since: bundledSince }

/** Makes a table of `rates`, in units for one US dollar. A currency that is not in `rates` has its built-in rate. */
export function rateTable(
  rates: ReadonlyMap<Currency, Decimal>,
  { key, since }: Identity = UNIDENTIFIED,
): RateTable {
  const crossRates = new Map<string, Decimal>()
  const derivedValues = new Map<string, Promise<unknown>>()
  const perUsd = (currency: Currency): Decimal => {
    const rate = rates.get(currency) ?? bundledRates.get(currency)
    if (rate === undefined) throw new RangeError(`there is no exchange rate for ${currency}`)
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
      // A failure is not cached, so that the next call tries again.
      created.catch(() => derivedValues.delete(name))
      return created
    },
  }
}
