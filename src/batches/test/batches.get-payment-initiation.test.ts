import { describe, expect, it } from 'vitest'
import { answers, completes, initiate, links } from '../../../test/support/batching.ts'
import type { Person } from '../../../test/support/people.ts'
import { ok } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'

describe('batches.get-payment-initiation', () => {
  const h = house()
  const read = (person: Person, groupId: string, id: number) =>
    person.call(
      `GET /v1/profiles/${person.personal}/batch-groups/${groupId}/payment-initiations/${id}`,
    )

  it('200 has a transferId from PROCESSING on', async () => {
    const ann = await h.user()
    const { id } = await completes(ann, { source: 'CAD' })
    const created = await ok(initiate(ann, id, await links(ann)))
    expect((await read(ann, id, created.id)).body).toEqual(created)
    await ok(answers(ann, created.id, 'PROCESSING'))
    const { body: processing } = await read(ann, id, created.id)
    const transferId = expect.any(Number)
    expect(processing).toEqual({ ...created, status: 'PROCESSING', transferId })
    await ok(answers(ann, created.id, 'COMPLETED'))
    const { body: completed } = await read(ann, id, created.id)
    expect(completed).toEqual({ ...processing, status: 'COMPLETED' })
  })

  it("404 payment.initiation.not-found: a stranger's, another group's, unknown", async () => {
    const [ann, bob] = [await h.user(), await h.user()]
    const { id } = await completes(ann, { source: 'CAD' })
    const { id: other } = await completes(ann, { source: 'CAD' })
    const created = await ok(initiate(ann, id, await links(ann)))
    const replies = [
      await read(bob, id, created.id),
      await read(ann, other, created.id),
      await read(ann, id, 999_999_999),
    ]
    for (const { status, body } of replies)
      expect([status, body.errors[0].code]).toEqual([404, 'payment.initiation.not-found'])
  })
})
