// Reads request bodies as they arrive (D115), with limits for their time and memory, and for the unfinished bodies that
// one address sends without a token.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { countsByKey } from '../../../kernel/counts.ts'
import { type FilesDeclaration, UPLOAD_BYTES_MAX } from '../../../kernel/uploads.ts'
import { requestTimeout } from '../limits/connections.ts'
import { checkIntervalMs, clientAddress, type RequestLimits } from '../limits/request-limits.ts'
import { uploadSlots } from '../limits/upload-slots.ts'
import { growingBytes } from './growing-bytes.ts'
import { type Upload, uploadParser } from './read-upload.ts'

const BODY_BYTES_MAX = 1024 * 1024

/**
 * A body of up to this size is always accepted: otherwise a few clients that send large bodies slowly could have every
 * other body refused. With the default of 1024 connections these bodies have at most 16 MiB.
 */
const SMALL_BYTES = 16 * 1024

/** The error handler replies with this status and reason. */
export class BodyRefused extends Error {
  readonly status: 400 | 408 | 413 | 429 | 503
  readonly reason: { readonly code: string; readonly message: string }

  constructor(status: BodyRefused['status'], reason: BodyRefused['reason']) {
    super(reason.message)
    this.status = status
    this.reason = reason
  }
}

const bodyTooLargeMessage = (bytesMax: number) =>
  `Send a request body of at most ${bytesMax} bytes.`

export const TooLarge = {
  code: 'request.body.too-large',
  status: 413,
  message: bodyTooLargeMessage(BODY_BYTES_MAX),
} as const
export const Incomplete = {
  code: 'request.body.incomplete',
  message: 'The connection closed before the whole request body arrived. Send the request again.',
}
export const TooManyUnfinished = {
  code: 'request.body.too-many-unfinished',
  status: 429,
  message:
    'Too many requests without a token are being sent from this address at the same time. Finish some of them, then try again.',
} as const
export const NoRoom = {
  code: 'request.body.no-room',
  status: 503,
  message: 'The service is receiving too many bodies. Nothing was changed. Send the request again.',
} as const

type BytesDone = (error: Error | null, bytes?: Buffer) => void

export type BodyReader = {
  /** Reads a body without files. */
  readBytes(request: FastifyRequest, payload: Readable, done: BytesDone): void
  /** Reads a form with files. */
  readUpload(
    request: FastifyRequest,
    payload: Readable,
    declared: FilesDeclaration,
  ): Promise<Upload>
}

type UnfinishedBody = {
  /** When the time limit of the body ends, as `performance.now()` returns it. */
  readonly untilMs: number
  readonly limitMs: number
  refuse(error: Error): void
}

/** How the bytes of one body are received. */
type BodyReception = {
  readonly bytesMax: number
  readonly limitMs: number
  /** Returns an error to refuse a body that is still within `bytesMax`. */
  onChunk(chunk: Buffer): Error | undefined
  /** Called once: with the error that ended the body, or with null after its last byte. */
  onEnd(error: Error | null): void
}

export function bodyReader(limits: RequestLimits): BodyReader {
  const receive = bodyReceiver(limits)
  return {
    readBytes: bytesReader(receive, limits),
    readUpload: uploadReader(receive, limits),
  }
}

type Receive = ReturnType<typeof bodyReceiver>

/** Reads bodies without files. Their unfinished bytes share one limit. */
function bytesReader(receive: Receive, limits: RequestLimits): BodyReader['readBytes'] {
  let bytesHeld = 0
  return (request, payload, done) => {
    const { endpoint } = request
    const bytesMax = endpoint?.bodyBytesMax ?? BODY_BYTES_MAX
    if (Number(request.headers['content-length']) > bytesMax) return done(tooLarge(bytesMax))
    const body = growingBytes()
    receive(request, payload, {
      bytesMax,
      // An operation that declares `bodyBytesMax` accepts larger bodies, which take longer to arrive.
      limitMs: endpoint?.bodyBytesMax === undefined ? limits.bodyMs : limits.uploadMs,
      onChunk: (chunk) => {
        const isSmall = body.length + chunk.length <= SMALL_BYTES
        if (!isSmall && bytesHeld + chunk.length > limits.unfinishedBodyBytesMax)
          return new BodyRefused(NoRoom.status, NoRoom)
        bytesHeld += chunk.length
        body.add(chunk)
        return undefined
      },
      onEnd: (error) => {
        bytesHeld -= body.length
        if (error === null) done(null, body.bytes())
        else done(error)
      },
    })
  }
}

function uploadReader(receive: Receive, limits: RequestLimits): BodyReader['readUpload'] {
  const slots = uploadSlots(limits)
  return async (request, payload, declared) => {
    const isTooLarge = Number(request.headers['content-length']) > UPLOAD_BYTES_MAX
    if (isTooLarge) throw tooLarge(UPLOAD_BYTES_MAX)
    const slot = slots.take(request)
    if (typeof slot === 'object') {
      payload.on('error', () => undefined).resume()
      throw new BodyRefused(slot.status, slot)
    }
    request.releaseUpload = slot
    const { promise: received, resolve, reject } = Promise.withResolvers<void>()
    const contentType = request.headers['content-type'] ?? ''
    const parser = uploadParser(contentType, declared, (refusal) => end(refusal))
    const end = receive(request, payload, {
      bytesMax: UPLOAD_BYTES_MAX,
      limitMs: limits.uploadMs,
      onChunk: (chunk) => {
        parser.add(chunk)
        return undefined
      },
      onEnd: (error) => (error === null ? resolve() : reject(error)),
    })
    await received
    return parser.end()
  }
}

/** Returns a function that receives one body. The result of each call ends that body with an error. */
function bodyReceiver(limits: RequestLimits) {
  const unfinished = unfinishedBodies()
  const countUnfinished = unfinishedCounter(limits)
  return (
    request: FastifyRequest,
    payload: Readable,
    { bytesMax, limitMs, onChunk, onEnd }: BodyReception,
  ): ((error: Error) => void) => {
    let uncount: (() => void) | undefined
    let length = 0
    let hasEnded = false
    // Routes that are not declared endpoints set no caller, and accept requests without a token.
    const isAuthenticated = request.caller !== undefined && request.caller.kind !== 'none'
    // A body that came with its headers is complete before the callback runs, and is not counted.
    const countImmediate = isAuthenticated
      ? undefined
      : setImmediate(() => {
          uncount = countUnfinished(clientAddress(request))
          if (uncount === undefined)
            end(new BodyRefused(TooManyUnfinished.status, TooManyUnfinished))
        })
    const end = (error: Error | null) => {
      if (hasEnded) return
      hasEnded = true
      payload.off('data', onData).off('end', onFinished).off('error', onBroken)
      payload.off('close', onBroken)
      unfinished.delete(entry)
      clearImmediate(countImmediate)
      uncount?.()
      // The rest of the body is read and dropped: a client that is still sending could not read the reply.
      if (error !== null) payload.on('error', () => undefined).resume()
      onEnd(error)
    }
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > bytesMax) return end(tooLarge(bytesMax))
      const refused = onChunk(chunk)
      if (refused !== undefined) end(refused)
    }
    const onFinished = () => end(null)
    const onBroken = () => end(new BodyRefused(400, Incomplete))
    const entry = { untilMs: performance.now() + limitMs, limitMs, refuse: end }
    unfinished.add(entry)
    payload.on('data', onData).on('end', onFinished).on('error', onBroken).on('close', onBroken)
    return end
  }
}

/** Refuses each body that is not complete when its time limit ends. */
function unfinishedBodies() {
  const bodies = new Set<UnfinishedBody>()
  let timer: NodeJS.Timeout | undefined
  const checkTimes = () => {
    const nowMs = performance.now()
    for (const { untilMs, limitMs, refuse } of bodies)
      if (untilMs <= nowMs) refuse(new BodyRefused(408, requestTimeout(limitMs)))
    if (bodies.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    add: (body: UnfinishedBody) => {
      bodies.add(body)
      timer ??= setInterval(checkTimes, checkIntervalMs(body.limitMs)).unref()
    },
    delete: (body: UnfinishedBody) => bodies.delete(body),
  }
}

/**
 * Counts the unfinished bodies of requests without a token, by address. The returned function counts one more, and returns
 * the function that undoes the count; undefined when the address has reached its limit.
 */
function unfinishedCounter({ unfinishedBodiesPerAddressMax }: RequestLimits) {
  const unfinished = countsByKey<string>()
  return (address: string): (() => void) | undefined => {
    if (unfinished.of(address) >= unfinishedBodiesPerAddressMax) return undefined
    unfinished.add(address)
    return () => unfinished.remove(address)
  }
}

function tooLarge(bytesMax: number): BodyRefused {
  return new BodyRefused(413, { ...TooLarge, message: bodyTooLargeMessage(bytesMax) })
}
