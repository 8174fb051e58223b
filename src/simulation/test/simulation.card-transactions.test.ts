import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome, topsUp } from '../../../test/support/transfers.ts'
import { authorises, createsTerminal } from '../../card-transactions/test/terminal.ts'

describe('simulation.card-transactions', () => {
  const service = testService()

  it('200 lists the newest transactions, newest first; 400 for a limit of 0; 404 card.not-found for another user', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 100)
    const card = await createsTerminal(service, ann)
    const ids = []
    for (const value of [1, 2, 3]) ids.push((await authorises(card, value)).id)
    const route = `GET /v2/simulation/spend/profiles/${ann.personal}/cards/${card.token}/transactions`
    const { body } = await ann.call(`${route}?limit=2`)
    const at = expect.closeTo(service.now().epochMilliseconds / 1000, 0)
    expect(body).toEqual([
      { transactionId: ids[2], creationTime: at },
      { transactionId: ids[1], creationTime: at },
    ])
    expect((await ann.call(`${route}?limit=0`)).status).toBe(400)
    const bob = await service.createUser()
    const reply = await bob.call(
      route.replace(`profiles/${ann.personal}`, `profiles/${bob.personal}`),
    )
    expect(outcome(reply)).toBe('404 card.not-found')
  })
})
