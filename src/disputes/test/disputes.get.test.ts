import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { disputesPathOf, paysByCard, submitsDispute } from './disputing.ts'

const service = testService()

describe('disputes.get', () => {
  it('200 returns the dispute; its id may be in upper case', async () => {
    const ann = await service.createUser()
    const dispute = await submitsDispute(ann, await paysByCard(service, ann))
    for (const id of [dispute.id, dispute.id.toUpperCase()])
      expect(await ok(ann.call(`GET ${disputesPathOf(ann)}/${id}`))).toEqual(dispute)
  })

  it('404 dispute.not-found for an unknown dispute, and for a dispute of another user or of the other profile of the same user', async () => {
    const ann = await service.createUser()
    const bob = await service.createUser()
    const { id } = await submitsDispute(bob, await paysByCard(service, bob))
    const unknown = '3cf3dd96-903e-473a-9bb4-a5cf93450793'
    for (const each of [id, unknown])
      expect(outcome(await ann.call(`GET ${disputesPathOf(ann)}/${each}`))).toBe(
        '404 dispute.not-found',
      )
    const business = disputesPathOf({ personal: bob.business })
    expect(outcome(await bob.call(`GET ${business}/${id}`))).toBe('404 dispute.not-found')
  })
})
