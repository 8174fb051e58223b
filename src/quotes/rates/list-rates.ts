// Lists mid-market rates: now, at a past moment, or over a period (Facts 7).

import { crossRate, currencies, isCurrency } from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { decimalNumber } from '../../kernel/decimal.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { Currency } from '../../kernel/money.ts'
import { type ReadyReply, readyReply } from '../../kernel/ready-reply.ts'
import { type Fault, refuse, refuseAll } from '../../kernel/refusal.ts'
import { readInstant } from '../../kernel/wire.ts'
import { RatesParametersInvalid } from '../errors.ts'
import { type RateTable, rateTable } from './rate-table.ts'
import { currentRates, driftOf, ratesAt, readRates } from './rates.ts'
import * as store from './store.ts'

/** A period has at most this many moments, a week of minutes, so that the reply is bounded (D116). */
const MOMENTS_MAX = 10_080

export const groups = ['day', 'hour', 'minute'] as const
type Group = (typeof groups)[number]

const groupMs: Readonly<Record<Group, number>> = {
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
}

type Query = {
  readonly source?: string | undefined
  readonly target?: string | undefined
  readonly time?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly group?: Group | undefined
}

type Rate = {
  readonly rate: number
  readonly source: Currency
  readonly target: Currency
  readonly time: string
}

const currencyCodes = currencies.map(({ code }) => code)

export async function listRates(
  db: Reader,
  query: Query,
  now: Temporal.Instant,
): Promise<Rate[] | ReadyReply> {
  refuseAll([...currencyFaults(query), ...timeFaults(query, now)])
  const { source, target, time, from } = query
  if (from === undefined) {
    const at = readTime(time) ?? now
    const rates = await (time === undefined ? currentRates(db, at) : readRates(db, at))
    if (source !== undefined || target !== undefined) return listPairs(rates, query, at)
    return rates.derived('rates', () => listAll(rates))
  }
  if (source === undefined || target === undefined)
    return refuse(RatesParametersInvalid, {
      message: 'Send source and target together with from.',
    })
  const [begin, end] = [readTime(from) ?? now, readTime(query.to) ?? now]
  return listPeriod(db, [source, target], momentsOf(begin, end, query.group))
}

function currencyFaults({ source, target }: Query): Fault[] {
  const faultsOf = (code: string | undefined, path: string): Fault[] =>
    code === undefined || isCurrency(code) ? [] : [fault(path, code)]
  return [...faultsOf(source, 'source'), ...faultsOf(target, 'target')]
}

function timeFaults({ time, from, to, group }: Query, now: Temporal.Instant): Fault[] {
  const faultsOf = (text: string | undefined, path: string): Fault[] => {
    if (text === undefined) return []
    const at = readTime(text)
    return at === undefined || isAfter(at, now) ? [fault(path, text)] : []
  }
  const faults = [...faultsOf(time, 'time'), ...faultsOf(from, 'from'), ...faultsOf(to, 'to')]
  if (time !== undefined && from !== undefined) faults.push(fault('time', time))
  if (from === undefined && to !== undefined) faults.push(fault('to', to))
  if (from === undefined && group !== undefined) faults.push(fault('group', group))
  return faults
}

function fault(path: string, value: string): Fault {
  return { kind: RatesParametersInvalid, path, arguments: [value] }
}

const TIME =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[ +-]\d{2}:?\d{2})?)?$/

/**
 * Reads a date, or a date with a time in UTC or with an offset; undefined for any other text and for an absent one. An offset
 * may begin with a space, because `+` in a query arrives as a space when the client does not escape it.
 */
function readTime(text = ''): Temporal.Instant | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const [, day = '', time = '00:00', offset = 'Z'] = match
  return readInstant(`${day}T${time}${offset.replace(' ', '+')}`)
}

/** `2026-07-31T08:43:44+0000`: rates show the offset instead of `Z` (D9). */
function showTime(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: 'second' }).replace('Z', '+0000')
}

function listPairs(rates: RateTable, { source, target }: Query, at: Temporal.Instant): Rate[] {
  const time = showTime(at)
  const sources = source === undefined ? currencyCodes : [source]
  const targets = target === undefined ? currencyCodes : [target]
  const isOnePair = source !== undefined && target !== undefined
  return sources.flatMap((from) =>
    targets
      .filter((to) => isOnePair || to !== from)
      .map((to) => ({
        rate: decimalNumber(rates.cross(from, to)),
        source: from,
        target: to,
        time,
      })),
  )
}

/** All 26,000 rates of a table, as text that is created once for each table (D116). */
function listAll(table: RateTable): Promise<ReadyReply> {
  const time = showTime(table.since)
  return readyReply(currencyCodes, (source, index) => {
    const rates = currencyCodes
      .filter((target) => target !== source)
      .map((target): Rate => {
        // Not `table.cross`, which would keep 26,000 rates in memory.
        const rate = decimalNumber(crossRate(source, target, table.perUsd))
        return { rate, source, target, time }
      })
    return arrayPart(rates, index, currencyCodes.length)
  })
}

/** Part `index` of the text of a JSON array that is created in `count` parts. */
function arrayPart(items: readonly object[], index: number, count: number): string {
  const inner = JSON.stringify(items).slice(1, -1)
  return `${index === 0 ? '[' : ','}${inner}${index === count - 1 ? ']' : ''}`
}

/**
 * The beginnings of all days, hours or minutes from `from` to `to`, both included. Refuses a `from` after `to`, and a period of
 * more than MOMENTS_MAX.
 */
function momentsOf(
  from: Temporal.Instant,
  to: Temporal.Instant,
  group: Group = 'day',
): Temporal.Instant[] {
  if (isAfter(from, to))
    refuse(RatesParametersInvalid, { path: 'from', message: 'Send a from that is not after to.' })
  const intervalMs = groupMs[group]
  const first = Math.ceil(from.epochMilliseconds / intervalMs)
  const last = Math.floor(to.epochMilliseconds / intervalMs)
  if (last - first >= MOMENTS_MAX)
    refuse(RatesParametersInvalid, {
      path: 'group',
      message: `This period has more than ${MOMENTS_MAX} ${group}s. Send a shorter period or a larger group.`,
    })
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
    Temporal.Instant.fromEpochMilliseconds((first + n) * intervalMs),
  )
}

async function listPeriod(
  db: Reader,
  pair: readonly [Currency, Currency],
  moments: readonly Temporal.Instant[],
): Promise<Rate[] | ReadyReply> {
  const [first, last] = [moments.at(0), moments.at(-1)]
  if (first === undefined || last === undefined) return []
  const [before, later] = await Promise.all([
    store.listPointsAt(db, pair, first),
    store.listPointsBetween(db, pair, first, last),
  ])
  const drift = driftOf(db)
  const inForce = new Map(before.map((point) => [point.currency, point]))
  /** Moves the points that have come into force by `at` from `later` to `inForce`; returns whether there were any. */
  const applyPoints = (at: Temporal.Instant): boolean => {
    const firstLater = later.findIndex((point) => isAfter(point.at, at))
    const applied = later.splice(0, firstLater === -1 ? later.length : firstLater)
    for (const point of applied) inForce.set(point.currency, point)
    return applied.length > 0
  }
  let rate: number | undefined
  /** Expects ascending moments, because points are applied as they come into force. */
  const rateAt = (at: Temporal.Instant): number => {
    const hasChanged = applyPoints(at) || drift !== undefined
    if (rate === undefined || hasChanged) {
      const perUsd = ratesAt([...inForce.values()], pair, at, drift)
      rate = decimalNumber(rateTable(perUsd).cross(...pair))
    }
    return rate
  }
  const [source, target] = pair
  return readyReply(moments, (at, index) =>
    arrayPart([{ rate: rateAt(at), source, target, time: showTime(at) }], index, moments.length),
  )
}
