import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { flowsPathOf, paysByCard } from './disputing.ts'

describe('disputes.next-step', () => {
  const service = testService()
  let ann: Person
  beforeEach(async () => {
    ann = await service.createUser()
  })

  it('200 for the code of a reason, also at the alias path', async () => {
    const query = { transactionId: String(await paysByCard(service, ann)) }
    for (const path of ['step/card_network_a/SCAM', 'card_network_a/SCAM'])
      expect(await ok(ann.call(`GET ${flowsPathOf(ann)}/${path}`, { query }))).toMatchObject({
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
      await ok(ann.call(`GET ${flowsPathOf(ann)}/card_network_a/${name}`, { query })),
    ).toMatchObject({ key })
  })

  const annsPayment = () => paysByCard(service, ann)
  const bobsPayment = async () => paysByCard(service, await service.createUser())
  const declinedPayment = () => paysByCard(service, ann, { state: 'DECLINED' })
  const twoTransactions = async () => `${await annsPayment()},${await declinedPayment()}`

  it.each([
    ['400 dispute.transaction.invalid', 'ids separated by a semicolon', 'a', async () => '1;2'],
    ['404 dispute.scheme.not-found', 'an unknown card network', 'c', annsPayment],
    ['422 dispute.scheme.mismatch', 'the network of other cards', 'b', annsPayment],
    ['404 card.transaction.not-found', 'a payment of another profile', 'a', bobsPayment],
    ['422 dispute.transaction.too-many', 'two transactions', 'a', twoTransactions],
    ['422 dispute.transaction.not-disputable', 'a declined payment', 'a', declinedPayment],
  ])('%s for %s', async (expected, _, network, transactions) => {
    const query = { transactionId: String(await transactions()) }
    const reply = await ann.call(`GET ${flowsPathOf(ann)}/step/card_network_${network}/SCAM`, {
      query,
    })
    expect(outcome(reply)).toBe(expected)
  })

  it('404 dispute.reason.not-found for a name of neither a reason nor a recorded step', async () => {
    const query = { transactionId: String(await paysByCard(service, ann)) }
    const reply = await ann.call(`GET ${flowsPathOf(ann)}/card_network_a/other`, { query })
    expect(outcome(reply)).toBe('404 dispute.reason.not-found')
  })
})
