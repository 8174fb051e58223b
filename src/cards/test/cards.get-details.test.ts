import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { encryptRequest, fetchesKey, ROUTES, requestCardData } from './card-client.ts'
import { issuesCard, secretsOf } from './issued-cards.ts'
import { testRevealing } from './reveal-tests.ts'

describe(ROUTES.details, () => {
  testRevealing('details')
})

describe('the details of a card', () => {
  const service = testService()

  it('Facts 13.4: are number, expiry date, verification code and holder', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const { open } = await requestCardData(ann, 'details', card.token)
    const { pan } = await secretsOf(service, card)
    expect(await open()).toEqual({
      nonce: expect.any(String),
      cvv2: '789',
      pan,
      expiryDate: '01/31',
      cardholderName: 'Nora Sample',
    })
  })

  it('D91: the reply of a request with an idempotency key is not stored', async () => {
    const ann = await service.createUser()
    const card = await issuesCard(service, ann)
    const { body } = encryptRequest(await fetchesKey(ann))
    const key = crypto.randomUUID()
    const headers = { 'x-card-card-token': card.token, 'x-idempotence-uuid': key }
    for (let n = 0; n < 2; n++) {
      const reply = await ann.call(ROUTES.details, { body, headers })
      expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([200, undefined])
    }
    const { rowCount } = await service.db.pool.query(
      'select from idempotency_keys where key = $1',
      [key],
    )
    expect(rowCount).toBe(0)
  })
})
