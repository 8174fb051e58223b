// Checks whether a signature or a digest is valid for a body, and finds the reason when it is not valid. The public key
// recovers the digest that an RSA signature signs, so a changed body is distinguished from a signature with the key of
// another service.

import { differenceOf } from './differences.ts'
import { bytesOf, ED25519_SIGNATURE_BYTES, hexOf, SHA_1_BYTES, SHA_256_BYTES } from './encodings.ts'
import { recoverDigest } from './recover-digest.ts'

type Verdict = {
  readonly isValid: boolean
  readonly message: string
  readonly detail?: string | undefined
}

/** Public keys as PEM text. */
type Keys = { readonly rsa: string; readonly ed25519: string }
type Input = { readonly signature: string; readonly body: string; readonly keys: Keys }
type Hash = 'SHA-1' | 'SHA-256'

const headerOf: Readonly<Record<Hash, string>> = {
  'SHA-1': 'X-Signature',
  'SHA-256': 'X-Signature-SHA256',
}

/**
 * Checks a pasted signature or digest, in base64 or hexadecimal, with or without the name of the header. The number of bytes
 * determines whether the text is a digest, and otherwise which algorithm made the signature.
 */
export async function verifySignature({ signature, body, keys }: Input): Promise<Verdict> {
  const bytes = bytesOf(headerValue(signature))
  if (bytes === undefined)
    return invalidVerdict(
      'The signature is neither base64 nor hexadecimal.',
      'Paste the value of the header only.',
    )
  if (bytes.length === SHA_1_BYTES) return verifyDigest(bytes, body, 'SHA-1')
  if (bytes.length === SHA_256_BYTES) return verifyDigest(bytes, body, 'SHA-256')
  if (bytes.length === ED25519_SIGNATURE_BYTES) return verifyEd25519(bytes, body, keys.ed25519)
  return verifyRsa(bytes, body, keys.rsa)
}

/** The pasted text without the name of the header and the version `v1a,` of Standard Webhooks. */
function headerValue(text: string): string {
  return text
    .trim()
    .replace(/^[\w-]+:\s*/, '')
    .replace(/^v1a,/, '')
    .replaceAll(/\s/g, '')
}

async function verifyDigest(pasted: Uint8Array, body: string, hash: Hash): Promise<Verdict> {
  const expected = await digestOf(body, hash)
  const difference = differenceOf(pasted, expected)
  if (difference === undefined)
    return validVerdict(
      `This is the ${hash} digest of the body.`,
      'Anyone can compute it: only a signature proves who sent the body.',
    )
  return invalidVerdict(
    `This is not the ${hash} digest of the body.`,
    `${difference} Expected: ${hexOf(expected)}`,
  )
}

async function verifyEd25519(
  bytes: Uint8Array<ArrayBuffer>,
  body: string,
  pem: string,
): Promise<Verdict> {
  const key = await crypto.subtle.importKey('spki', derOf(pem), 'Ed25519', false, ['verify'])
  const signed = new TextEncoder().encode(body)
  if (await crypto.subtle.verify('Ed25519', key, bytes, signed))
    return validVerdict('The signature is valid for webhook-signature.')
  return invalidVerdict(
    'The signature is not valid for this text.',
    'webhook-signature signs the text webhook-id.webhook-timestamp.body, joined by full stops. Each attempt has another timestamp.',
  )
}

async function verifyRsa(
  bytes: Uint8Array<ArrayBuffer>,
  body: string,
  pem: string,
): Promise<Verdict> {
  const signed = await recoverDigest(bytes, derOf(pem))
  if (signed === undefined)
    return invalidVerdict(
      'This signature was not made with the key of this service.',
      'The signature comes from another sandbox, or is incomplete: copy the whole value of the header.',
    )
  const { hash, digest } = signed
  const header = headerOf[hash]
  const digestOfBody = await digestOf(body, hash)
  const difference = differenceOf(digestOfBody, digest)
  if (difference === undefined) return validVerdict(`The signature is valid for ${header}.`)
  return invalidVerdict(
    `The signature in ${header} signs another body.`,
    (await likelyCause(body, hash, digest)) ??
      `${difference} Digest of your body (${hash}): ${hexOf(digestOfBody)}. Signed: ${hexOf(digest)}`,
  )
}

/** Names the change after which the body has the signed digest. */
async function likelyCause(
  body: string,
  hash: Hash,
  digest: Uint8Array,
): Promise<string | undefined> {
  const variants = [
    [body.trim(), 'The signature is valid without the spaces and line breaks around the body.'],
    [`${body}\n`, 'The signature is valid with a line break after the body.'],
    [
      compactJson(body),
      'The signature is valid for the same JSON without spaces: verify the received text, before parsing it.',
    ],
  ] as const
  for (const [variant, cause] of variants)
    if (hexOf(await digestOf(variant, hash)) === hexOf(digest)) return cause
  return undefined
}

function compactJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}

async function digestOf(text: string, hash: Hash): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest(hash, new TextEncoder().encode(text)))
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const der = bytesOf(pem.replaceAll(/-----[^-]+-----|\s/g, ''))
  if (der === undefined) throw new Error('The service sent a public key that is not PEM.')
  return der
}

function validVerdict(message: string, detail?: string): Verdict {
  return { isValid: true, message, detail }
}

function invalidVerdict(message: string, detail?: string): Verdict {
  return { isValid: false, message, detail }
}
