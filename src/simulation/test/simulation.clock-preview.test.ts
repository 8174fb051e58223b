import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, outcome, readsTransfer } from '../../../test/support/transfers.ts'
import { claimableTransfer } from '../../claims/test/claiming.ts'

describe('simulation.clock-preview', () => {
  const service = testService()
  let ann: Person
  beforeAll(async () => {
    ann = await service.createUser()
    await service.settle()
  })

  const preview = async (to?: string, caller: Pick<Person, 'call'> = ann) =>
    caller.call('GET /v1/simulation/clock/preview', { ...(to && { query: { to } }) })
  const nameOf = ({ sweep }: { sweep: string }) => sweep

  it('200 lists waiting work with its due time and number of rows, and changes nothing (gap 880)', async () => {
    const { id } = await createsTransfer(ann)
    await createsTransfer(ann)
    await service.settle()
    const { status, body } = await preview()
    expect([status, body.now]).toEqual([200, '2026-01-05T10:00:00.000000Z'])
    const lapse = body.work.find(({ sweep }: { sweep: string }) => sweep === 'transfers.lapse')
    expect(lapse).toEqual({
      sweep: 'transfers.lapse',
      summary: expect.stringContaining('Cancels a transfer'),
      dueAt: expect.any(String),
      rows: 2,
    })
    const times = body.work.map(({ dueAt }: { dueAt: string }) => dueAt)
    expect([times, body.next]).toEqual([times.toSorted(), times[0]])
    expect((await readsTransfer(ann, id)).status).toBe('incoming_payment_waiting')
    expect(await service.settle()).toBe(0)
  })

  it('200 leaves out work after `to`, and includes work that is due exactly at `to`', async () => {
    await createsTransfer(ann)
    await service.settle()
    const { body } = await preview()
    const { dueAt } = body.work.find((work: { sweep: string }) => work.sweep === 'transfers.lapse')
    const before = Temporal.Instant.from(dueAt).subtract({ milliseconds: 1 }).toString()
    expect((await preview(before)).body.work.map(nameOf)).not.toContain('transfers.lapse')
    expect((await preview(dueAt)).body.work.map(nameOf)).toContain('transfers.lapse')
    const now = (await preview(service.now().toString())).body
    expect([now.next, now.work]).toEqual([null, []])
  })

  it('200 lists the work that a move of the clock then does', async () => {
    const { id } = await createsTransfer(ann)
    const { body } = await preview()
    const { dueAt } = body.work.find((work: { sweep: string }) => work.sweep === 'transfers.lapse')
    await ann.call('POST /v1/simulation/clock/advance', { body: { to: dueAt } })
    expect((await readsTransfer(ann, id)).status).toBe('cancelled')
    expect((await preview(dueAt)).body.work.map(nameOf)).not.toContain('transfers.lapse')
  })

  it("200 with a client token, and without ids of other users' resources", async () => {
    await createsTransfer(ann)
    const { status, body } = await preview(undefined, await service.createClient())
    expect(status).toBe(200)
    expect(body.work).not.toEqual([])
    for (const work of body.work)
      expect(Object.keys(work).sort()).toEqual(['dueAt', 'rows', 'summary', 'sweep'])
  })

  const workOn = async (transferId: number, to?: string) =>
    (
      await ann.call('GET /v1/simulation/clock/preview', {
        query: { transferId: String(transferId), ...(to && { to }) },
      })
    ).body

  it('200 lists with `transferId` only the work on that transfer, and no work after its cancellation (gap 1080)', async () => {
    const { id } = await createsTransfer(ann)
    await createsTransfer(ann)
    const { next, work } = await workOn(id)
    expect(work).toEqual([
      {
        sweep: 'transfers.lapse',
        summary: expect.stringContaining('Cancels a transfer'),
        dueAt: next,
        rows: 1,
      },
    ])
    const before = Temporal.Instant.from(next).subtract({ milliseconds: 1 }).toString()
    expect((await workOn(id, before)).work).toEqual([])
    expect((await workOn(id, next)).work.map(nameOf)).toEqual(['transfers.lapse'])
    await ann.call(`PUT /v1/transfers/${id}/cancel`)
    expect(await workOn(id)).toMatchObject({ next: null, work: [] })
  })

  it('200 lists with `transferId` the lapse of the claim of a recipient known by e-mail (gap 1080)', async () => {
    const { id } = await claimableTransfer(service, ann)
    const { work } = await workOn(id)
    expect(work.map(nameOf)).toContain('claims.lapse')
    for (const { rows } of work) expect(rows).toBe(1)
  })

  it('200 lists a row at which the sweep failed at the time of the next try (gap 880)', async () => {
    const { id } = await createsTransfer(ann)
    const { next } = await workOn(id)
    const lapsesUntil = async (to: string) =>
      (await preview(to)).body.work.find(
        ({ sweep }: { sweep: string }) => sweep === 'transfers.lapse',
      )?.rows ?? 0
    const dueBefore = await lapsesUntil(next)
    const retryAt = Temporal.Instant.from(next).add({ minutes: 10 }).toString()
    await service.db.pool.query(
      `insert into sweep_failures (sweep, profile_id, id, attempts, error, retry_at)
       select 'transfers.lapse', profile_id, id::text, 1, 'a bug', $2 from transfers where id = $1`,
      [id, retryAt],
    )
    expect(Temporal.Instant.from((await workOn(id)).next).toString()).toBe(retryAt)
    expect(await lapsesUntil(next)).toBe(dueBefore - 1)
    expect(await lapsesUntil(retryAt)).toBe(dueBefore)
    await service.db.pool.query('delete from sweep_failures')
  })

  it("404 transfer.not-found for another user's transfer, for an unknown transfer, and with an application's token", async () => {
    const { id } = await createsTransfer(ann)
    const bob = await service.createUser()
    const client = await service.createClient()
    for (const [caller, transferId] of [
      [bob, id],
      [client, id],
      [ann, 999_999_999],
    ] as const) {
      const reply = await caller.call('GET /v1/simulation/clock/preview', {
        query: { transferId: String(transferId) },
      })
      expect(outcome(reply)).toBe('404 transfer.not-found')
    }
  })

  it('200 counts at most 100 rows', async () => {
    await service.db.pool.query(
      `insert into idempotency_keys (scope, operation, key, request_hash, expires_at)
       select 's', 'x', 'k' || n, 'h', $1 from generate_series(1, 150) n`,
      [service.now().add({ hours: 1 }).toString()],
    )
    const { body } = await preview()
    expect(
      body.work.find((work: { sweep: string }) => work.sweep === 'idempotency.delete-expired-keys')
        .rows,
    ).toBe(100)
  })

  it('422 clock.backwards for the past, clock.too-far beyond 30 years', async () => {
    for (const [to, code] of [
      ['2020-01-01T00:00:00Z', 'clock.backwards'],
      ['2099-01-01T00:00:00Z', 'clock.too-far'],
    ] as const) {
      expect(outcome(await preview(to))).toBe(`422 ${code}`)
    }
  })
})
