// A member of an unpaid batch group is paid, moved and cancelled only with the group (D27).

import { describe, expect, it } from 'vitest'
import {
  createsCompletedGroup,
  createsFilledGroup,
  fundGroup,
  readsGroup,
} from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
import { type Reply, testService } from '../../../test/support/service.ts'
import {
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'

const moves = [
  'processing',
  'funds_converted',
  'outgoing_payment_sent',
  'bounced_back',
  'funds_refunded',
] as const
const simulations = [...moves, 'webhook_refund']

const requests: Readonly<Record<string, (person: Person, id: number) => Promise<Reply>>> = {
  fundTransfer,
  cancel: (person, id) => person.call(`PUT /v1/transfers/${id}/cancel`),
  ...Object.fromEntries(
    simulations.map((name) => [name, (person: Person, id: number) => simulate(person, id, name)]),
  ),
}

describe('a member of a batch group', () => {
  const service = testService()

  it.each(Object.entries(requests))(
    '409 transfer.in-batch-group for %s of a member of an unpaid group',
    async (_, act) => {
      const ann = await service.createUser()
      await topsUp(ann, 'GBP', 500)
      for (const { id, transfers } of [
        await createsFilledGroup(ann),
        await createsCompletedGroup(ann),
      ]) {
        const [member = 0] = transfers
        const before = await readsGroup(ann, id)
        const reply = await act(ann, member)
        expect(outcome(reply)).toBe('409 transfer.in-batch-group')
        expect(reply.body.errors[0].arguments).toEqual([member, id])
        expect((await readsTransfer(ann, member)).status).toBe('incoming_payment_waiting')
        expect(await readsGroup(ann, id)).toEqual(before)
      }
    },
  )

  it('moves like any other transfer once its group is paid', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    await ok(fundGroup(ann, id))
    const [member = 0] = transfers
    for (const name of moves) await ok(simulate(ann, member, name))
    expect((await readsTransfer(ann, member)).status).toBe('funds_refunded')
  })
})
