import { expect, it } from 'vitest'
import type { Database } from '../../kernel/database/db.ts'
import { realNow, sandboxClock } from '../worker/clock.ts'

const HOUR_MS = 3_600_000

it('the sandbox clock returns the new time after a move, although a read from before the move ends later', async () => {
  const reads: PromiseWithResolvers<{ clockOffsetMs: number }>[] = []
  const reader = {
    row: () => {
      const read = Promise.withResolvers<{ clockOffsetMs: number }>()
      reads.push(read)
      return read.promise
    },
  }
  const clock = sandboxClock({ reader, transact: async () => undefined } as unknown as Database)
  const before = clock.now()
  await clock.set(realNow().add({ milliseconds: HOUR_MS }))
  reads[0]?.resolve({ clockOffsetMs: 0 })
  await before
  const after = clock.now()
  reads[1]?.resolve({ clockOffsetMs: HOUR_MS })
  expect((await after).since(realNow()).total('minutes')).toBeCloseTo(60, 0)
})
