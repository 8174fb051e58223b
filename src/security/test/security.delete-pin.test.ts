import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { callWithApproval, challengeToken, requestFunding, setsPin } from './protected-requests.ts'

describe('security.delete-pin', () => {
  const service = testService()
  const live = testService({ mode: 'live' })

  it('204 with a user token, without a challenge in the sandbox', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const route = `DELETE /v1/users/${ann.userId}/pin`
    expect((await ann.call(route)).status).toBe(204)
    await setsPin(ann, '4321')
  })

  it('204 in live mode with the client credentials token of an application that has access to the user', async () => {
    const client = await live.createClient()
    const ann = await live.createUser({ applicationId: client.applicationId })
    await setsPin(ann)
    const reply = await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    expect(reply.status).toBe(204)
    expect(reply.headers['x-2fa-approval']).toBeUndefined()
    const repeated = await client.call(`DELETE /v1/users/${ann.userId}/pin`)
    expect(outcome(repeated)).toBe('404 pin.not.setup')
  })

  it('403 sca.challenge.required in live mode with a user token, and 204 once the challenge is cleared', async () => {
    const ann = await live.createUser()
    await setsPin(ann)
    expect(
      (await callWithApproval(ann, `DELETE /v1/users/${ann.userId}/pin`, {}, 'PIN')).status,
    ).toBe(204)
  })

  it('404 pin.not.setup for a user without a PIN', async () => {
    for (const { createUser } of [service, live]) {
      const ann = await createUser()
      const reply = await ann.call(`DELETE /v1/users/${ann.userId}/pin`)
      expect(outcome(reply)).toBe('404 pin.not.setup')
    }
  })

  it('404 not.found for another user, with a user token and with a client token', async () => {
    const [ann, bob, client] = [
      await service.createUser(),
      await service.createUser(),
      await service.createClient(),
    ]
    await setsPin(ann)
    for (const stranger of [bob, client]) {
      const reply = await stranger.call(`DELETE /v1/users/${ann.userId}/pin`)
      expect(outcome(reply)).toBe('404 not.found')
    }
  })

  it('204 invalidates open one-time tokens', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const headers = { 'one-time-token': challengeToken(await requestFunding(ann)) }
    const tokenStatus = async () =>
      (await ann.call('GET /v1/one-time-token/status', { headers })).status
    expect(await tokenStatus()).toBe(200)
    expect((await ann.call(`DELETE /v1/users/${ann.userId}/pin`)).status).toBe(204)
    await setsPin(ann)
    expect(await tokenStatus()).toBe(404)
  })
})
