import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  callWithApproval,
  challengeToken,
  keyPair,
  outcome,
  pemOf,
  setsPin,
  signatureOf,
} from './protected-requests.ts'

const create = 'POST /v1/user/signing-keys'
const rsa = (bits = 2048) => generateKeyPairSync('rsa', { modulusLength: bits })

/** A public key with a modulus of this length that nobody has a private key for, because generating long keys is slow. */
function rsaWithModulus(bits: number) {
  const n = Buffer.alloc(bits / 8, 0xff).toString('base64url')
  return createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' })
}

describe('security.create-signing-key', () => {
  const service = testService()

  const register = (person: Person, publicKey: string, headers: Record<string, string> = {}) =>
    person.call(create, { body: { publicKey }, headers })

  it('201 returns the key as SubjectPublicKeyInfo, with its fingerprint', async () => {
    const ann = await service.createUser()
    const { publicKey } = keyPair()
    const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const { status, body } = await register(ann, pkcs1)
    const der = publicKey.export({ type: 'spki', format: 'der' })
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        publicKey: pemOf(publicKey),
        fingerprint: createHash('sha256').update(der).digest('hex'),
        createdAt: '2026-01-05T10:00:00Z',
      },
    ])
  })

  it('403 sca.challenge.required for a second key until the first key has signed the challenge, 409 signing-key.repeated for the same key, and 409 signing-key.limit for the sixth key', async () => {
    const ann = await service.createUser()
    await register(ann, pemOf(keyPair().publicKey))
    const signed = async (publicKey: string) => {
      const token = challengeToken(await register(ann, publicKey))
      return register(ann, publicKey, {
        'x-2fa-approval': token,
        'x-signature': signatureOf(token),
      })
    }
    expect(outcome(await signed(pemOf(keyPair().publicKey)))).toBe('409 signing-key.repeated')
    for (let n = 2; n <= 5; n++) expect(outcome(await signed(pemOf(rsa().publicKey)))).toBe('201')
    expect(outcome(await signed(pemOf(rsa().publicKey)))).toBe('409 signing-key.limit')
  })

  it('201 for a user with a PIN, once the challenge is cleared', async () => {
    const ann = await service.createUser()
    await setsPin(ann)
    const request = { body: { publicKey: pemOf(keyPair().publicKey) } }
    expect((await callWithApproval(ann, create, request, 'PIN')).status).toBe(201)
  })

  it.each([
    ['a key of 1024 bits', () => pemOf(rsa(1024).publicKey)],
    ['a key of 8200 bits', () => pemOf(rsaWithModulus(8200))],
    ['another kind of key', () => pemOf(generateKeyPairSync('ed25519').publicKey)],
    ['a private key', () => rsa().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['a text that is not PEM', () => 'ssh-rsa AAAA'],
    ['a broken key', () => '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
  ])('422 signing-key.invalid for %s', async (_, pem) => {
    expect(outcome(await register(await service.createUser(), pem()))).toBe(
      '422 signing-key.invalid',
    )
  })
})
