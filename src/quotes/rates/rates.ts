// Mid-market rates. What an operator or a source has noted holds from its time on; a currency of
// which nothing was noted by then is at the table that the service brings along (D13).

import { crossRate, currencies, midMarket } from '../../corridors/index.ts'
import type { Database, Reader, Tx } from '../../kernel/database/db.ts'
import { type Decimal, decimal, decimalText } from '../../kernel/decimal.ts'
import { instanceMemory } from '../../kernel/instance-memory.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { Currency } from '../../kernel/money.ts'
import { type Drift, driftedRate, driftStep, stepStart } from './drift.ts'
import * as store from './store.ts'

/** The currency that all points are told against. */
export const BASE: Currency = 'USD'

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
  /** Books of one key hold the same rates. */
  readonly key: string
  /** When these rates came into force. */
  readonly since: Temporal.Instant
  /** Units of the currency for one US dollar. Throws for a currency nobody knows. */
  perUsd(currency: Currency): Decimal
  /** Units of target for one unit of source, to ten significant digits. */
  cross(source: Currency, target: Currency): Decimal
  /** Makes something of these rates the first time it is asked for; later it is there. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>
}

type Identity = Pick<RateBook, 'key' | 'since'>
const UNIDENTIFIED: Identity = { key: '', since: Temporal.Instant.from(midMarket.asOf) }

export function rateBook(
  points: ReadonlyMap<Currency, Decimal>,
  { key, since }: Identity = UNIDENTIFIED,
): RateBook {
  const crossed = new Map<string, Decimal>()
  const made = new Map<string, Promise<unknown>>()
  const perUsd = (currency: Currency): Decimal => {
    const rate = points.get(currency) ?? table.get(currency)
    if (rate === undefined) throw new RangeError(`no rate of ${currency}`)
    return rate
  }
  return {
    key,
    since,
    perUsd,
    cross(source, target) {
      const pair = `${source}-${target}`
      const rate = crossed.get(pair) ?? crossRate(source, target, perUsd)
      crossed.set(pair, rate)
      return rate
    },
    once<T>(name: string, make: () => Promise<T>): Promise<T> {
      const known = made.get(name) as Promise<T> | undefined
      const making = known ?? make()
      if (known !== undefined) return known
      made.set(name, making)
      making.catch(() => made.delete(name))
      return making
    },
  }
}

type Latest = { readonly book: RateBook; readonly at: Temporal.Instant; readonly readMs: number }

/** What a running service remembers of rates. */
type RateMemory = {
  drift: Drift | undefined
  latest: Latest | undefined
  isReading: boolean
}
const memoryOf = instanceMemory<RateMemory>(() => ({
  drift: undefined,
  latest: undefined,
  isReading: false,
}))

/** From now on all rates that this service reads move a little (D94). */
export function letRatesDrift(db: Reader, drift: Drift): void {
  memoryOf(db).drift = drift
}

/** The rates at `now`: at most a second old, or two while another request reads them anew. */
export async function ratesNow(db: Reader, now: Temporal.Instant): Promise<RateBook> {
  const memory = memoryOf(db)
  const { latest } = memory
  if (latest !== undefined && ageMs(latest, now) < (memory.isReading ? OLD_MS_MAX : FRESH_MS))
    return latest.book
  memory.isReading = true
  try {
    const readMs = performance.now()
    const read = await readBook(db, now)
    // What was made of these rates is kept as long as they are the same.
    const book = read.key === latest?.book.key ? latest.book : read
    memory.latest = { book, at: now, readMs }
    return book
  } finally {
    memory.isReading = false
  }
}

// Who came a little earlier than the one who read takes what that one has read.
function ageMs({ at, readMs }: Latest, now: Temporal.Instant): number {
  const apart = Math.abs(now.epochMilliseconds - at.epochMilliseconds)
  return Math.max(apart, performance.now() - readMs)
}

/** The rates at any moment, straight from the database. */
export async function readBook(db: Reader, at: Temporal.Instant): Promise<RateBook> {
  const { drift } = memoryOf(db)
  const points = await store.listPointsAt(db, noted, at)
  return rateBook(ratesAt(points, noted, at, drift), identityOf(points, at, drift))
}

/** What one dollar is worth at a moment in each of the currencies, given the points in force. */
export function ratesAt(
  points: readonly store.RatePointRow[],
  currencies: readonly Currency[],
  at: Temporal.Instant,
  drift: Drift | undefined,
): Map<Currency, Decimal> {
  const perUsd = new Map(points.map((point) => [point.currency, decimal(point.perUsd)]))
  if (drift === undefined) return perUsd
  const notedAt = new Map(points.map((point) => [point.currency, point.at]))
  return new Map(
    currencies
      .filter((currency) => currency !== BASE)
      .map((currency) => {
        const from = notedAt.get(currency) ?? UNIDENTIFIED.since
        const rate = perUsd.get(currency) ?? (table.get(currency) as Decimal)
        return [currency, driftedRate({ currency, perUsd: rate, at: from }, at, drift)]
      }),
  )
}

/** How the rates of a service drift; undefined when they do not. */
export function driftOf(db: Reader): Drift | undefined {
  return memoryOf(db).drift
}

function identityOf(
  points: readonly store.RatePointRow[],
  at: Temporal.Instant,
  drift: Drift | undefined,
): Identity {
  const newest = points.reduce<Temporal.Instant | undefined>(
    (last, point) => (last === undefined || isAfter(point.at, last) ? point.at : last),
    undefined,
  )
  const step = drift && driftStep(at)
  // The sandbox's clock may show a time before the table that the service brings along.
  const noted = newest ?? (isAfter(UNIDENTIFIED.since, at) ? at : UNIDENTIFIED.since)
  const stepped = step === undefined ? noted : stepStart(step)
  return {
    key: JSON.stringify([step ?? '', newest?.toString() ?? '', points.map(pointText)]),
    since: isAfter(stepped, noted) ? stepped : noted,
  }
}

const pointText = ({ currency, perUsd }: store.RatePointRow): string => `${currency}:${perUsd}`

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
  memoryOf(tx).latest = undefined
  return changed.length
}

/** Asks the source and notes what it tells. Answers how many rates were new or different. */
export async function takeRates(db: Database, { name, read }: RateSource): Promise<number> {
  const told = (await read()).filter(({ currency }) => noted.includes(currency))
  if (told.length === 0) return 0
  return db.transact((tx) => setRate(tx, ...told.map((point) => ({ ...point, source: name }))))
}
