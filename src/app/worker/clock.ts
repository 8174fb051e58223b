// The clocks of live mode and of the sandbox. The sandbox clock is the real one plus an offset that is stored in the
// database, so that all processes agree. Each process caches the offset for `OFFSET_CACHED_MS`, so it may notice a move by
// another process that much later.

import { type Database, sql } from '../../kernel/database/db.ts'
import { EVERY_PROFILE, recordInFeed } from '../../kernel/feed-entries.ts'
import { toMillisecond } from '../../kernel/wire.ts'

export type Clock = {
  now(): Promise<Temporal.Instant> | Temporal.Instant
  /** Moves the clock forward to `to`; an earlier time changes nothing. Throws for the real clock. */
  set(to: Temporal.Instant): Promise<void> | void
}

const OFFSET_CACHED_MS = 250

const readOffsetSql = sql<{ clockOffsetMs: number }>('select clock_offset_ms from installation')
const setOffsetSql = sql<{ before: number; after: number }>(`
  update installation set clock_offset_ms = greatest(clock_offset_ms, $1)
  returning old.clock_offset_ms as before, new.clock_offset_ms as after`)

/** The real time, to the millisecond. */
export function realNow(): Temporal.Instant {
  return readRealClock(0)
}

/** Milliseconds since 1970. */
export function realNowMs(): number {
  return Date.now()
}

const readRealClock = clockReader()

/**
 * Returns a function that reads the real time plus an offset. Every request reads the time, so all calls within
 * one millisecond get one instant object instead of a new one each.
 */
function clockReader(): (offsetMs: number) => Temporal.Instant {
  let latest = Temporal.Instant.fromEpochMilliseconds(0)
  return (offsetMs) => {
    const ms = Date.now() + offsetMs
    if (latest.epochMilliseconds !== ms) latest = Temporal.Instant.fromEpochMilliseconds(ms)
    return latest
  }
}

export const realClock: Clock = {
  now: realNow,
  set: () => {
    throw new Error('the real clock cannot be moved')
  },
}

const NO_MOVE = { before: 0, after: 0 }

export function sandboxClock(db: Database): Clock {
  const readClock = clockReader()
  let offsetMs = 0
  let readAtMs = Number.NEGATIVE_INFINITY
  let movedAtMs = Number.NEGATIVE_INFINITY
  // A read that began before a move may end after it, with the offset from before the move.
  const isCached = () => readAtMs > movedAtMs && performance.now() - readAtMs < OFFSET_CACHED_MS
  const reread = async (): Promise<Temporal.Instant> => {
    const startedAtMs = performance.now()
    offsetMs = (await db.reader.row(readOffsetSql))?.clockOffsetMs ?? 0
    readAtMs = startedAtMs
    return readClock(offsetMs)
  }
  return {
    now: () => (isCached() ? readClock(offsetMs) : reread()),
    async set(to) {
      const real = realNow()
      const milliseconds = Math.ceil(to.since(real).total('milliseconds'))
      await db.transact(async (tx) => {
        const { before, after } = (await tx.row(setOffsetSql, [milliseconds])) ?? NO_MOVE
        if (after === before) return
        const at = real.add({ milliseconds: after })
        const from = toMillisecond(real.add({ milliseconds: before }))
        const data = { from, to: toMillisecond(at) }
        await recordInFeed(tx, [{ kind: 'clock', profileId: EVERY_PROFILE, data, at }])
      })
      movedAtMs = performance.now()
    },
  }
}
