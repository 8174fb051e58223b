import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { pathOf } from './card-paths.ts'
import { issuesCard } from './issued-cards.ts'
import { setCardLimit } from './limits.ts'

describe('GET /v4/spend/profiles/{profileId}/cards/{cardToken}/spend-limits', () => {
  const service = testService()

  it('200 with each limit by its name; null for a limit that is not set', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    await ok(setCardLimit(ann, card, 'DAILY', 20))
    expect(await ok(ann.call(`GET ${pathOf(card, '/spend-limits', 'v4')}`))).toEqual({
      transaction: null,
      daily: {
        value: { amount: 20, currency: 'GBP' },
        usage: 0,
        resetAt: '2026-01-06T00:00:00Z',
      },
      monthly: null,
      lifetime: { value: { amount: 1000, currency: 'GBP' }, usage: 0, resetAt: null },
    })
  })

  it("404 card.not-found for another user's card", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { token } = await issuesCard(service, bob)
    const path = pathOf({ profileId: ann.personal, token }, '/spend-limits', 'v4')
    expect(outcome(await ann.call(`GET ${path}`))).toBe('404 card.not-found')
  })
})
