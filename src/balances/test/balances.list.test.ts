import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { openBalance } from './fixtures.ts'

describe('balances.list', () => {
  const service = testService()

  it('200 lists the open balances of the profile that have a requested type, in ascending order of id', async () => {
    const ann = await service.createUser()
    const usd = (await openBalance(ann, 'USD')).body
    const jar = (await openBalance(ann, 'USD', { type: 'SAVINGS', name: 'Jar' })).body
    const eur = (await openBalance(ann, 'EUR')).body
    const closed = (await openBalance(ann, 'AUD')).body
    await ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${closed.id}`)
    await openBalance(await service.createUser(), 'USD')
    const list = async (types: string) => {
      const reply = await ann.call(`GET /v4/profiles/${ann.personal}/balances?types=${types}`)
      expect(reply.status).toBe(200)
      return reply.body
    }
    expect(await list('STANDARD')).toEqual([usd, eur])
    expect(await list('SAVINGS')).toEqual([jar])
    expect(await list('SAVINGS,STANDARD')).toEqual([usd, jar, eur])
  })

  it('D107: GET /v3 returns the same body as GET /v4', async () => {
    const ann = await service.createUser()
    await openBalance(ann, 'USD')
    const [v3, v4] = await Promise.all(
      ['v3', 'v4'].map((version) =>
        ann.call(`GET /${version}/profiles/${ann.personal}/balances?types=STANDARD`),
      ),
    )
    expect(v3?.body).toHaveLength(1)
    expect([v3?.status, v3?.body]).toEqual([v4?.status, v4?.body])
  })

  const refused: [query: string, code: string, because: string][] = [
    ['', 'NotNull', 'types is required'],
    ['?types=', 'Pattern', 'at least one type is required'],
    ['?types=CURRENT', 'Pattern', 'the type is unknown'],
    ['?types=STANDARD,', 'Pattern', 'a comma must separate two types'],
  ]
  it.each(refused)('400 for the query "%s": %s, because %s', async (query, code) => {
    const ann = await service.createUser()
    const reply = await ann.call(`GET /v4/profiles/${ann.personal}/balances${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ code, path: 'types' }])
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call(`GET /v4/profiles/${bob.personal}/balances?types=STANDARD`)
    expect(outcome(reply)).toBe('404 not.found')
  })
})
