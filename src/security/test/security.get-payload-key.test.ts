import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from './protected-requests.ts'

const ROUTE = 'GET /v1/auth/jose/response/public-keys'

describe('security.get-payload-key', () => {
  const service = testService()

  it('200 returns the same RSA key to users and applications', async () => {
    const query = { algorithm: 'RSA_OAEP_256', scope: 'PAYLOAD_ENCRYPTION' }
    const { status, body } = await (await service.createUser()).call(ROUTE, { query })
    expect([status, body]).toEqual([
      200,
      {
        version: 1,
        keyMaterial: { algorithm: 'RSA_OAEP_256', keyMaterial: expect.any(String) },
        scope: 'PAYLOAD_ENCRYPTION',
      },
    ])
    const der = Buffer.from(body.keyMaterial.keyMaterial, 'base64')
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect((await (await service.createClient()).call(ROUTE)).body).toEqual(body)
  })

  it('400 NotAllowed for an unsupported algorithm or scope', async () => {
    const ann = await service.createUser()
    for (const query of ['algorithm=ES512', 'scope=PAYLOAD_SIGNING'])
      expect(outcome(await ann.call(`${ROUTE}?${query}`))).toBe('400 NotAllowed')
  })
})
