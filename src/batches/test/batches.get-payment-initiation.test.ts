import { describe, expect, it } from 'vitest'
import {
  createsCompletedGroup,
  initiateDebit,
  linksAccount,
  simulateDebit,
} from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'

describe('batches.get-payment-initiation', () => {
  const service = testService()
  const read = (person: Person, groupId: string, id: number) =>
    person.call(
      `GET /v1/profiles/${person.personal}/batch-groups/${groupId}/payment-initiations/${id}`,
    )

  it('200 with a transferId from PROCESSING on', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const created = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    expect((await read(ann, id, created.id)).body).toEqual(created)
    await ok(simulateDebit(ann, created.id, 'PROCESSING'))
    const { body: processing } = await read(ann, id, created.id)
    const transferId = expect.any(Number)
    expect(processing).toEqual({ ...created, status: 'PROCESSING', transferId })
    await ok(simulateDebit(ann, created.id, 'COMPLETED'))
    const { body: completed } = await read(ann, id, created.id)
    expect(completed).toEqual({ ...processing, status: 'COMPLETED' })
  })

  it('404 payment.initiation.not-found for an unknown initiation, and for an initiation of another user or of another group', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const { id: other } = await createsCompletedGroup(ann, { source: 'CAD' })
    const created = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    const replies = [
      await read(bob, id, created.id),
      await read(ann, other, created.id),
      await read(ann, id, 999_999_999),
    ]
    for (const reply of replies) expect(outcome(reply)).toBe('404 payment.initiation.not-found')
  })
})
