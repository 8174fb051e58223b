// What a member of an unpaid batch group may not do alone (D27).

import { describe, expect, it } from 'vitest'
import { completes, fills, fundAll, readsGroup } from '../../../test/support/batching.ts'
import type { Person } from '../../../test/support/people.ts'
import { fund, holds, ok, reads, step } from '../../../test/support/sending.ts'
import { house, type Reply } from '../../../test/support/service.ts'

const steps = [
  'processing',
  'funds_converted',
  'outgoing_payment_sent',
  'bounced_back',
  'funds_refunded',
  'webhook_refund',
] as const

const alone: Readonly<Record<string, (person: Person, id: number) => Promise<Reply>>> = {
  fund,
  cancel: (person, id) => person.call(`PUT /v1/transfers/${id}/cancel`),
  ...Object.fromEntries(
    steps.map((name) => [name, (person: Person, id: number) => step(person, id, name)]),
  ),
}

describe('a member', () => {
  const h = house()

  it.each(Object.entries(alone))('409 transfer.in-batch-group: %s', async (_, act) => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    for (const { id, transfers } of [await fills(ann), await completes(ann)]) {
      const [member = 0] = transfers
      const before = await readsGroup(ann, id)
      const { status, body } = await act(ann, member)
      expect([status, body.errors[0].code]).toEqual([409, 'transfer.in-batch-group'])
      expect(body.errors[0].arguments).toEqual([member, id])
      expect((await reads(ann, member)).status).toBe('incoming_payment_waiting')
      expect(await readsGroup(ann, id)).toEqual(before)
    }
  })

  it('moves like any other once its group is paid', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const { id, transfers } = await completes(ann)
    await ok(fundAll(ann, id))
    const [member = 0] = transfers
    for (const name of steps.slice(0, 5)) await ok(step(ann, member, name))
    expect((await reads(ann, member)).status).toBe('funds_refunded')
  })
})
