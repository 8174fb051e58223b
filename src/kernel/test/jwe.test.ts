// Compact JWE: the wraps that clients use, the form without content, and forgeries.

import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { CompactEncrypt, compactDecrypt, errors } from 'jose'
import { describe, expect, it } from 'vitest'
import { isCompactJwe, type JweRules, openJwe } from '../keys/jwe.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const contentKey = randomBytes(32)
const both: JweRules = { wraps: ['RSA-OAEP-256', 'RSA1_5'] }
const withEmpty: JweRules = { ...both, mayBeEmpty: true }

const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url')
const headerOf = (members: object) => base64url(JSON.stringify(members))
const RSA1_5 = { alg: 'RSA1_5', enc: 'A256GCM' }
const wrap = (key: Buffer = contentKey, padding = constants.RSA_PKCS1_PADDING) =>
  base64url(publicEncrypt({ key: publicKey, padding }, key))
const nonce = base64url(randomBytes(12))

/** Encrypts the text with `jose`. */
const encrypt = (text: string | Buffer, header: object = {}) =>
  new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', ...header })
    .encrypt(publicKey)

const encryptDirectly = (text: string) =>
  new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(contentKey)

describe('openJwe', () => {
  it('RSA-OAEP-256 with content: the content is decrypted', async () => {
    const opened = openJwe(await encrypt('{"pin":"1234"}', { kid: '1' }), privateKey, both)
    expect(opened?.content).toBe('{"pin":"1234"}')
  })

  it('RSA1_5 without content: the reply opens with the wrapped key', async () => {
    const jwe = `${headerOf(RSA1_5)}.${wrap()}.${nonce}..`
    const opened = openJwe(jwe, privateKey, withEmpty)
    expect(opened?.content).toBeUndefined()
    const reply = opened?.encryptReply('a text') ?? ''
    const { plaintext, protectedHeader } = await compactDecrypt(reply, contentKey)
    expect([String(Buffer.from(plaintext)), protectedHeader]).toEqual([
      'a text',
      { alg: 'dir', enc: 'A256GCM' },
    ])
  })

  it('RSA1_5 with content: the content is decrypted', () => {
    const header = headerOf(RSA1_5)
    const cipher = createCipheriv('aes-256-gcm', contentKey, Buffer.from(nonce, 'base64url'))
    cipher.setAAD(Buffer.from(header))
    const content = Buffer.concat([cipher.update('{"pin":"1234"}'), cipher.final()])
    const sections = [header, wrap(), nonce, base64url(content), base64url(cipher.getAuthTag())]
    expect(openJwe(sections.join('.'), privateKey, both)?.content).toBe('{"pin":"1234"}')
  })

  it('two replies under one key have different nonces', () => {
    const opened = openJwe(`${headerOf(RSA1_5)}.${wrap()}.${nonce}..`, privateKey, withEmpty)
    const nonceOfReply = () => opened?.encryptReply('x').split('.')[2]
    expect(nonceOfReply()).toMatch(/^[\w-]{16}$/)
    expect(nonceOfReply()).not.toBe(nonceOfReply())
  })
})

describe('D62a: a JWE is opened with a random key when its padding is wrong', () => {
  const isOpened = (wrappedKey: string) =>
    openJwe(`${headerOf(RSA1_5)}.${wrappedKey}.${nonce}..`, privateKey, withEmpty) !== undefined

  it.each([
    ['a correct padding', wrap()],
    ['a wrong padding', base64url(Buffer.concat([Buffer.alloc(1), randomBytes(255)]))],
    ['a key of 16 bytes', wrap(randomBytes(16))],
    ['an empty key', wrap(Buffer.alloc(0))],
    [
      'a content key that was encrypted for another service',
      base64url(
        publicEncrypt({ key: other.publicKey, padding: constants.RSA_PKCS1_PADDING }, contentKey),
      ),
    ],
  ])('opens a JWE with %s', (_, key) => expect(isOpened(key)).toBe(true))

  it('the reply to a wrong padding cannot be decrypted with the content key of another JWE, nor with a key of zeros', async () => {
    const wrong = base64url(Buffer.concat([Buffer.alloc(1), randomBytes(255)]))
    const opened = openJwe(`${headerOf(RSA1_5)}.${wrong}.${nonce}..`, privateKey, withEmpty)
    const reply = opened?.encryptReply('secret') ?? ''
    await expect(compactDecrypt(reply, contentKey)).rejects.toThrow(errors.JWEDecryptionFailed)
    await expect(compactDecrypt(reply, new Uint8Array(32))).rejects.toThrow(
      errors.JWEDecryptionFailed,
    )
  })
})

describe('openJwe', () => {
  const good = () => encrypt('text')
  const changeSections = async (change: (sections: string[]) => string[]) =>
    change((await good()).split('.')).join('.')

  it.each<[string, () => Promise<string> | string, JweRules?]>([
    ['four sections', async () => (await good()).split('.').slice(0, 4).join('.')],
    ['six sections', async () => `${await good()}.x`],
    [
      'a changed content',
      () => changeSections(([h, k, n, c = '', t]) => [h, k, n, `A${c.slice(1)}A`, t] as string[]),
    ],
    [
      'a changed header',
      () =>
        changeSections(([, ...others]) => [
          headerOf({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'x' }),
          ...others,
        ]),
    ],
    [
      'a shortened tag',
      () => changeSections(([h, k, n, c, t = '']) => [h, k, n, c, t.slice(0, 6)] as string[]),
    ],
    [
      'content without a tag',
      () => changeSections(([h, k, n, c]) => [h, k, n, c, ''] as string[]),
      withEmpty,
    ],
    [
      'a nonce of 16 bytes',
      () =>
        changeSections(([h, k, , c, t]) => [h, k, base64url(randomBytes(16)), c, t] as string[]),
    ],
    [
      'a wrap that the rules do not allow',
      () => `${headerOf(RSA1_5)}.${wrap()}.${nonce}..`,
      { wraps: ['RSA-OAEP-256'], mayBeEmpty: true },
    ],
    ['no content where the rules demand it', () => `${headerOf(RSA1_5)}.${wrap()}.${nonce}..`],
    [
      'a wrapped key of another length',
      () => `${headerOf(RSA1_5)}.${base64url(randomBytes(255))}.${nonce}..`,
      withEmpty,
    ],
    ['alg dir', () => encryptDirectly('text')],
    [
      'alg none',
      () => `${headerOf({ alg: 'none', enc: 'A256GCM' })}.${wrap()}.${nonce}..`,
      withEmpty,
    ],
    [
      'another cipher',
      () => `${headerOf({ alg: 'RSA1_5', enc: 'A128CBC-HS256' })}.${wrap()}.${nonce}..`,
      withEmpty,
    ],
    [
      'a critical header',
      () => `${headerOf({ ...RSA1_5, crit: ['x'], x: 1 })}.${wrap()}.${nonce}..`,
      withEmpty,
    ],
    [
      'compressed content',
      () => `${headerOf({ ...RSA1_5, zip: 'DEF' })}.${wrap()}.${nonce}..`,
      withEmpty,
    ],
    ['a header that is a list', () => `${base64url('[1]')}.${wrap()}.${nonce}..`, withEmpty],
    ['a header that is not JSON', () => `${base64url('{')}.${wrap()}.${nonce}..`, withEmpty],
    ['content that is not UTF-8', () => encrypt(Buffer.from('ff', 'hex'))],
  ])('cannot decrypt a JWE with %s', async (_, jwe, rules = both) => {
    expect(openJwe(await jwe(), privateKey, rules)).toBeUndefined()
  })

  it('cannot decrypt a JWE for another key', async () => {
    expect(openJwe(await good(), other.privateKey, both)).toBeUndefined()
  })
})

it.each([
  ['a.b.c.d.e', true],
  ['a.b.c..', true],
  ['a.b.c.d', false],
  ['{"a":1}', false],
  ['a.b.c.d.e.f', false],
  ['a.b.c.+.e', false],
])('isCompactJwe(%j) is %j', (text, expected) => expect(isCompactJwe(text)).toBe(expected))
