// Compact JWE (RFC 7516) with a content key that the client wraps with an RSA key of this service. This file uses the
// primitives of node:crypto, because the library `jose` neither supports RSA1_5 nor opens a JWE that has a content key but
// no content (D62).

import {
  constants,
  createCipheriv,
  createDecipheriv,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { secureRandomBytes } from './seal.ts'

type KeyWrap = 'RSA-OAEP-256' | 'RSA1_5'

const CIPHER = 'aes-256-gcm'
const CONTENT = 'A256GCM'
const CONTENT_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** In characters of Base64url. A header with all of `HEADER_MEMBERS` and a UUID as `kid` has about 160. */
const HEADER_LENGTH_MAX = 1024

/** Other members are not accepted, because some, such as `crit` or `zip`, change the meaning of the JWE. */
const HEADER_MEMBERS = ['alg', 'enc', 'kid', 'typ', 'cty']

export type JweRules = {
  readonly wraps: readonly KeyWrap[]
  /** The content and the tag may both be empty: the client then sends only the key that encrypts the reply. */
  readonly mayBeEmpty?: true
}

export type OpenedJwe = {
  /** Undefined when the content and the tag are empty. */
  readonly content: string | undefined
  /** Encrypts a text with the same content key. */
  readonly encryptReply: (text: string) => string
}

const FORM = /^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]*\.[\w-]*$/

/** Whether the text has the form of a compact JWE. */
export function isCompactJwe(text: string): boolean {
  return FORM.test(text)
}

/** Undefined when `jwe` is not a JWE that `rules` allow, or was not encrypted for `key`. */
export function openJwe(jwe: string, key: KeyObject, rules: JweRules): OpenedJwe | undefined {
  if (!isCompactJwe(jwe)) return undefined
  const [header = '', wrapped = '', nonce = '', content = '', tag = ''] = jwe.split('.')
  const wrap = wrapOf(header)
  if (wrap === undefined || !rules.wraps.includes(wrap)) return undefined
  const sealed = {
    header,
    nonce: Buffer.from(nonce, 'base64url'),
    content: Buffer.from(content, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
  }
  const isEmpty = sealed.content.length === 0 && sealed.tag.length === 0
  if (isEmpty && !rules.mayBeEmpty) return undefined
  if (sealed.nonce.length !== NONCE_BYTES || (!isEmpty && sealed.tag.length !== TAG_BYTES))
    return undefined
  const contentKey = contentKeyOf(key, wrap, Buffer.from(wrapped, 'base64url'))
  if (contentKey === undefined) return undefined
  const encryptReply = (text: string) => encryptWith(contentKey, text)
  if (isEmpty) return { content: undefined, encryptReply }
  const opened = decrypt(contentKey, sealed)
  return opened === undefined ? undefined : { content: opened, encryptReply }
}

function wrapOf(header: string): KeyWrap | undefined {
  if (header.length > HEADER_LENGTH_MAX) return undefined
  try {
    const members: unknown = JSON.parse(Buffer.from(header, 'base64url').toString())
    if (members === null || typeof members !== 'object' || Array.isArray(members)) return undefined
    if (Object.keys(members).some((name) => !HEADER_MEMBERS.includes(name))) return undefined
    const { alg, enc } = members as { alg?: unknown; enc?: unknown }
    if (enc !== CONTENT) return undefined
    return alg === 'RSA-OAEP-256' || alg === 'RSA1_5' ? alg : undefined
  } catch {
    return undefined
  }
}

/**
 * Unwraps the content key. A random key replaces one that cannot be decrypted or has another length, so that the reply
 * does not depend on the padding: otherwise an attacker could decrypt a recorded JWE by sending variants of it (RFC 7516
 * section 11.5). Returns undefined when `wrapped` and the modulus differ in length: both lengths are public, so an
 * attacker learns nothing from that.
 */
function contentKeyOf(key: KeyObject, wrap: KeyWrap, wrapped: Buffer): Buffer | undefined {
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (wrapped.length !== Math.ceil(modulusLength / 8)) return undefined
  const random = secureRandomBytes(CONTENT_KEY_BYTES)
  try {
    const opened =
      wrap === 'RSA1_5'
        ? privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, wrapped)
        : privateDecrypt(
            { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
            wrapped,
          )
    return opened.length === CONTENT_KEY_BYTES ? opened : random
  } catch {
    return random
  }
}

type SealedContent = {
  readonly header: string
  readonly nonce: Buffer
  readonly content: Buffer
  readonly tag: Buffer
}

function decrypt(
  contentKey: Buffer,
  { header, nonce, content, tag }: SealedContent,
): string | undefined {
  try {
    const decipher = createDecipheriv(CIPHER, contentKey, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(header))
    decipher.setAuthTag(tag)
    const bytes = Buffer.concat([decipher.update(content), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const REPLY_HEADER = Buffer.from(JSON.stringify({ alg: 'dir', enc: CONTENT })).toString('base64url')

/** A JWE without a wrapped key: the client has the content key. */
function encryptWith(contentKey: Buffer, text: string): string {
  const nonce = secureRandomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, contentKey, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(REPLY_HEADER))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [REPLY_HEADER, '', ...[nonce, content, cipher.getAuthTag()].map(base64url)].join('.')
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')
