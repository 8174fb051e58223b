// Mid-market rates for whoever asks: now, at a moment, or over a period (Facts 7).

import { crossRate, currencies, isCurrency } from '../../corridors/index.ts'
import type { Reader } from '../../kernel/database/db.ts'
import { decimalNumber } from '../../kernel/decimal.ts'
import { isAfter } from '../../kernel/instant.ts'
import type { Currency } from '../../kernel/money.ts'
import { type ReadyReply, readyReply } from '../../kernel/ready-reply.ts'
import { type Fault, refuse, refuseAll } from '../../kernel/refusal.ts'
import { readInstant } from '../../kernel/wire.ts'
import { RatesParametersInvalid } from '../errors.ts'
import { driftOf, type RateBook, rateBook, ratesAt, ratesNow, readBook } from './rates.ts'
import * as store from './store.ts'

/** A period answers at most so many moments: a week of minutes. */
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

export type Rate = {
  readonly rate: number
  readonly source: Currency
  readonly target: Currency
  readonly time: string
}

const known = currencies.map(({ code }) => code)

export async function listRates(
  db: Reader,
  query: Query,
  now: Temporal.Instant,
): Promise<Rate[] | ReadyReply> {
  const faults = [...checkCurrencies(query), ...checkTimes(query, now)]
  refuseAll(faults)
  const { source, target, time, from } = query
  if (from === undefined) {
    const at = time === undefined ? now : (readTime(time) ?? now)
    const book = await (time === undefined ? ratesNow(db, at) : readBook(db, at))
    if (source !== undefined || target !== undefined) return pairsOf(book, query, at)
    return book.once('rates', () => listAll(book))
  }
  if (source === undefined || target === undefined)
    return refuse(RatesParametersInvalid, { message: 'from needs both source and target' })
  const end = query.to === undefined ? now : (readTime(query.to) ?? now)
  return listPeriod(db, [source, target], momentsOf(readTime(from) ?? now, end, query.group))
}

function checkCurrencies({ source, target }: Query): Fault[] {
  const check = (code: string | undefined, path: string): Fault[] =>
    code === undefined || isCurrency(code) ? [] : [fault(path, code)]
  return [...check(source, 'source'), ...check(target, 'target')]
}

function checkTimes({ time, from, to, group }: Query, now: Temporal.Instant): Fault[] {
  const check = (text: string | undefined, path: string): Fault[] => {
    if (text === undefined) return []
    const at = readTime(text)
    return at === undefined || isAfter(at, now) ? [fault(path, text)] : []
  }
  const faults = [...check(time, 'time'), ...check(from, 'from'), ...check(to, 'to')]
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
 * A date, a time of day in UTC, or a time with its offset. Undefined for anything else. A plus that a
 * client forgot to escape arrives as a blank.
 */
function readTime(text: string): Temporal.Instant | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const [, day = '', time = '00:00', offset = 'Z'] = match
  return readInstant(`${day}T${time}${offset.replace(' ', '+')}`)
}

/** `2026-07-31T08:43:44+0000`: rates alone write the offset out (D9). */
function showTime(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: 'second' }).replace('Z', '+0000')
}

function pairsOf(book: RateBook, { source, target }: Query, at: Temporal.Instant): Rate[] {
  const time = showTime(at)
  const sources = source === undefined ? known : [source]
  const targets = target === undefined ? known : [target]
  const isOnePair = source !== undefined && target !== undefined
  return sources.flatMap((from) =>
    targets
      .filter((to) => isOnePair || to !== from)
      .map((to) => ({ rate: decimalNumber(book.cross(from, to)), source: from, target: to, time })),
  )
}

/** All rates of a table: 26,000, so they are made once for each table (D116). */
function listAll(book: RateBook): Promise<ReadyReply> {
  const time = showTime(book.since)
  return readyReply(known, (source, index) => {
    const rates = known
      .filter((target) => target !== source)
      .map((target): Rate => {
        // Not by `book.cross`, which would keep each of them.
        const rate = decimalNumber(crossRate(source, target, book.perUsd))
        return { rate, source, target, time }
      })
    return joined(rates, index, known.length)
  })
}

/** The text of one part of a JSON array that is made of `count` parts. */
function joined(items: readonly object[], index: number, count: number): string {
  const inner = JSON.stringify(items).slice(1, -1)
  return `${index === 0 ? '[' : ','}${inner}${index === count - 1 ? ']' : ''}`
}

/** The first moments of all days, hours or minutes that begin from `from` to `to`, both included. */
function momentsOf(
  from: Temporal.Instant,
  to: Temporal.Instant,
  group: Group = 'day',
): Temporal.Instant[] {
  const step = groupMs[group]
  const first = Math.ceil(from.epochMilliseconds / step)
  const last = Math.floor(to.epochMilliseconds / step)
  if (isAfter(from, to))
    refuse(RatesParametersInvalid, { path: 'from', message: 'from must not be after to' })
  if (last - first >= MOMENTS_MAX)
    refuse(RatesParametersInvalid, {
      path: 'group',
      message: `This period has more than ${MOMENTS_MAX} ${group}s: ask for less or a larger group.`,
    })
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
    Temporal.Instant.fromEpochMilliseconds((first + n) * step),
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
  let rate: number | undefined
  let next = 0
  const rateAt = (at: Temporal.Instant): number => {
    const seen = next
    for (let point = later[next]; point && isBy(point.at, at); point = later[++next])
      inForce.set(point.currency, point)
    if (rate === undefined || next > seen || drift !== undefined) {
      const perUsd = ratesAt([...inForce.values()], pair, at, drift)
      rate = decimalNumber(rateBook(perUsd).cross(...pair))
    }
    return rate
  }
  const [source, target] = pair
  return readyReply(moments, (at, index) =>
    joined([{ rate: rateAt(at), source, target, time: showTime(at) }], index, moments.length),
  )
}

function isBy(point: Temporal.Instant, at: Temporal.Instant): boolean {
  return !isAfter(point, at)
}
