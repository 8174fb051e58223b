import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { flowsOf, paysByCard } from './disputing.ts'

describe('disputes.next-step', () => {
  const service = testService()
  let ann: Person
  beforeEach(async () => {
    ann = await service.createUser()
  })

  it('200 for the code of a reason, also at the alias path', async () => {
    const query = { transactionId: String(await paysByCard(service, ann)) }
    for (const path of ['step/card_network_a/SCAM', 'card_network_a/SCAM'])
      expect(await ok(ann.call(`GET ${flowsOf(ann)}/${path}`, { query }))).toMatchObject({
        key: 'SCAM',
        layout: [{ type: 'heading' }, { type: 'info' }, { type: 'form' }, { type: 'button' }],
      })
  })

  it.each([
    ['no-goods-or-services', 'NEVER_ARRIVED'],
    ['something-wrong-what-was-received', 'NOT_AS_EXPECTED'],
    ['scam', 'SCAM'],
  ])('D80: 200 for the recorded step name %s with the form of %s', async (name, key) => {
    const query = { transactionId: String(await paysByCard(service, ann)) }
    expect(
      await ok(ann.call(`GET ${flowsOf(ann)}/card_network_a/${name}`, { query })),
    ).toMatchObject({ key })
  })

  it('400, 404 and 422 with the errors of disputes.open-step', async () => {
    const bob = await service.createUser()
    const payment = await paysByCard(service, ann)
    const outcomeOf = async (path: string, transactionId: number | string) =>
      outcome(
        await ann.call(`GET ${flowsOf(ann)}/step/${path}`, {
          query: { transactionId: String(transactionId) },
        }),
      )
    const declined = await paysByCard(service, ann, { state: 'DECLINED' })
    expect([
      await outcomeOf('card_network_a/SCAM', '1;2'),
      await outcomeOf('card_network_c/SCAM', payment),
      await outcomeOf('card_network_b/SCAM', payment),
      await outcomeOf('card_network_a/SCAM', await paysByCard(service, bob)),
      await outcomeOf('card_network_a/SCAM', `${payment},${declined}`),
      await outcomeOf('card_network_a/SCAM', declined),
    ]).toEqual([
      '400 dispute.transaction.invalid',
      '404 dispute.scheme.not-found',
      '422 dispute.scheme.mismatch',
      '404 card.transaction.not-found',
      '422 dispute.transaction.too-many',
      '422 dispute.transaction.not-disputable',
    ])
  })

  it('404 dispute.reason.not-found for another name', async () => {
    const query = { transactionId: String(await paysByCard(service, ann)) }
    const reply = await ann.call(`GET ${flowsOf(ann)}/card_network_a/other`, { query })
    expect(outcome(reply)).toBe('404 dispute.reason.not-found')
  })
})
