// The verdicts of the page Webhooks on signatures that Node.js has made.

import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, it } from 'vitest'
import { differenceFromSent } from '../src/pages/webhooks/differences.ts'
import { verifySignature } from '../src/pages/webhooks/verify-signature.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ed25519 = generateKeyPairSync('ed25519')
const pem = { type: 'spki', format: 'pem' } as const
const keys = {
  rsa: rsa.publicKey.export(pem).toString(),
  ed25519: ed25519.publicKey.export(pem).toString(),
}
const BODY = '{"data":{"name":"Zoë"},"event_type":"transfers#state-change"}'

const verdict = (signature: string, body = BODY) => verifySignature({ signature, body, keys })
const signed = (hash: 'sha256' | 'sha1', body = BODY) =>
  sign(hash, Buffer.from(body), rsa.privateKey).toString('base64')

it.each([
  ['sha256', 'X-Signature-SHA256'],
  ['sha1', 'X-Signature'],
] as const)('a signature with %s is right for %s', async (hash, header) => {
  expect(await verdict(signed(hash))).toMatchObject({
    isRight: true,
    message: `The signature is right for ${header}.`,
  })
  expect(await verdict(`${header}: ${signed(hash)}\n`)).toMatchObject({ isRight: true })
})

it('a signature in base64url or hexadecimal is read, too', async () => {
  const bytes = Buffer.from(signed('sha256'), 'base64')
  expect(await verdict(bytes.toString('base64url'))).toMatchObject({ isRight: true })
  expect(await verdict(bytes.toString('hex').toUpperCase())).toMatchObject({ isRight: true })
})

it('Standard Webhooks: a signature of Ed25519 is of id, time and body', async () => {
  const text = `msg.1700000000.${BODY}`
  const signature = `v1a,${sign(null, Buffer.from(text), ed25519.privateKey).toString('base64')}`
  expect(await verdict(signature, text)).toMatchObject({ isRight: true })
  const bodyOnly = await verdict(signature)
  expect(bodyOnly.isRight).toBe(false)
  expect(bodyOnly.detail).toContain('webhook-id.webhook-timestamp.body')
})

it.each([
  ['a line end after it', `${BODY}\n`, 'without the spaces and line ends'],
  ['JSON that was printed again', JSON.stringify(JSON.parse(BODY), null, 2), 'before parsing it'],
])('a body with %s is wrong, and the cause is named', async (_, body, cause) => {
  const { isRight, detail } = await verdict(signed('sha256'), body)
  expect(isRight).toBe(false)
  expect(detail).toContain(cause)
})

it('a changed body is wrong, with both digests', async () => {
  const { isRight, message, detail } = await verdict(signed('sha256'), `${BODY.slice(0, -1)} ,}`)
  expect({ isRight, message }).toEqual({
    isRight: false,
    message: 'The signature in X-Signature-SHA256 is of another body.',
  })
  expect(detail).toContain(createHash('sha256').update(BODY).digest('hex'))
})

it('a signature with the key of another service is distinguished from a changed body', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = sign('sha256', Buffer.from(BODY), other.privateKey).toString('base64')
  for (const signature of [foreign, foreign.slice(0, 40), Buffer.alloc(256).toString('base64')])
    expect(await verdict(signature)).toMatchObject({
      isRight: false,
      message: 'This service has not made the signature.',
    })
})

it('a digest is compared byte by byte', async () => {
  const digest = createHash('sha256').update(BODY).digest()
  expect(await verdict(digest.toString('hex'))).toMatchObject({ isRight: true })
  expect(await verdict(digest.toString('base64'))).toMatchObject({ isRight: true })
  const changed = Buffer.from(digest)
  changed[4] = (digest[4] ?? 0) ^ 0xff
  const { isRight, detail } = await verdict(changed.toString('base64'))
  const [yours, expected] = [changed, digest].map((bytes) => bytes.toString('hex').slice(8, 10))
  expect(isRight).toBe(false)
  expect(detail).toContain(`byte 5 of 32: yours is 0x${yours}, expected is 0x${expected}.`)
})

it.each(['', 'not base64!', '===='])('%j is no signature', async (text) => {
  expect(await verdict(text)).toMatchObject({
    isRight: false,
    message: 'This is neither base64 nor hexadecimal.',
  })
})

it('the first byte that differs from the body that was sent is counted in UTF-8', () => {
  expect(differenceFromSent(BODY, BODY)).toBeUndefined()
  expect(differenceFromSent('ë1', 'ë2')).toContain('byte 3 is 0x32, sent was 0x31')
  expect(differenceFromSent('a', 'ab')).toContain('byte 2 is 0x62, sent was missing')
})
