// Mid-market rates. What an operator or a source has noted holds from its time on; a currency of
// which nothing was noted by then is at the table that the service brings along (D13).

import { crossRate, currencies, midMarket } from '../corridors/index.ts'
import type { Database, Reader, Tx } from '../kernel/db.ts'
import { type Decimal, decimal, decimalText } from '../kernel/decimal.ts'
import type { Currency } from '../kernel/money.ts'
import * as store from './rate-store.ts'

const BASE: Currency = 'USD'

/** How long a process answers from memory, by its own clock and by the time it is asked about. */
const FRESH_MS = 1000
/** Nobody waits for another's reading: while one is under way, the others may be told what is so old. */
const OLD_MS_MAX = 2000

const known = currencies.map(({ code }) => code)
const noted = known.filter((code) => code !== BASE)
const table = new Map(
  Object.entries(midMarket.perUsd).map(([code, perUsd]) => [code, decimal(perUsd)]),
)

/** The rates in force at one moment. */
export type RateBook = {
  /** Units of the currency for one US dollar. Throws for a currency nobody knows. */
  perUsd(currency: Currency): Decimal
  /** Units of target for one unit of source, to ten significant digits. */
  cross(source: Currency, target: Currency): Decimal
}

export function rateBook(points: ReadonlyMap<Currency, Decimal>): RateBook {
  const crossed = new Map<string, Decimal>()
  const perUsd = (currency: Currency): Decimal => {
    const rate = points.get(currency) ?? table.get(currency)
    if (rate === undefined) throw new RangeError(`no rate of ${currency}`)
    return rate
  }
  return {
    perUsd,
    cross(source, target) {
      const pair = `${source}-${target}`
      const rate = crossed.get(pair) ?? crossRate(source, target, perUsd)
      crossed.set(pair, rate)
      return rate
    },
  }
}

type Memory = { readonly book: RateBook; readonly at: Temporal.Instant; readonly readMs: number }
let memory: Memory | undefined
let isUnderWay = false

/** The rates at `now`: at most a second old, or two while another request reads them anew. */
export async function ratesNow(db: Reader, now: Temporal.Instant): Promise<RateBook> {
  if (memory !== undefined && ageMs(memory, now) < (isUnderWay ? OLD_MS_MAX : FRESH_MS))
    return memory.book
  isUnderWay = true
  try {
    const readMs = performance.now()
    const book = await readBook(db, now)
    memory = { book, at: now, readMs }
    return book
  } finally {
    isUnderWay = false
  }
}

// Who came a little earlier than the one who read takes what that one has read.
function ageMs({ at, readMs }: Memory, now: Temporal.Instant): number {
  const apart = Math.abs(now.epochMilliseconds - at.epochMilliseconds)
  return Math.max(apart, performance.now() - readMs)
}

/** The rates at any moment, straight from the database. */
export async function readBook(db: Reader, at: Temporal.Instant): Promise<RateBook> {
  const points = await store.listPointsAt(db, noted, at)
  return rateBook(new Map(points.map(({ currency, perUsd }) => [currency, decimal(perUsd)])))
}

/** Units of `target` for one unit of `source` at mid-market, now. */
export async function midMarketRate(
  db: Reader,
  source: Currency,
  target: Currency,
  now: Temporal.Instant,
): Promise<Decimal> {
  return (await ratesNow(db, now)).cross(source, target)
}

/** From `at` on, one US dollar is worth so many units of the currency. */
export type RatePoint = {
  readonly currency: Currency
  readonly at: Temporal.Instant
  readonly perUsd: Decimal
  /** Who said so. */
  readonly source: string
}

/** Somebody who tells rates. Asked outside of every transaction. */
export type RateSource = {
  readonly name: string
  read(): Promise<readonly Omit<RatePoint, 'source'>[]>
}

/**
 * Notes rates of an operator's choice. Throws for a currency that is unknown or is the dollar itself,
 * and for a rate that is not positive.
 */
export async function setRate(tx: Tx, ...points: readonly RatePoint[]): Promise<number> {
  for (const { currency, perUsd } of points)
    if (!table.has(currency) || currency === BASE || perUsd.digits <= 0n)
      throw new RangeError(`no rate of one ${BASE}: ${decimalText(perUsd)} ${currency}`)
  const rows = points.map((point) => ({ ...point, perUsd: decimalText(point.perUsd) }))
  const changed = await tx.write(store.setPoints(rows))
  // Whoever reads before this commits may remember the rates of before: for a second, or two, as every
  // other process does.
  memory = undefined
  return changed.length
}

/** Asks the source and notes what it tells. Answers how many rates were new or different. */
export async function takeRates(db: Database, { name, read }: RateSource): Promise<number> {
  const told = (await read()).filter(({ currency }) => noted.includes(currency))
  if (told.length === 0) return 0
  return db.transact((tx) => setRate(tx, ...told.map((point) => ({ ...point, source: name }))))
}
