// The verdicts of the page Webhooks on signatures that Node.js has made.

import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { differenceFromSent } from '../src/pages/webhooks/signature/differences.ts'
import { verifySignature } from '../src/pages/webhooks/signature/verify-signature.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const pem = { type: 'spki', format: 'pem' } as const
const keys = {
  rsa: rsa.publicKey.export(pem).toString(),
  ed25519: ed25519.publicKey.export(pem).toString(),
}
const BODY = '{"data":{"name":"Zoë"},"event_type":"transfers#state-change"}'

const verdict = (signature: string, body = BODY) => verifySignature({ signature, body, keys })
const signatureOf = (hash: 'sha256' | 'sha1', body = BODY) =>
  sign(hash, Buffer.from(body), rsa.privateKey).toString('base64')

it.each([
  ['sha256', 'X-Signature-SHA256'],
  ['sha1', 'X-Signature'],
] as const)('a signature with %s is valid for %s', async (hash, header) => {
  expect(await verdict(signatureOf(hash))).toMatchObject({
    isValid: true,
    message: `The signature is valid for ${header}.`,
  })
  expect(await verdict(`${header}: ${signatureOf(hash)}\n`)).toMatchObject({ isValid: true })
})

it('a signature in base64url or hexadecimal is valid, too', async () => {
  const bytes = Buffer.from(signatureOf('sha256'), 'base64')
  expect(await verdict(bytes.toString('base64url'))).toMatchObject({ isValid: true })
  expect(await verdict(bytes.toString('hex').toUpperCase())).toMatchObject({ isValid: true })
})

it('Standard Webhooks: a signature with Ed25519 signs id, timestamp and body', async () => {
  const text = `msg.1700000000.${BODY}`
  const signature = `v1a,${sign(null, Buffer.from(text), ed25519.privateKey).toString('base64')}`
  expect(await verdict(signature, text)).toMatchObject({ isValid: true })
  const bodyOnly = await verdict(signature)
  expect(bodyOnly.isValid).toBe(false)
  expect(bodyOnly.detail).toContain('webhook-id.webhook-timestamp.body')
})

it.each([
  ['a line break at its end', `${BODY}\n`, 'without the spaces and line breaks'],
  ['JSON that was printed again', JSON.stringify(JSON.parse(BODY), null, 2), 'before parsing it'],
])(
  'a signature is not valid for a body with %s, and the cause is named',
  async (_, body, cause) => {
    const { isValid, detail } = await verdict(signatureOf('sha256'), body)
    expect(isValid).toBe(false)
    expect(detail).toContain(cause)
  },
)

it('a signature is not valid for a changed body, and the signed digest is named', async () => {
  const { isValid, message, detail } = await verdict(
    signatureOf('sha256'),
    `${BODY.slice(0, -1)} ,}`,
  )
  expect({ isValid, message }).toEqual({
    isValid: false,
    message: 'The signature in X-Signature-SHA256 signs another body.',
  })
  expect(detail).toContain(createHash('sha256').update(BODY).digest('hex'))
})

it('a signature is not valid after the modulus of the key is added to the signature', async () => {
  const modulus = Buffer.from(rsa.publicKey.export({ format: 'jwk' }).n ?? '', 'base64url')
  const integerOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`)
  // The sum must not have more bytes than the modulus, so the signature must be low.
  let sum = 1n << 2048n
  let body = ''
  for (let n = 0; sum >= 1n << 2048n; n++) {
    body = `{"n":${n}}`
    sum = integerOf(Buffer.from(signatureOf('sha256', body), 'base64')) + integerOf(modulus)
  }
  expect(await verdict(sum.toString(16), body)).toMatchObject({ isValid: false })
})

it('a signature with the key of another service is distinguished from a changed body', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = sign('sha256', Buffer.from(BODY), other.privateKey).toString('base64')
  for (const signature of [foreign, foreign.slice(0, 40), Buffer.alloc(256).toString('base64')])
    expect(await verdict(signature)).toMatchObject({
      isValid: false,
      message: 'This signature was not made with the key of this service.',
    })
})

it('a pasted digest is reported as a digest, not as a signature, and the first byte that differs is named', async () => {
  const digest = createHash('sha256').update(BODY).digest()
  for (const encoding of ['hex', 'base64'] as const)
    expect(await verdict(digest.toString(encoding))).toMatchObject({
      isValid: true,
      message: 'This is the SHA-256 digest of the body.',
      detail: expect.stringContaining('only a signature proves'),
    })
  const changed = Buffer.from(digest)
  changed[4] = (digest[4] ?? 0) ^ 0xff
  const { isValid, detail } = await verdict(changed.toString('base64'))
  const [yours, expected] = [changed, digest].map((bytes) => bytes.toString('hex').slice(8, 10))
  expect(isValid).toBe(false)
  expect(detail).toContain(`byte 5 of 32: yours is 0x${yours}, expected is 0x${expected}.`)
})

it.each(['', 'not base64!', '===='])(
  'the text %j is refused as neither base64 nor hexadecimal',
  async (text) => {
    expect(await verdict(text)).toMatchObject({
      isValid: false,
      message: 'The signature is neither base64 nor hexadecimal.',
    })
  },
)

it('the first byte that differs from the body that was sent is counted in UTF-8', () => {
  expect(differenceFromSent(BODY, BODY)).toBeUndefined()
  expect(differenceFromSent('ë1', 'ë2')).toContain('byte 3 is 0x32, sent was 0x31')
  expect(differenceFromSent('a', 'ab')).toContain(
    'byte 2 is 0x62; the body that was sent ends before this byte.',
  )
})
