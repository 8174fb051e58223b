// The interval of a statement.

import { isAfter } from '../kernel/instant.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { isDay, readInstantOrDay } from '../kernel/wire.ts'
import { IntervalInvalid, IntervalMalformed } from './errors.ts'
import { INTERVAL_DAYS_MAX } from './model.ts'

/** Both ends are inclusive. */
export type Interval = { readonly from: Temporal.Instant; readonly to: Temporal.Instant }

/**
 * A statement whose `intervalEnd` is a date includes that whole day. Refuses with IntervalMalformed, or with IntervalInvalid for
 * an interval that ends before it starts, or more than INTERVAL_DAYS_MAX days after the start. For that limit, an end that is a
 * date counts as the first moment of the date.
 */
export function readInterval(start: string, end: string): Interval {
  const [from, to] = [readInstantOrDay(start), readInstantOrDay(end)]
  refuseAll([
    ...(from === undefined ? [malformedFault('intervalStart', start)] : []),
    ...(to === undefined ? [malformedFault('intervalEnd', end)] : []),
  ])
  if (from === undefined || to === undefined)
    throw new Error('a malformed interval was not refused')
  const last = isDay(end) ? lastMomentOfDay(to) : to
  const latest = from.add({ hours: 24 * INTERVAL_DAYS_MAX })
  if (isAfter(from, last) || isAfter(to, latest))
    refuse(IntervalInvalid, { arguments: [start, end] })
  return { from, to: last }
}

// PostgreSQL stores times in microseconds.
const lastMomentOfDay = (start: Temporal.Instant) =>
  start.add({ hours: 24 }).subtract({ microseconds: 1 })

const malformedFault = (path: string, text: string) => ({
  kind: IntervalMalformed,
  path,
  arguments: [text],
})
