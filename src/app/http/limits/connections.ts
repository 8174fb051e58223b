// The HTTP servers below Fastify: limits of connections and of their times, and the replies where the parser has
// produced no request (D104, D115).

import events from 'node:events'
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { countsByKey } from '../../../kernel/counts.ts'
import { errorBody } from '../error-body.ts'
import { addressKey, checkIntervalMs, isTrusted, type RequestLimits } from './request-limits.ts'

/** The text of a reply that is written to a socket without Fastify. */
type RawReply = (
  status: number,
  error: { readonly code: string; readonly message: string },
  extraHeaders?: Readonly<Record<string, string>>,
) => string

/** `headersNow` returns the headers of the next reply, because each reply has another trace id. */
export function rawReplies(headersNow: () => Readonly<Record<string, string>>): RawReply {
  return (status, error, extraHeaders = {}) => {
    const body = JSON.stringify(errorBody(error))
    const headers = {
      ...headersNow(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
      ...extraHeaders,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
  }
}

const TooManyConnections = {
  code: 'connections.too-many',
  message:
    'Too many connections are open. Close some, and try again after the number of seconds in the header Retry-After.',
}

/** The reply to the latest request of each connection. */
type LatestReplies = WeakMap<Socket, ServerResponse>

type Handler = (request: IncomingMessage, response: ServerResponse) => void

type Servers = {
  create(handler: Handler): Server
  /** Stops listening and closes every connection; a connection with a request in progress is closed after its reply. */
  close(): Promise<void>
}

/** The servers of one service. They share the count of connections. */
export function servers(limits: RequestLimits, rawReply: RawReply): Servers {
  const counter = connectionCounter(limits)
  const refused = new Set<Socket>()
  const latest: LatestReplies = new WeakMap()
  const openSockets = new Map<Server, ReadonlySet<Socket>>()
  const create = (handler: Handler) => {
    const server = createServer(serverOptions(limits), (request, response) => {
      const { socket } = request
      // The refusal asks the client to try again, so a request that it has sent meanwhile must have no effect.
      if (refused.size > 0 && refused.has(socket)) return void socket.destroy()
      latest.set(socket, response)
      handler(request, response)
    })
    // All expectations but `100-continue` may be ignored (RFC 9110 section 10.1.1).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    const open = new Set<Socket>()
    openSockets.set(server, open)
    server.on('connection', (socket) => {
      if (!counter.take(socket)) {
        refused.add(socket)
        socket.once('close', () => refused.delete(socket))
        return refuseConnection(socket, rawReply)
      }
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    })
    server.once('listening', () => closeStalled(server, open, limits.idleMs))
    server.on('clientError', ({ code = '' }: Error & { code?: string }, socket: Socket) =>
      refuseUnparsed(socket, { code, latest: latest.get(socket), rawReply, limits }),
    )
    return server
  }
  const close = async () => {
    const listening = [...openSockets.keys()].filter((server) => server.listening)
    const closed = listening.map((server) => events.once(server, 'close'))
    for (const server of listening) server.close()
    for (const open of openSockets.values())
      for (const socket of open) closeAfterReply(socket, latest.get(socket))
    await Promise.all(closed)
  }
  return { create, close }
}

function serverOptions({ headersMs, uploadMs, idleMs }: RequestLimits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: uploadMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkIntervalMs(headersMs),
    // Node's reply would have no body. `sendHostMissing` sends a reply with a body.
    requireHostHeader: false,
  }
}

/**
 * After `server.close()` Node itself keeps a connection for `idleMs` after its reply, and for ever while its headers are
 * unfinished, because `server.close()` ends the checks of `headersTimeout`.
 */
function closeAfterReply(socket: Socket, response: ServerResponse | undefined): void {
  if (response === undefined || response.writableFinished) socket.destroy()
  else if (response.headersSent) response.once('finish', () => socket.destroySoon())
  else response.setHeader('connection', 'close')
}

type ConnectionCounter = {
  /** Counts the connection until it closes. Returns false, and counts nothing, when a limit is reached. */
  take(socket: Socket): boolean
}

function connectionCounter(limits: RequestLimits): ConnectionCounter {
  const byAddress = countsByKey<string>()
  let count = 0
  return {
    take(socket) {
      const { remoteAddress = '' } = socket
      const key = addressKey(remoteAddress)
      // A trusted proxy opens the connections of many clients.
      const isAddressFull =
        byAddress.of(key) >= limits.connectionsPerAddressMax &&
        !isTrusted(limits.trustedProxies, remoteAddress)
      if (count >= limits.connectionsMax || isAddressFull) return false
      count++
      byAddress.add(key)
      socket.once('close', () => {
        count--
        byAddress.remove(key)
      })
      return true
    },
  }
}

/** The time that a client has to read the refusal of its connection. A longer time would keep many refused connections open. */
const LINGER_MS = 500

/**
 * Replies before there is a request. Closing immediately could reset the connection before the client has the reply.
 */
function refuseConnection(socket: Socket, rawReply: RawReply): void {
  socket.on('error', () => undefined)
  socket.end(rawReply(503, TooManyConnections, { 'retry-after': '1' }))
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

type ParserFailure = {
  /** The error of the HTTP parser. */
  readonly code: string
  readonly latest: ServerResponse | undefined
  readonly rawReply: RawReply
  readonly limits: RequestLimits
}

/** Replies to bytes that the HTTP parser has refused, for which Fastify sees no request. */
function refuseUnparsed(
  socket: Socket,
  { code, latest, rawReply, limits: { headersMs, uploadMs } }: ParserFailure,
): void {
  if (code === 'ECONNRESET' || !socket.writable || wouldBeMisread(latest))
    return void socket.destroy()
  const isBody = latest !== undefined && !latest.req.complete
  const requestMs = isBody ? uploadMs : headersMs
  socket.end(rawReply(...parserReply(code, requestMs)), () => socket.destroy())
}

/**
 * Whether the client would misread a reply to malformed bytes that follow a request. While that request is in progress, the
 * client would take the bytes of such a reply for the reply to the request, or for a section of it. A request whose own body
 * is malformed may get the reply if no reply to the request has begun.
 */
function wouldBeMisread(latest: ServerResponse | undefined): boolean {
  if (latest === undefined) return false
  const { req, writableFinished, headersSent, socket } = latest
  // A response without a socket waits for the replies to earlier requests.
  return writableFinished ? !req.complete : req.complete || headersSent || socket === null
}

function parserReply(code: string, requestMs: number): [number, { code: string; message: string }] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, requestTimeout(requestMs)]
    case 'HPE_HEADER_OVERFLOW':
      return [431, HeadersTooLarge]
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, ChunksTooLarge]
    default:
      return [400, NotHttp]
  }
}

export const requestTimeout = (limitMs: number) => ({
  code: 'request.timeout',
  message: `The request did not arrive within ${limitMs / 1000} seconds. Send it again.`,
})
const HeadersTooLarge = {
  code: 'request.headers.too-large',
  message: `Send headers of at most ${maxHeaderSize} bytes in total.`,
}
const ChunksTooLarge = {
  code: 'request.body.too-large',
  message: 'The chunk extensions of the request body are too large. Send the body without them.',
}
const NotHttp = {
  code: 'request.http.malformed',
  message: 'The bytes are not well-formed HTTP/1.1. Send one well-formed request.',
}

/** Closes connections whose client has read nothing of its reply for `idleMs`, because the reply stays in memory. */
function closeStalled(server: Server, open: ReadonlySet<Socket>, idleMs: number): void {
  const stalled = new Map<Socket, { readonly bytesSent: number; readonly sinceMs: number }>()
  const check = () => {
    const nowMs = performance.now()
    for (const socket of stalled.keys()) if (!open.has(socket)) stalled.delete(socket)
    for (const socket of open) {
      const bytesSent = socket.bytesWritten - socket.writableLength
      const before = stalled.get(socket)
      if (socket.writableLength === 0) stalled.delete(socket)
      else if (before?.bytesSent !== bytesSent) stalled.set(socket, { bytesSent, sinceMs: nowMs })
      else if (nowMs - before.sinceMs >= idleMs) socket.destroy()
    }
  }
  const timer = setInterval(check, checkIntervalMs(idleMs)).unref()
  server.once('close', () => clearInterval(timer))
}
