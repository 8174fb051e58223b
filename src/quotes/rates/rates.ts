// Mid-market rates. A recorded rate applies from its time on; a currency without a recorded rate has the rate that the
// service is delivered with (D13).

import { currencies as currencyFacts } from '../../corridors/index.ts'
import type { Database, Reader, Tx } from '../../kernel/database/db.ts'
import { type Decimal, decimal, decimalText, type Rounding } from '../../kernel/decimal.ts'
import { instanceMemory } from '../../kernel/instance-memory.ts'
import { isAfter } from '../../kernel/instant.ts'
import { type Currency, exchange, type Money } from '../../kernel/money.ts'
import { type Drift, driftedRate, driftStep, stepStart } from './drift.ts'
import { BASE, bundledRates, bundledSince, type RateTable, rateTable } from './rate-table.ts'
import * as store from './store.ts'

/**
 * How long a service uses the rates it has read, by the clock of its process and by the time of the request. This limit and the
 * next are choices of this project.
 */
const CACHE_MS_MAX = 1000
/** How long a service uses the rates it has read while a request reads newer ones, so that no other request waits for them. */
const STALE_MS_MAX = 2000

/** The currencies that a rate can be recorded for. */
export const recordableCurrencies = currencyFacts
  .map(({ code }) => code)
  .filter((code) => code !== BASE)

type LatestRates = {
  readonly table: RateTable
  readonly at: Temporal.Instant
  readonly readMs: number
}

/** The state of one running service. */
type RateMemory = {
  drift: Drift | undefined
  latest: LatestRates | undefined
  isReading: boolean
}
const memoryOf = instanceMemory<RateMemory>(() => ({
  drift: undefined,
  latest: undefined,
  isReading: false,
}))

/** Makes all rates that this service reads move a little with the clock (D94). */
export function letRatesDrift(db: Reader, drift: Drift): void {
  memoryOf(db).drift = drift
}

/** How the rates of a service drift; undefined when they do not. */
export function driftOf(db: Reader): Drift | undefined {
  return memoryOf(db).drift
}

/** The rates at `now`: at most a second old, or two seconds while another request reads newer ones. */
export async function currentRates(db: Reader, now: Temporal.Instant): Promise<RateTable> {
  const memory = memoryOf(db)
  const { latest } = memory
  const ageMsMax = memory.isReading ? STALE_MS_MAX : CACHE_MS_MAX
  if (latest !== undefined && ageMs(latest, now) < ageMsMax) return latest.table
  memory.isReading = true
  try {
    const readMs = performance.now()
    const read = await readRates(db, now)
    // The table is kept while its rates are the same, and with it the values derived from it.
    const table = read.key === latest?.table.key ? latest.table : read
    memory.latest = { table, at: now, readMs }
    return table
  } finally {
    memory.isReading = false
  }
}

// The absolute difference, so that a request whose `now` is a little earlier uses the same rates.
function ageMs({ at, readMs }: LatestRates, now: Temporal.Instant): number {
  const difference = Math.abs(now.epochMilliseconds - at.epochMilliseconds)
  return Math.max(difference, performance.now() - readMs)
}

/** The rates at any moment, always read from the database. */
export async function readRates(db: Reader, at: Temporal.Instant): Promise<RateTable> {
  const drift = driftOf(db)
  const points = await store.listPointsAt(db, recordableCurrencies, at)
  return rateTable(ratesAt(points, recordableCurrencies, at, drift), identityOf(points, at, drift))
}

/**
 * Returns the units of each currency for one dollar at a moment, from the points in force then. Contains the currencies of
 * the points or, where rates drift, all `currencies` except the dollar.
 */
export function ratesAt(
  points: readonly store.RatePointRow[],
  currencies: readonly Currency[],
  at: Temporal.Instant,
  drift: Drift | undefined,
): Map<Currency, Decimal> {
  const perUsd = new Map(points.map((point) => [point.currency, decimal(point.perUsd)]))
  if (drift === undefined) return perUsd
  const recordedAt = new Map(points.map((point) => [point.currency, point.at]))
  return new Map(
    currencies
      .filter((currency) => currency !== BASE)
      .map((currency) => {
        const from = recordedAt.get(currency) ?? bundledSince
        // A cast, because the bundled rates contain every known currency.
        const rate = perUsd.get(currency) ?? (bundledRates.get(currency) as Decimal)
        return [currency, driftedRate({ currency, perUsd: rate, at: from }, at, drift)]
      }),
  )
}

function identityOf(
  points: readonly store.RatePointRow[],
  at: Temporal.Instant,
  drift: Drift | undefined,
): Pick<RateTable, 'key' | 'since'> {
  const newest = points.reduce<Temporal.Instant | undefined>(
    (last, point) => (last === undefined || isAfter(point.at, last) ? point.at : last),
    undefined,
  )
  // The sandbox's clock may show a time before the date of the bundled rates.
  const recorded = newest ?? (isAfter(bundledSince, at) ? at : bundledSince)
  const step = drift && driftStep(at)
  const drifted = step === undefined ? recorded : stepStart(step)
  return {
    key: JSON.stringify([step ?? '', newest?.toString() ?? '', points.map(pointText)]),
    since: isAfter(drifted, recorded) ? drifted : recorded,
  }
}

// Contains the time of the point, because the drift of a rate depends on it.
const pointText = ({ currency, perUsd, at }: store.RatePointRow): string =>
  `${currency}:${perUsd}@${at.epochMilliseconds}`

/** Units of `target` for one unit of `source` at mid-market, now. */
export async function midMarketRate(
  db: Reader,
  source: Currency,
  target: Currency,
  now: Temporal.Instant,
): Promise<Decimal> {
  return (await currentRates(db, now)).cross(source, target)
}

/** The amount in minor units of `currency` at mid-market, now. */
export async function worthNow(
  db: Reader,
  amount: Money,
  { currency, now, rounding }: { currency: Currency; now: Temporal.Instant; rounding: Rounding },
): Promise<bigint> {
  if (amount.currency === currency) return amount.minor
  const rate = await midMarketRate(db, amount.currency, currency, now)
  return exchange(amount, rate, currency, rounding)
}

/** From `at` on, one US dollar is worth `perUsd` units of the currency. */
export type RatePoint = {
  readonly currency: Currency
  readonly at: Temporal.Instant
  readonly perUsd: Decimal
  /** The source that recorded the rate, such as `ecb` or `operator`. */
  readonly source: string
}

/** A publisher of rates. It is read outside of every transaction. */
export type RateSource = {
  readonly name: string
  read(): Promise<readonly Omit<RatePoint, 'source'>[]>
}

/**
 * Records rates; returns how many were new or different. Throws for an unknown currency, the US dollar
 * and a rate that is not positive.
 */
export async function setRates(tx: Tx, ...points: readonly RatePoint[]): Promise<number> {
  for (const { currency, perUsd } of points)
    if (!recordableCurrencies.includes(currency) || perUsd.digits <= 0n)
      throw new RangeError(`cannot record that one ${BASE} is ${decimalText(perUsd)} ${currency}`)
  const rows = points.map((point) => ({ ...point, perUsd: decimalText(point.perUsd) }))
  const changed = await tx.write(store.setPoints(rows))
  // A request that reads before this transaction commits may keep the old rates for STALE_MS_MAX, as every other
  // service does.
  memoryOf(tx).latest = undefined
  return changed.length
}

/**
 * Reads the source and records its rates, except those of the US dollar and of currencies that the service does not have.
 * Returns how many were new or different.
 */
export async function importRates(db: Database, { name, read }: RateSource): Promise<number> {
  const points = (await read()).filter(({ currency }) => recordableCurrencies.includes(currency))
  if (points.length === 0) return 0
  return db.transact((tx) => setRates(tx, ...points.map((point) => ({ ...point, source: name }))))
}
