import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { fetchesKey } from './card-client.ts'

const ROUTE = 'GET /card-data/v1/clientSideEncryption/fetchEncryptingKey'

describe(ROUTE, () => {
  const service = testService()

  it('D62: 200 with version 1 and an RSA key of 2048 bits, the same each time and after a restart', async () => {
    const ann = await service.createUser()
    const first = await ok(ann.call(ROUTE))
    expect(first).toEqual({ version: 1, key: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) })
    expect((await fetchesKey(ann)).asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
    await service.restart()
    expect(await ok(ann.call(ROUTE))).toEqual(first)
  })

  it('401 unauthorized with the token of an application', async () => {
    const { token } = await service.createClient()
    expect(outcome(await service.call(ROUTE, { token }))).toBe('401 unauthorized')
  })
})

describe('live mode', () => {
  const live = testService({ mode: 'live' })

  it.each([
    ROUTE,
    'POST /card-data/v1/sensitive-card-data/details',
    'POST /card-data/v1/sensitive-card-data/pin',
    'POST /card-data/v1/sensitive-card-data/preset-pin',
  ])('D86: 404 not.found for %s', async (route) => {
    const ann = await live.createUser()
    expect(outcome(await ann.call(route))).toBe('404 not.found')
  })
})
