import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, topsUp } from '../../../test/support/transfers.ts'
import { createsTerminal, sendAuthorisation } from '../../card-transactions/test/terminal.ts'
import { pathOf } from './card-paths.ts'
import { issuesCard } from './issued-cards.ts'
import { readsLimits, setCardLimit } from './limits.ts'

describe('GET /v3/spend/profiles/{profileId}/cards/{cardToken}/spending-limits', () => {
  const service = testService()

  it('D66: 200 with the four kinds of spending; limits of a card are GENERAL', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann, { lifetimeLimitMinor: 0n })
    expect(await ok(ann.call(`GET ${pathOf(card, '/spending-limits')}`))).toEqual({
      spendings: [
        { type: 'ATM_WITHDRAWAL', limits: null },
        { type: 'ECOM_PURCHASE', limits: null },
        { type: 'CHIP_WALLET_PURCHASE', limits: null },
        {
          type: 'GENERAL',
          limits: [{ type: 'LIFETIME', usage: 0, threshold: 0, currency: 'GBP', expiresAt: null }],
        },
      ],
    })
  })

  it('D66: 200 with the used part of each limit; a day and a month end at midnight in UTC', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    const terminal = await createsTerminal(service, ann)
    const card = { profileId: ann.personal, token: terminal.token }
    for (const type of ['MONTHLY', 'DAILY', 'TRANSACTION'])
      await ok(setCardLimit(ann, card, type, 50))
    await ok(sendAuthorisation(terminal, 12.5))
    expect(await readsLimits(ann, card)).toEqual([
      'TRANSACTION 0/50 GBP null',
      'DAILY 12.5/50 GBP 2026-01-06T00:00:00Z',
      'MONTHLY 12.5/50 GBP 2026-02-01T00:00:00Z',
      'LIFETIME 12.5/1000 GBP null',
    ])
    await service.advance({ hours: 14 })
    expect((await readsLimits(ann, card))[1]).toBe('DAILY 0/50 GBP 2026-01-07T00:00:00Z')
  })

  it("404 card.not-found for another user's card", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { token } = await issuesCard(service, bob)
    const path = pathOf({ profileId: ann.personal, token }, '/spending-limits')
    expect(outcome(await ann.call(`GET ${path}`))).toBe('404 card.not-found')
  })
})
