// A large reply that is created once and sent to many clients. A client that already has it gets 304 without a body
// (RFC 9110 section 8.8.3).

import { createHash } from 'node:crypto'
import { inSlices } from './in-slices.ts'

/** Of a SHA-256 hash. With 128 bits, two different replies never have the same tag in practice. */
const ETAG_BYTES = 16

const isReady: unique symbol = Symbol('ready')

export type ReadyReply = {
  readonly [isReady]: true
  readonly body: Buffer
  readonly etag: string
}

export function isReadyReply(reply: unknown): reply is ReadyReply {
  return typeof reply === 'object' && reply !== null && isReady in reply
}

/** Whether the client already has this reply, by its If-None-Match header. */
export function matchesEtag({ etag }: ReadyReply, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

/** Joins the texts of all items to one reply, a few items in each turn of the event loop. */
export async function readyReply<T>(
  items: readonly T[],
  textOf: (item: T, index: number) => string,
): Promise<ReadyReply> {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  await inSlices(items.entries(), ([index, item]) => {
    const chunk = Buffer.from(textOf(item, index))
    hash.update(chunk)
    chunks.push(chunk)
  })
  const tag = hash.digest().subarray(0, ETAG_BYTES).toString('base64url')
  return { [isReady]: true, body: Buffer.concat(chunks), etag: `"${tag}"` }
}
