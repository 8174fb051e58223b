import { describe, expect, it } from 'vitest'
import { accountBalance } from '../../../test/support/ledger.ts'
import { fund, holds, reads, sends, step } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'

describe('transfers.cancel', () => {
  const h = house()
  const cancel = (ann: Awaited<ReturnType<typeof h.user>>, id: number) =>
    ann.call(`PUT /v1/transfers/${id}/cancel`, { body: {} })

  it('200 at once while unpaid, also directly after a failed funding', async () => {
    const ann = await h.user()
    const { id } = await sends(ann)
    expect((await fund(ann, id)).status).toBe(422)
    const reply = await cancel(ann, id)
    expect([reply.status, reply.body.status]).toEqual([200, 'cancelled'])
  })

  it('200 from processing: the money is back on the balance and nothing is in flight', async () => {
    const ann = await h.user()
    const balance = await holds(ann, 'GBP', 500)
    const { id } = await sends(ann)
    await fund(ann, id)
    expect((await cancel(ann, id)).body.status).toBe('cancelled')
    const profile = ann.personal as Id<'profile'>
    const read = (account: `available:${number}` | `transfer:${number}`) =>
      accountBalance(h.db.reader, profile, account, 'GBP')
    expect(await read(`available:${balance}`)).toBe(500_00n)
    expect(await read(`transfer:${id}`)).toBe(0n)
  })

  it('409 transfer.cancellation.not.allowed once converted, and the second time', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const paid = await sends(ann)
    await fund(ann, paid.id)
    await step(ann, paid.id, 'funds_converted')
    const unpaid = await sends(ann)
    await cancel(ann, unpaid.id)
    for (const id of [paid.id, unpaid.id]) {
      const reply = await cancel(ann, id)
      expect(reply.status).toBe(409)
      expect(reply.body.errors[0].code).toBe('transfer.cancellation.not.allowed')
    }
  })

  it('409 transfer.cancellation.not.allowed once the time to pay is over, though no sweep has run', async () => {
    const ann = await h.user()
    const [over, inTime] = [await sends(ann), await sends(ann)]
    const lapsesAt = (id: number, at: Temporal.Instant) =>
      h.db.pool.query('update transfers set lapses_at = $2 where id = $1', [id, at.toString()])
    await lapsesAt(inTime.id, h.now().add({ milliseconds: 1 }))
    expect((await cancel(ann, inTime.id)).status).toBe(200)
    await lapsesAt(over.id, h.now())
    const reply = await cancel(ann, over.id)
    expect([reply.status, reply.body.errors[0].code]).toEqual([
      409,
      'transfer.cancellation.not.allowed',
    ])
    await h.settle()
    expect((await reads(ann, over.id)).status).toBe('cancelled')
  })

  it('404 transfer.not-found for a stranger’s', async () => {
    const { id } = await sends(await h.user())
    const reply = await cancel(await h.user(), id)
    expect([reply.status, reply.body.errors[0].code]).toEqual([404, 'transfer.not-found'])
  })
})
