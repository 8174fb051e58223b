import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { issuesCard } from './issued-cards.ts'

describe('GET /v3/spend/profiles/{profileId}/cards', () => {
  const service = testService()

  it('200 with no cards', async () => {
    const ann = await service.createUser()
    expect(await ok(ann.call(`GET /v3/spend/profiles/${ann.personal}/cards`))).toEqual({
      totalCount: 0,
      cards: [],
    })
  })

  it('200 with a page of the cards in the order in which they were issued, and the number of all of them', async () => {
    const ann = await service.createUser()
    const tokens: string[] = []
    for (let n = 0; n < 12; n++) tokens.push((await issuesCard(service, ann)).token)
    const route = `GET /v3/spend/profiles/${ann.personal}/cards`
    const tokensOf = async (query = '') => {
      const { totalCount, cards } = await ok(ann.call(route + query))
      expect(totalCount).toBe(12)
      return cards.map(({ cardToken }: { cardToken: string }) => cardToken)
    }
    expect(await tokensOf()).toEqual(tokens.slice(0, 10))
    expect(await tokensOf('?pageNumber=2')).toEqual(tokens.slice(10))
    expect(await tokensOf('?pageSize=11&pageNumber=2')).toEqual(tokens.slice(11))
    expect(await tokensOf('?pageSize=100')).toEqual(tokens)
    expect(await tokensOf('?pageNumber=3')).toEqual([])
    expect(await tokensOf(`?pageSize=100&pageNumber=${Number.MAX_SAFE_INTEGER}`)).toEqual([])
  })

  it.each([
    ['pageSize', '9'],
    ['pageSize', '101'],
    ['pageSize', 'x'],
    ['pageNumber', '0'],
    ['pageNumber', '-1'],
    ['pageNumber', '1.5'],
  ])('400 for %s=%s, with the field as path', async (name, value) => {
    const ann = await service.createUser()
    const route = `GET /v3/spend/profiles/${ann.personal}/cards?${name}=${value}`
    const { status, body } = await ann.call(route)
    expect([status, body.errors[0].path]).toEqual([400, name])
  })

  it("404 not.found for another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await issuesCard(service, bob)
    const reply = await ann.call(`GET /v3/spend/profiles/${bob.personal}/cards`)
    expect(outcome(reply)).toBe('404 not.found')
  })
})
