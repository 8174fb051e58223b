import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { whileLocked } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, outcome, readsTransfer } from '../../../test/support/transfers.ts'
import { ADVANCE_LOCK } from '../../app/worker/workers.ts'

describe('simulation.clock-advance', () => {
  const service = testService()
  const advance = (caller: Pick<Person, 'call'>, body: object) =>
    caller.call('POST /v1/simulation/clock/advance', { body })

  it('200 moves the clock by seconds or to a time, and does the work that becomes due', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const before = service.now()
    const by = await advance(ann, { seconds: 90 })
    expect([by.status, by.body]).toEqual([
      200,
      {
        now: before.add({ seconds: 90 }).toString({ smallestUnit: 'microsecond' }),
        ran: expect.any(Number),
      },
    ])
    const to = await advance(ann, { to: '2026-02-01T00:00:00Z' })
    expect(to.body.now).toBe('2026-02-01T00:00:00.000000Z')
    expect(to.body.ran).toBeGreaterThan(0)
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
  })

  it('422 clock.backwards for the past, clock.too-far beyond 30 years, clock.time.ambiguous for both seconds and to, or neither', async () => {
    const ann = await service.createUser()
    for (const [body, code] of [
      [{ to: '2020-01-01T00:00:00Z' }, 'clock.backwards'],
      [{ to: '2099-01-01T00:00:00Z' }, 'clock.too-far'],
      [{}, 'clock.time.ambiguous'],
      [{ seconds: 1, to: '2030-01-01T00:00:00Z' }, 'clock.time.ambiguous'],
    ] as const) {
      const reply = await advance(ann, body)
      expect(outcome(reply)).toBe(`422 ${code}`)
    }
  })

  it('200 adds the seconds of two concurrent requests', async () => {
    const ann = await service.createUser()
    await service.settle()
    const before = service.now()
    // With one connection left, the second request waits until the first is finished.
    const connecting = Array.from({ length: service.db.pool.options.max - 1 }, () =>
      service.db.pool.connect(),
    )
    const connections = await Promise.all(connecting)
    const replies = await Promise.all([1, 2].map((seconds) => advance(ann, { seconds }))).finally(
      () => {
        for (const client of connections) client.release()
      },
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(service.now().since(before).total('seconds')).toBe(3)
  })

  it('409 clock.busy while another advance is running', async () => {
    const ann = await service.createUser()
    const lock = { text: 'select pg_advisory_xact_lock($1)', values: [ADVANCE_LOCK] }
    const reply = await whileLocked(service.db, lock, () => advance(ann, { seconds: 1 }))
    expect(outcome(reply)).toBe('409 clock.busy')
  })
})
