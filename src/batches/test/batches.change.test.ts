import { describe, expect, it } from 'vitest'
import {
  change,
  completes,
  ends,
  fills,
  fundAll,
  initiate,
  links,
  opens,
  readsGroup,
} from '../../../test/support/batching.ts'
import { holds, reads } from '../../../test/support/sending.ts'
import { house, type Reply } from '../../../test/support/service.ts'

describe('batches.change', () => {
  const h = house()
  const said = ({ status, body }: Reply) => [status, body.errors?.[0].code]

  it('D97: 200 completes the group, and the reply says how to pay it', async () => {
    const ann = await h.user()
    const { id, transfers } = await fills(ann)
    const { version } = await readsGroup(ann, id)
    const reply = await change(ann, id, 'COMPLETED', version)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ status: 'COMPLETED', transferIds: transfers })
    expect(reply.body.payInDetails).toMatchObject([{ type: 'bank_transfer', currency: 'GBP' }])
    expect(reply.body.payInDetails).toEqual((await readsGroup(ann, id)).payInDetails)
    expect(reply.body.version).not.toBe(version)
    expect((await readsGroup(ann, id)).version).toBe(reply.body.version)
  })

  it.each(['NEW', 'COMPLETED'])('200 cancels a group that is %s, step by step', async (from) => {
    const ann = await h.user()
    const { id, transfers } = await (from === 'NEW' ? fills(ann) : completes(ann))
    const { version } = await readsGroup(ann, id)
    const reply = await change(ann, id, 'CANCELLED', version)
    expect([reply.status, reply.body.status]).toEqual([200, 'MARKED_FOR_CANCELLATION'])
    expect((await reads(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    await h.settle()
    const after = await readsGroup(ann, id)
    expect(after).toMatchObject({ status: 'CANCELLED', transferIds: transfers })
    expect([reply.body.version, version]).not.toContain(after.version)
    for (const transfer of transfers) {
      expect((await reads(ann, transfer)).status).toBe('cancelled')
      const { rows } = await h.db.pool.query(
        `select payload ->> 'current_state' as state from events where subject = $1 order by number`,
        [`transfer:${transfer}`],
      )
      expect(rows.map(({ state }) => state)).toEqual(['incoming_payment_waiting', 'cancelled'])
    }
  })

  it('200 cancels a group without transfers', async () => {
    const ann = await h.user()
    const { id } = await opens(ann)
    expect((await ends(ann, id, 'CANCELLED')).status).toBe('MARKED_FOR_CANCELLATION')
    await h.settle()
    expect((await readsGroup(ann, id)).status).toBe('CANCELLED')
  })

  it('409 batch.group.version.conflict with the words that clients show', async () => {
    const ann = await h.user()
    const { id } = await fills(ann)
    for (const status of ['COMPLETED', 'CANCELLED'] as const) {
      const reply = await change(ann, id, status, 0)
      expect(said(reply)).toEqual([409, 'batch.group.version.conflict'])
      expect(reply.body.errors[0].message).toBe('Group version conflict')
    }
  })

  it('409 batch.group.version.conflict for the second of two with one version', async () => {
    const ann = await h.user()
    const { id } = await fills(ann)
    const { version } = await readsGroup(ann, id)
    await change(ann, id, 'COMPLETED', version)
    const again = await change(ann, id, 'COMPLETED', version)
    expect(said(again)).toEqual([409, 'batch.group.version.conflict'])
  })

  it('422 batch.group.wrong-state when there is nothing left to complete', async () => {
    const ann = await h.user()
    const { id } = await completes(ann)
    const { version } = await readsGroup(ann, id)
    expect(said(await change(ann, id, 'COMPLETED', version))).toEqual([
      422,
      'batch.group.wrong-state',
    ])
    const { version: marked } = await ends(ann, id, 'CANCELLED')
    expect(said(await change(ann, id, 'COMPLETED', marked))).toEqual([
      422,
      'batch.group.wrong-state',
    ])
  })

  it('422 batch.group.empty', async () => {
    const ann = await h.user()
    const { id } = await opens(ann)
    expect(said(await change(ann, id, 'COMPLETED', 0))).toEqual([422, 'batch.group.empty'])
  })

  it('409 batch.group.cancellation.not.allowed twice, paid, or being paid', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const refused = async (id: string) => {
      const { version } = await readsGroup(ann, id)
      expect(said(await change(ann, id, 'CANCELLED', version))).toEqual([
        409,
        'batch.group.cancellation.not.allowed',
      ])
    }
    const twice = await fills(ann)
    await ends(ann, twice.id, 'CANCELLED')
    await refused(twice.id)
    await h.settle()
    await refused(twice.id)

    const paid = await completes(ann)
    await fundAll(ann, paid.id)
    await refused(paid.id)

    const debited = await completes(ann, { source: 'CAD' })
    await initiate(ann, debited.id, await links(ann))
    await refused(debited.id)
  })

  it('400 for another status, and without a version', async () => {
    const ann = await h.user()
    const { id } = await fills(ann)
    for (const body of [{ status: 'NEW', version: 2 }, { status: 'COMPLETED' }, { version: 2 }]) {
      const route = `PATCH /v3/profiles/${ann.personal}/batch-groups/${id}`
      expect((await ann.call(route, { body })).status).toBe(400)
    }
  })

  it('404 batch.group.not-found', async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const { id } = await fills(ann)
    expect(said(await change(bob, id, 'COMPLETED', 2))).toEqual([404, 'batch.group.not-found'])
  })
})
