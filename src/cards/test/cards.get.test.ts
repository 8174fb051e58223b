import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { pathOf } from './card-paths.ts'
import { expiresCard, issuesCard } from './issued-cards.ts'

describe('GET /v3/spend/profiles/{profileId}/cards/{cardToken}', () => {
  const service = testService()

  it('D59: 200 with the fields of C 2.1, and the fields that newer clients read', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann, { clientId: 'sandbox-partner' })
    expect(await ok(ann.call(`GET ${pathOf(card)}`))).toEqual({
      id: card.id,
      profileId: ann.personal,
      clientId: 'sandbox-partner',
      cardProgram: {
        name: 'CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API',
        scheme: 'CARD_NETWORK_A',
        defaultCurrency: 'GBP',
        cardType: 'VIRTUAL_NON_UPGRADEABLE',
      },
      billingAddress: {
        country: 'GB',
        city: 'London',
        postCode: 'E1 6AN',
        firstLine: '1 Sample Street',
        secondLine: null,
        thirdLine: null,
        state: null,
        phoneNumber: '+447700900123',
      },
      cardType: 'VIRTUAL_NON_UPGRADEABLE',
      cardToken: card.token,
      replacesCard: null,
      creationTime: '2026-01-05T10:00:00Z',
      modificationTime: '2026-01-05T10:00:00Z',
      status: 'ACTIVE',
      cardHolderName: 'Nora Sample',
      phoneNumber: '+447700900123',
      lifetimeLimit: 1000,
      token: card.token,
      expiryDate: '2031-01-31',
      lastFourDigits: card.lastDigits,
      bankIdentificationNumber: '999910',
      unlockSpendingPermissions: 'NONE',
    })
  })

  it('D59: unlockSpendingPermissions is WITH_PARTNER_API while permissions are locked', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann, { type: 'PHYSICAL' })
    const { unlockSpendingPermissions, status } = await ok(ann.call(`GET ${pathOf(card)}`))
    expect([unlockSpendingPermissions, status]).toEqual(['WITH_PARTNER_API', 'INACTIVE'])
  })

  it('D60: status is EXPIRED at the time of expiry, before the sweep has run', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    await expiresCard(service, card)
    expect((await ok(ann.call(`GET ${pathOf(card)}`))).status).toBe('EXPIRED')
  })

  it.each([
    ["another user's card", (tokenOfBob: string) => tokenOfBob],
    ['a token that no card has', () => '3cf3dd96-903e-473a-9bb4-a5cf93450793'],
  ])('404 card.not-found for %s', async (_, tokenOf) => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { token } = await issuesCard(service, bob)
    const path = pathOf({ profileId: ann.personal, token: tokenOf(token) })
    expect(outcome(await ann.call(`GET ${path}`))).toBe('404 card.not-found')
  })

  it('400 at cardToken for a token that is not a UUID', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call(`GET /v3/spend/profiles/${ann.personal}/cards/1`)
    expect([status, body.errors]).toMatchObject([400, [{ path: 'cardToken' }]])
  })
})
