import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome, topsUp } from '../../../test/support/transfers.ts'
import { authorises, createsTerminal } from '../../card-transactions/test/terminal.ts'

describe('simulation.card-transactions', () => {
  const service = testService()

  async function paysThrice() {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    const card = await createsTerminal(service, ann)
    const ids = []
    for (const value of [1, 2, 3]) ids.push((await authorises(card, value)).id)
    return { ann, card, ids }
  }

  const list = (person: Person, cardToken: string, limit: number) =>
    person.call(
      `GET /v2/simulation/spend/profiles/${person.personal}/cards/${cardToken}/transactions?limit=${limit}`,
    )

  it('200 lists the newest `limit` transactions, newest first', async () => {
    const { ann, card, ids } = await paysThrice()
    const at = expect.closeTo(service.now().epochMilliseconds / 1000, 0)
    expect((await list(ann, card.token, 2)).body).toEqual([
      { transactionId: ids[2], creationTime: at },
      { transactionId: ids[1], creationTime: at },
    ])
  })

  it('400 for a limit of 0 and of 101', async () => {
    const { ann, card } = await paysThrice()
    for (const limit of [0, 101]) {
      const { status, body } = await list(ann, card.token, limit)
      expect([status, body.errors[0].path]).toEqual([400, 'limit'])
    }
  })

  it("404 card.not-found for another user's card", async () => {
    const { card } = await paysThrice()
    const bob = await service.createUser()
    expect(outcome(await list(bob, card.token, 2))).toBe('404 card.not-found')
  })
})
