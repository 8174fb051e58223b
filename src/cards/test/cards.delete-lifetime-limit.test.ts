import { describe, expect, it } from 'vitest'
import { callWithApproval, setsPin } from '../../../test/support/approvals.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { pathOf } from './card-paths.ts'
import { issuesCard } from './issued-cards.ts'
import { readsLimits } from './limits.ts'

describe('DELETE /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-limits/lifetime', () => {
  const service = testService()

  it('C 4.1: 200 without content, and 200 again; the card shows lifetimeLimit null', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    for (let n = 0; n < 2; n++) {
      const reply = await ann.call(`DELETE ${pathOf(card, '/spending-limits/lifetime')}`)
      expect([reply.status, reply.text]).toEqual([200, ''])
    }
    expect((await ok(ann.call(`GET ${pathOf(card)}`))).lifetimeLimit).toBeNull()
    expect(await readsLimits(ann, card)).toEqual([])
  })

  it('D63: 403 sca.challenge.required with a factor, until the removal is approved; a repetition needs no approval', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const card = await issuesCard(service, ann, { lifetimeLimitMinor: 0n })
    const route = `DELETE ${pathOf(card, '/spending-limits/lifetime')}`
    expect(outcome(await ann.call(route))).toBe('403 sca.challenge.required')
    expect(await readsLimits(ann, card)).toHaveLength(1)
    expect((await callWithApproval(ann, route, {}, 'PIN')).status).toBe(200)
    expect(await readsLimits(ann, card)).toEqual([])
    expect((await ann.call(route)).status).toBe(200)
  })

  it('409 card.unusable for a blocked card', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    await ok(ann.call(`PUT ${pathOf(card, '/status')}`, { body: { status: 'BLOCKED' } }))
    const reply = await ann.call(`DELETE ${pathOf(card, '/spending-limits/lifetime')}`)
    expect(outcome(reply)).toBe('409 card.unusable')
    expect(await readsLimits(ann, card)).toHaveLength(1)
  })

  it("404 card.not-found for another user's card", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { token } = await issuesCard(service, bob)
    const path = pathOf({ profileId: ann.personal, token }, '/spending-limits/lifetime')
    expect(outcome(await ann.call(`DELETE ${path}`))).toBe('404 card.not-found')
  })
})
