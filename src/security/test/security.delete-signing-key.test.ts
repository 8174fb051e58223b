import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { type TestService, testService } from '../../../test/support/service.ts'
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
    expect(outcome(await requestFunding(ann))).toBe('404 transfer.not-found')
  })

  it('204 without a challenge for an application in a permissive sandbox, and the removal is recorded without proof', async () => {
    const { applicationId } = await service.createClient()
    const ann = await service.createUser({ applicationId })
    const id = await registersKey(ann)
    expect((await ann.call(`DELETE /v1/user/signing-keys/${id}`)).status).toBe(204)
    expect(removalsIn(service, ann)).toMatchObject([{ factor: 'SIGNATURE', proof: 'none' }])
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

describe('security.delete-signing-key under the rules of live mode', () => {
  const service = testService({ settings: { strictSca: true } })

  it('204 once a signature has cleared the challenge, and the removal is recorded as proved', async () => {
    const ann = await service.createUser()
    const route = `DELETE /v1/user/signing-keys/${await registersKey(ann)}`
    const token = challengeToken(await ann.call(route))
    const headers = { 'x-2fa-approval': token, 'x-signature': signatureOf(token) }
    expect((await ann.call(route, { headers })).status).toBe(204)
    expect(removalsIn(service, ann)).toMatchObject([{ factor: 'SIGNATURE', proof: 'challenge' }])
  })
})

function removalsIn({ securityLines }: TestService, { userId }: Person) {
  return securityLines.filter(
    (line) => line['security'] === 'security.factor-removed' && line['userId'] === userId,
  )
}
