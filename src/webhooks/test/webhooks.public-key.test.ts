import { createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signingService } from './webhook-fixtures.ts'

describe('webhooks.public-key', () => {
  const service = signingService()

  it('200 returns the RSA key as PEM text, without a token', async () => {
    const { status, text, headers } = await service.call('GET /v1/webhooks/public-key')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const key = createPublicKey(text)
    expect([key.asymmetricKeyType, key.asymmetricKeyDetails?.modulusLength]).toEqual(['rsa', 2048])
  })

  it('200 returns the Ed25519 key for algorithm=ed25519', async () => {
    const { status, text } = await service.call('GET /v1/webhooks/public-key?algorithm=ed25519')
    expect([status, createPublicKey(text).asymmetricKeyType]).toEqual([200, 'ed25519'])
  })

  it('400 for an unknown algorithm', async () => {
    const { status } = await service.call('GET /v1/webhooks/public-key?algorithm=dsa')
    expect(status).toBe(400)
  })
})
