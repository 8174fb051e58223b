import { describe, expect, it } from 'vitest'
import { reads, sends } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('simulation.clock-advance', () => {
  const h = house()
  const advance = (asker: { call: Awaited<ReturnType<typeof h.user>>['call'] }, body: object) =>
    asker.call('POST /v1/simulation/clock/advance', { body })

  it('200 moves forward by seconds or to a time, doing on the way what falls due', async () => {
    const ann = await h.user()
    const { id } = await sends(ann)
    const before = h.now()
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
    expect((await reads(ann, id)).status).toBe('cancelled')
  })

  it('422 clock.backwards, clock.too-far and clock.goal.unclear', async () => {
    const ann = await h.user()
    for (const [body, code] of [
      [{ to: '2020-01-01T00:00:00Z' }, 'clock.backwards'],
      [{ to: '2099-01-01T00:00:00Z' }, 'clock.too-far'],
      [{}, 'clock.goal.unclear'],
      [{ seconds: 1, to: '2030-01-01T00:00:00Z' }, 'clock.goal.unclear'],
    ] as const) {
      const reply = await advance(ann, body)
      expect([reply.status, reply.body.errors[0].code]).toEqual([422, code])
    }
  })

  it('200 counts from when its turn comes, not from when it was asked', async () => {
    const ann = await h.user()
    await h.settle()
    const before = h.now()
    // With one connection left, the second has been asked when the first is let go.
    const others = Array.from({ length: h.db.pool.options.max - 1 }, () => h.db.pool.connect())
    const taken = await Promise.all(others)
    const replies = await Promise.all([1, 2].map((seconds) => advance(ann, { seconds })))
    for (const client of taken) client.release()
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(h.now().since(before).total('seconds')).toBe(3)
  })

  it('409 clock.busy while another advance is under way', async () => {
    const ann = await h.user()
    const client = await h.db.pool.connect()
    await client.query('select pg_advisory_lock(7301026)')
    const reply = await advance(ann, { seconds: 1 })
    await client.query('select pg_advisory_unlock(7301026)')
    client.release()
    expect([reply.status, reply.body.errors[0].code]).toEqual([409, 'clock.busy'])
  })
})
