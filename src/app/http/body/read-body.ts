// Reads request bodies as they arrive (D115), with limits for their time and memory, and for the unfinished bodies of
// an address without a token.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { requestTimeout } from '../limits/connections.ts'
import { clientAddress, type RequestLimits } from '../limits/request-limits.ts'

export const BODY_BYTES_MAX = 1024 * 1024

/**
 * A body of up to this size is always accepted: otherwise a few clients that send large bodies slowly could have every
 * other body refused. On all connections that may be open (1024) such bodies take 16 MiB.
 */
const SMALL_BYTES = 16 * 1024

/** The error handler sends this reply unchanged. */
export class BodyRefused extends Error {
  readonly status: 400 | 408 | 413 | 429 | 503
  readonly reason: { readonly code: string; readonly message: string }

  constructor(status: BodyRefused['status'], reason: BodyRefused['reason']) {
    super(reason.message)
    this.status = status
    this.reason = reason
  }
}

export const TooLarge = {
  code: 'request.body.too-large',
  status: 413,
  message: `A request body may have at most ${BODY_BYTES_MAX} bytes.`,
} as const
const Incomplete = {
  code: 'request.body.incomplete',
  message: 'The connection ended before the request body did.',
}
const TooManyUnfinished = {
  code: 'request.body.too-many-unfinished',
  message:
    'Too many requests without a token are being sent from this address at once. Finish some, and try again.',
}
const NoRoom = {
  code: 'request.body.no-room',
  message: 'Too many request bodies are arriving at once; nothing was changed. Try again.',
}

type Done = (error: Error | null, text?: string) => void
export type ReadBody = (request: FastifyRequest, payload: Readable, done: Done) => void

type Unfinished = { readonly until: number; readonly limitMs: number; refuse(error: Error): void }

export function bodyReader(limits: RequestLimits): ReadBody {
  const unfinished = new Set<Unfinished>()
  /** Bodies of requests without a token, by address. */
  const unfinishedByAddress = new Map<string, number>()
  let bytesHeld = 0
  let timer: NodeJS.Timeout | undefined

  const checkTimes = () => {
    const now = performance.now()
    for (const each of unfinished)
      if (each.until <= now) each.refuse(new BodyRefused(408, requestTimeout(each.limitMs)))
    if (unfinished.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** Returns how to undo the count; undefined when the address has reached its limit. */
  const count = (address: string): (() => void) | undefined => {
    const now = unfinishedByAddress.get(address) ?? 0
    if (now >= limits.unfinishedBodiesPerAddressMax) return undefined
    unfinishedByAddress.set(address, now + 1)
    return () => {
      const left = (unfinishedByAddress.get(address) ?? 1) - 1
      if (left > 0) unfinishedByAddress.set(address, left)
      else unfinishedByAddress.delete(address)
    }
  }

  return (request, payload, done) => {
    const { endpoint, caller } = request
    const bytesMax = endpoint?.bodyBytesMax ?? BODY_BYTES_MAX
    const tooLarge = () =>
      new BodyRefused(413, {
        ...TooLarge,
        message: `A request body may have at most ${bytesMax} bytes.`,
      })
    if (Number(request.headers['content-length']) > bytesMax) return done(tooLarge())
    let uncount: (() => void) | undefined
    // A body that came with its headers is complete before this runs, and is not counted.
    const counting =
      caller?.kind === 'none'
        ? setImmediate(() => {
            uncount = count(clientAddress(request))
            if (uncount === undefined) end(new BodyRefused(429, TooManyUnfinished))
          })
        : undefined
    const body = growingBody()
    const end = (error: Error | null) => {
      payload.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      unfinished.delete(entry)
      clearImmediate(counting)
      uncount?.()
      bytesHeld -= body.length
      if (error === null) return done(null, body.text())
      // The rest of the body is read and dropped: a client that is still sending could not read the reply.
      payload.on('error', () => undefined).resume()
      done(error)
    }
    const onData = (chunk: Buffer) => {
      if (body.length + chunk.length > bytesMax) return end(tooLarge())
      const isSmall = body.length + chunk.length <= SMALL_BYTES
      if (!isSmall && bytesHeld + chunk.length > limits.unfinishedBodyBytesMax)
        return end(new BodyRefused(503, NoRoom))
      bytesHeld += chunk.length
      body.add(chunk)
    }
    const onEnd = () => end(null)
    const onBroken = () => end(new BodyRefused(400, Incomplete))
    const limitMs = endpoint?.bodyBytesMax === undefined ? limits.bodyMs : limits.uploadMs
    const entry = { until: performance.now() + limitMs, limitMs, refuse: end }
    unfinished.add(entry)
    timer ??= setInterval(checkTimes, Math.min(1000, Math.max(10, limitMs / 8))).unref()
    payload.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  }
}

const FIRST_BYTES = 1024

/**
 * Collects the bytes in one buffer that doubles. A list would have an object of some hundred bytes for each chunk,
 * and a client may send chunks of a single byte.
 */
function growingBody() {
  let bytes: Buffer | undefined
  let length = 0
  return {
    get length() {
      return length
    },
    add(chunk: Buffer) {
      if (bytes === undefined) bytes = chunk
      else {
        if (bytes.length < length + chunk.length)
          bytes = grown(bytes.subarray(0, length), length + chunk.length)
        chunk.copy(bytes, length)
      }
      length += chunk.length
    },
    text: () => (bytes === undefined ? '' : bytes.toString('utf8', 0, length)),
  }
}

function grown(bytes: Buffer, least: number): Buffer {
  const more = Buffer.allocUnsafeSlow(Math.max(FIRST_BYTES, least * 2))
  bytes.copy(more)
  return more
}
