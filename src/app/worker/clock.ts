// What time it is. The sandbox clock is the real one plus an offset kept in the database, so that
// all processes agree; each process remembers the offset for a moment.

import { type Database, sql } from '../../kernel/database/db.ts'

export type Clock = {
  now(): Promise<Temporal.Instant> | Temporal.Instant
  /** Shows `to` from now on. It never goes back; the real clock cannot be set. */
  set(to: Temporal.Instant): Promise<void> | void
}

const OFFSET_REMEMBERED_MS = 250

const offset = sql<{ clockOffsetMs: number }>('select clock_offset_ms from installation')
const setOffset = sql<never>(`
  update installation set clock_offset_ms = greatest(clock_offset_ms, $1)`)

/** The real time, to the millisecond. */
export function realNow(): Temporal.Instant {
  return ticks(0)
}

const ticks = ticking()

/** Tells the real time and so much more. Every request asks: in one millisecond all are told one instant. */
function ticking(): (aheadMs: number) => Temporal.Instant {
  let told = Temporal.Instant.fromEpochMilliseconds(0)
  return (aheadMs) => {
    const ms = Date.now() + aheadMs
    if (told.epochMilliseconds !== ms) told = Temporal.Instant.fromEpochMilliseconds(ms)
    return told
  }
}

export const realClock: Clock = {
  now: realNow,
  set: () => {
    throw new Error('the real clock cannot be moved')
  },
}

export function sandboxClock(db: Database): Clock {
  const ahead = ticking()
  let offsetMs = 0
  let readAt = Number.NEGATIVE_INFINITY
  const reread = async (): Promise<Temporal.Instant> => {
    const asked = performance.now()
    offsetMs = (await db.reader.row(offset))?.clockOffsetMs ?? 0
    readAt = asked
    return ahead(offsetMs)
  }
  return {
    now: () => (performance.now() - readAt < OFFSET_REMEMBERED_MS ? ahead(offsetMs) : reread()),
    async set(to) {
      const milliseconds = Math.ceil(to.since(realNow()).total('milliseconds'))
      await db.transact((tx) => tx.rows(setOffset, [milliseconds]))
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}
