// A client that reads card data and chooses PINs: it encrypts its requests, and opens the replies with card data.

import {
  constants,
  createCipheriv,
  createPublicKey,
  type KeyObject,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Person } from '../../../test/support/people.ts'
import type { Call, Reply } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

type Wrap = 'RSA1_5' | 'RSA-OAEP-256'

export const ROUTES = {
  details: 'POST /card-data/v1/sensitive-card-data/details',
  pin: 'POST /card-data/v1/sensitive-card-data/pin',
  preset: 'POST /card-data/v1/sensitive-card-data/preset-pin',
} as const

const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url')

export async function fetchesKey({ call }: Pick<Person, 'call'>): Promise<KeyObject> {
  const { key } = await ok(call('GET /card-data/v1/clientSideEncryption/fetchEncryptingKey'))
  return createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
}

/** Encrypts a request, with or without content. `open` decrypts its reply. */
export function encryptRequest(key: KeyObject, wrap: Wrap = 'RSA1_5', content?: string) {
  const contentKey = randomBytes(32)
  const header = base64url(JSON.stringify({ alg: wrap, enc: 'A256GCM' }))
  const wrapped = publicEncrypt(
    wrap === 'RSA1_5'
      ? { key, padding: constants.RSA_PKCS1_PADDING }
      : { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    contentKey,
  )
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', contentKey, nonce)
  cipher.setAAD(Buffer.from(header))
  const sealed = Buffer.concat([cipher.update(content ?? ''), cipher.final()])
  // Without content the JWE has neither a ciphertext nor a tag (D62).
  const contentAndTag =
    content === undefined ? ['', ''] : [sealed, cipher.getAuthTag()].map(base64url)
  const jwe = [header, base64url(wrapped), base64url(nonce), ...contentAndTag].join('.')
  const open = async (reply: string): Promise<Record<string, string>> => {
    const { plaintext } = await compactDecrypt(reply, contentKey)
    return JSON.parse(new TextDecoder().decode(plaintext))
  }
  return { body: { keyVersion: 1, encryptedPayload: jwe }, open }
}

/** Encrypts a request with content by a library that shares no code with the service. */
export async function encryptWithLibrary(key: KeyObject, content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const encryptedPayload = await new CompactEncrypt(Buffer.from(text))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
    .encrypt(key)
  return { keyVersion: 1, encryptedPayload }
}

/** Requests the details or the PIN of a card. `open` decrypts a reply with status 200. */
export async function requestCardData(
  person: Pick<Person, 'call'>,
  route: 'details' | 'pin',
  token: string,
  { headers = {}, wrap }: { headers?: Call['headers']; wrap?: Wrap } = {},
): Promise<{ reply: Reply; open: () => Promise<Record<string, string>> }> {
  const { body, open } = encryptRequest(await fetchesKey(person), wrap)
  const reply = await person.call(ROUTES[route], {
    body,
    headers: { 'x-card-card-token': token, ...headers },
  })
  return { reply, open: () => open(reply.text) }
}

export async function presetPin(
  person: Pick<Person, 'call'>,
  orderId: number | string,
  content: unknown = { pin: '4321' },
  headers: Call['headers'] = { 'x-card-order-id': String(orderId) },
): Promise<Reply> {
  const body = await encryptWithLibrary(await fetchesKey(person), content)
  return person.call(ROUTES.preset, { body, headers })
}
