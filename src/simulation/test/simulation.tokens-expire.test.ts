import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { hashSecret } from '../../users/index.ts'
import {
  failure,
  REGISTRATION_CODE,
  requestToken,
  signUp,
} from '../../users/test/token-requests.ts'

const ROUTE = 'POST /v1/simulation/tokens/expire'
const INVALID = [401, 'invalid_token', 'Invalid token']

describe('D103: simulation.tokens-expire', () => {
  const service = testService()
  const registers = async () => {
    const client = await service.createClient()
    const email = await signUp(client)
    const fields = { grant_type: 'registration_code', email, registration_code: REGISTRATION_CODE }
    return { client, fields, tokens: (await requestToken(service, client, fields)).body }
  }

  it('204 expires only the access token of the request; the refresh token still gets a new access token', async () => {
    const { client, fields, tokens } = await registers()
    const other = (await requestToken(service, client, fields)).body.access_token
    const { access_token: token, refresh_token } = tokens
    expect((await service.call('GET /v1/me', { token })).status).toBe(200)
    expect((await service.call(ROUTE, { token })).status).toBe(204)
    expect(failure(await service.call('GET /v1/me', { token }))).toEqual(INVALID)
    expect((await service.call('GET /v1/me', { token: other })).status).toBe(200)
    const refreshed = await requestToken(service, client, {
      grant_type: 'refresh_token',
      refresh_token,
    })
    const newToken = refreshed.body.access_token
    expect((await service.call('GET /v1/me', { token: newToken })).status).toBe(200)
  })

  it('204 expires the token of a client', async () => {
    const client = await service.createClient()
    const { body } = await requestToken(service, client, { grant_type: 'client_credentials' })
    const token = body.access_token
    const exists = () =>
      service.call('POST /v1/users/exists', { token, body: { email: 'a@example.com' } })
    expect((await exists()).status).toBe(200)
    expect((await service.call(ROUTE, { token })).status).toBe(204)
    expect(failure(await exists())).toEqual(INVALID)
  })

  it('422 token.permanent for a personal token, which stays valid', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(ROUTE)
    expect(outcome(reply)).toBe('422 token.permanent')
    expect((await ann.call('GET /v1/me')).status).toBe(200)
  })

  it('401 invalid_token for the second of two concurrent requests', async () => {
    const { tokens } = await registers()
    const token = tokens.access_token
    const lock = rowLock('tokens', { hash: hashSecret(token) })
    const both = await raceResults(service.db, lock, [
      () => service.call(ROUTE, { token }),
      () => service.call(ROUTE, { token }),
    ])
    expect(both.map(outcome)).toEqual(['204', '401 invalid_token'])
  })
})
