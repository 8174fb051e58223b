import { describe, expect, it } from 'vitest'
import type { Client } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { requestToken } from '../../users/test/token-requests.ts'
import { SEED, seed } from '../seed.ts'
import { realNow } from '../worker/clock.ts'

const [{ clientKey, secret }] = SEED.applications
const user = { token: SEED.personalToken }

describe('the seeded sandbox', () => {
  const service = testService()

  it('D87, D101: has addresses in London, two directors, one owner, and a trusted partner', async () => {
    await seed(service.db, realNow())
    const read = async (path: string) => (await service.call(`GET ${path}`, user)).body
    const [personal, business] = await read('/v2/profiles')
    expect([personal.address.city, business.address.city]).toEqual(['London', 'London'])
    expect(await read(`/v1/profiles/${business.id}/directors`)).toHaveLength(2)
    expect(await read(`/v1/profiles/${business.id}/ubos`)).toMatchObject([
      { name: 'Robin Godwit', ownershipPercentage: 100 },
    ])
    const { rows } = await service.db.pool.query(
      `select client_key as "clientKey", trusted, additional_verification as "additional"
         from applications order by id`,
    )
    expect(rows).toEqual([
      { clientKey: 'sandbox-app', trusted: false, additional: false },
      { clientKey: 'sandbox-partner', trusted: true, additional: true },
    ])
  })

  it('D101: sends an application an event of a seeded profile, because the user granted access to the application', async () => {
    await seed(service.db, realNow())
    await service.settle()
    const application = { clientKey, secret } as Client
    const { body } = await requestToken(service, application, { grant_type: 'client_credentials' })
    const created = await service.call(`POST /v3/applications/${clientKey}/subscriptions`, {
      token: body.access_token,
      body: {
        name: 'credits',
        trigger_on: 'balances#update',
        delivery: { version: '2.2.0', url: 'https://receiver.example.com/events' },
      },
    })
    expect(created.status).toBe(200)

    const { body: profiles } = await service.call('GET /v2/profiles', user)
    const profileId = profiles[0].id
    const { body: balances } = await service.call(
      `GET /v4/profiles/${profileId}/balances?types=STANDARD`,
      user,
    )
    const { id: balanceId, currency } = balances[0]
    await service.call('POST /v1/simulation/balance/topup', {
      ...user,
      body: { profileId, balanceId, currency, amount: 5 },
    })
    await service.settle()

    const received = service.sent.map((request) => JSON.parse(String(request.body)))
    expect(received.map(({ data }) => [data.resource.profile_id, data.amount])).toEqual([
      [profileId, 5],
    ])
  })
})
