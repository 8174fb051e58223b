import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  challengeToken,
  outcome,
  registersKey,
  requestFunding,
  signatureOf,
} from './protected-requests.ts'

describe('security.delete-signing-key', () => {
  const service = testService()

  it('204 once a signature has cleared the challenge, and the key clears no more challenges', async () => {
    const ann = await service.createUser()
    const id = await registersKey(ann)
    const route = `DELETE /v1/user/signing-keys/${id}`
    const token = challengeToken(await ann.call(route))
    const headers = { 'x-2fa-approval': token, 'x-signature': signatureOf(token) }
    expect((await ann.call(route, { headers })).status).toBe(204)
    expect((await requestFunding(ann)).status).toBe(404)
  })

  it("404 signing-key.not-found for another user's key and for an unknown id, before any challenge", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const id = await registersKey(ann)
    await registersKey(bob)
    for (const keyId of [id, 999_999])
      expect(outcome(await bob.call(`DELETE /v1/user/signing-keys/${keyId}`))).toBe(
        '404 signing-key.not-found',
      )
  })
})
