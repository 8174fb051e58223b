import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { pathOf } from './card-paths.ts'
import { issuesCard } from './issued-cards.ts'

describe('GET /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-permissions', () => {
  const service = testService()
  const permissionsOf = (reply: {
    permissions: { type: string; isEnabled: boolean; isLocked: boolean }[]
  }) => reply.permissions.map(({ type, isEnabled, isLocked }) => `${type} ${isEnabled} ${isLocked}`)

  it('D65: 200 with all six permissions enabled for a virtual card, also at the v4 path', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const all = [
      'ECOM true false',
      'POS_CHIP true false',
      'POS_MAGSTRIPE true false',
      'ATM_WITHDRAWAL true false',
      'POS_CONTACTLESS true false',
      'MOBILE_WALLETS true false',
    ]
    for (const version of ['v3', 'v4'])
      expect(
        permissionsOf(await ok(ann.call(`GET ${pathOf(card, '/spending-permissions', version)}`))),
      ).toEqual(all)
  })

  it('D65: 200 with two permissions locked and disabled for a physical card that is not active', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann, { type: 'PHYSICAL' })
    const reply = await ok(ann.call(`GET ${pathOf(card, '/spending-permissions')}`))
    expect(permissionsOf(reply).filter((each) => !each.endsWith('true false'))).toEqual([
      'POS_MAGSTRIPE false true',
      'POS_CONTACTLESS false true',
    ])
  })

  it("404 card.not-found for another user's card", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { token } = await issuesCard(service, bob)
    const path = pathOf({ profileId: ann.personal, token }, '/spending-permissions')
    expect(outcome(await ann.call(`GET ${path}`))).toBe('404 card.not-found')
  })
})
