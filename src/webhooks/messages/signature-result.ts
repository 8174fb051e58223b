// Verifies the signatures of a received message, as a receiver does.

import { type KeyObject, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { Reader } from '../../kernel/database/db.ts'
import { ED25519_PREFIX } from './envelope.ts'
import { publicKeys } from './signing-keys.ts'

export const signatureResults = ['VALID', 'INVALID', 'MISSING'] as const
export type SignatureResult = (typeof signatureResults)[number]

type ReceivedMessage = {
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/**
 * How many signatures of `webhook-signature` are verified; a choice of this project. Otherwise a sender could list hundreds
 * for one body.
 */
const STANDARD_SIGNATURES_MAX = 4

const verifyOnThreadPool = promisify(verify)

/** MISSING without a signature header; VALID when this installation made the signature in every signature header. */
export async function signatureResultOf(
  db: Reader,
  { headers, body }: ReceivedMessage,
): Promise<SignatureResult> {
  const {
    'x-signature-sha256': sha256,
    'x-signature': sha1,
    'webhook-signature': standard,
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
  } = headers
  if (sha256 === undefined && sha1 === undefined && standard === undefined) return 'MISSING'
  const { rsa, ed25519 } = await publicKeys(db)
  const text = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const results = await Promise.all([
    sha256 === undefined || isSignature('sha256', body, rsa, sha256),
    sha1 === undefined || isSignature('sha1', body, rsa, sha1),
    standard === undefined || isStandardSignature(text, ed25519, standard),
  ])
  return results.every(Boolean) ? 'VALID' : 'INVALID'
}

/** `signature` is in Base64. `digest` is null for Ed25519, which hashes the content itself. */
function isSignature(
  digest: string | null,
  content: Buffer,
  key: KeyObject,
  signature: string,
): Promise<boolean> {
  return verifyOnThreadPool(digest, content, key, Buffer.from(signature, 'base64'))
}

/** The header may list several signatures, such as `v1a,...`, of which one has to be valid (Standard Webhooks). */
async function isStandardSignature(
  text: Buffer,
  key: KeyObject,
  standard: string,
): Promise<boolean> {
  const signatures = standard
    .split(' ')
    .filter((signature) => signature.startsWith(ED25519_PREFIX))
    .slice(0, STANDARD_SIGNATURES_MAX)
  const results = await Promise.all(
    signatures.map((signature) =>
      isSignature(null, text, key, signature.slice(ED25519_PREFIX.length)),
    ),
  )
  return results.includes(true)
}
