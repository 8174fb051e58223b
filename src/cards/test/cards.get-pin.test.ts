import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ROUTES, requestCardData } from './card-client.ts'
import { issuesCard, secretsOf } from './issued-cards.ts'
import { testRevealing } from './reveal-tests.ts'

describe(ROUTES.pin, () => {
  testRevealing('pin')
})

describe('the PIN of a card', () => {
  const service = testService()

  it('Facts 13.4: is shown with a nonce', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const { open } = await requestCardData(ann, 'pin', card.token)
    const { pin } = await secretsOf(service, card)
    expect(await open()).toEqual({ nonce: expect.any(String), pin })
  })
})
