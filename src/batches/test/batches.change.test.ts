import { describe, expect, it } from 'vitest'
import {
  changeGroup,
  createsCompletedGroup,
  createsFilledGroup,
  createsGroup,
  endsGroup,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
} from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome, readsTransfer, topsUp } from '../../../test/support/transfers.ts'

describe('batches.change', () => {
  const service = testService()

  it('D97: 200 completes the group, and the reply has payInDetails', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsFilledGroup(ann)
    const { version } = await readsGroup(ann, id)
    const reply = await changeGroup(ann, id, 'COMPLETED', version)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ status: 'COMPLETED', transferIds: transfers })
    expect(reply.body.payInDetails).toMatchObject([{ type: 'bank_transfer', currency: 'GBP' }])
    expect(reply.body.payInDetails).toEqual((await readsGroup(ann, id)).payInDetails)
    expect(reply.body.version).not.toBe(version)
    expect((await readsGroup(ann, id)).version).toBe(reply.body.version)
  })

  it.each(['NEW', 'COMPLETED'])(
    '200 marks a %s group for cancellation, and the sweep cancels its members and the group',
    async (from) => {
      const ann = await service.createUser()
      const { id, transfers } = await (from === 'NEW'
        ? createsFilledGroup(ann)
        : createsCompletedGroup(ann))
      const { version } = await readsGroup(ann, id)
      const reply = await changeGroup(ann, id, 'CANCELLED', version)
      expect([reply.status, reply.body.status]).toEqual([200, 'MARKED_FOR_CANCELLATION'])
      expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
      await service.settle()
      const after = await readsGroup(ann, id)
      expect(after).toMatchObject({ status: 'CANCELLED', transferIds: transfers })
      expect([reply.body.version, version]).not.toContain(after.version)
      for (const transfer of transfers) {
        expect((await readsTransfer(ann, transfer)).status).toBe('cancelled')
        const { rows } = await service.db.pool.query(
          `select payload ->> 'current_state' as state from events where subject = $1 order by number`,
          [`transfer:${transfer}`],
        )
        expect(rows.map(({ state }) => state)).toEqual(['incoming_payment_waiting', 'cancelled'])
      }
    },
  )

  it('200 cancels a group without transfers', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann)
    expect((await endsGroup(ann, id, 'CANCELLED')).status).toBe('MARKED_FOR_CANCELLATION')
    await service.settle()
    expect((await readsGroup(ann, id)).status).toBe('CANCELLED')
  })

  it('409 batch.group.version.conflict for an outdated version, with the message that clients show, and nothing changes', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const before = await readsGroup(ann, id)
    for (const status of ['COMPLETED', 'CANCELLED'] as const) {
      const reply = await changeGroup(ann, id, status, 0)
      expect(outcome(reply)).toBe('409 batch.group.version.conflict')
      expect(reply.body.errors[0].message).toBe('Group version conflict')
    }
    expect(await readsGroup(ann, id)).toEqual(before)
  })

  it('409 batch.group.version.conflict for a second change with the same version', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const { version } = await readsGroup(ann, id)
    await changeGroup(ann, id, 'COMPLETED', version)
    const again = await changeGroup(ann, id, 'COMPLETED', version)
    expect(outcome(again)).toBe('409 batch.group.version.conflict')
  })

  it('422 batch.group.wrong-state when completing a group that is COMPLETED or being cancelled', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann)
    const { version } = await readsGroup(ann, id)
    expect(outcome(await changeGroup(ann, id, 'COMPLETED', version))).toBe(
      '422 batch.group.wrong-state',
    )
    const { version: marked } = await endsGroup(ann, id, 'CANCELLED')
    expect(outcome(await changeGroup(ann, id, 'COMPLETED', marked))).toBe(
      '422 batch.group.wrong-state',
    )
  })

  it('422 batch.group.empty when completing a group without transfers', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann)
    expect(outcome(await changeGroup(ann, id, 'COMPLETED', 0))).toBe('422 batch.group.empty')
  })

  it('409 batch.group.cancellation.not.allowed for a group that is being cancelled, CANCELLED, paid or being debited', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const expectRefused = async (id: string) => {
      const { version } = await readsGroup(ann, id)
      expect(outcome(await changeGroup(ann, id, 'CANCELLED', version))).toBe(
        '409 batch.group.cancellation.not.allowed',
      )
    }
    const cancelled = await createsFilledGroup(ann)
    await endsGroup(ann, cancelled.id, 'CANCELLED')
    await expectRefused(cancelled.id)
    await service.settle()
    await expectRefused(cancelled.id)

    const paid = await createsCompletedGroup(ann)
    await fundGroup(ann, paid.id)
    await expectRefused(paid.id)

    const debited = await createsCompletedGroup(ann, { source: 'CAD' })
    await initiateDebit(ann, debited.id, await linksAccount(ann))
    await expectRefused(debited.id)
  })

  it('400 NotAllowed for the status NEW, which no request can set, NotNull without a status or a version', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const before = await readsGroup(ann, id)
    const { version } = before
    for (const [body, code, path] of [
      [{ status: 'NEW', version }, 'NotAllowed', 'status'],
      [{ status: 'COMPLETED' }, 'NotNull', 'version'],
      [{ version }, 'NotNull', 'status'],
    ] as const) {
      const reply = await ann.call(`PATCH /v3/profiles/${ann.personal}/batch-groups/${id}`, {
        body,
      })
      expect([reply.status, reply.body.errors]).toMatchObject([400, [{ code, path }]])
    }
    expect(await readsGroup(ann, id)).toEqual(before)
  })

  it('404 batch.group.not-found for a group of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsFilledGroup(ann)
    expect(outcome(await changeGroup(bob, id, 'COMPLETED', 2))).toBe('404 batch.group.not-found')
  })
})
