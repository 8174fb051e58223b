// Outgoing HTTP. A failed call is returned, not thrown, and redirects are not followed. In live mode only public
// addresses are called: the host name is resolved here, all its addresses are checked, and the connection goes to a
// checked address. So a name that resolves to another address after the check (DNS rebinding) gains nothing.

import { Resolver } from 'node:dns/promises'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'
import type { HttpFailure, HttpReply, Outside } from '../../kernel/outside.ts'
import { addressProblem } from '../../webhooks/index.ts'
import { failureReason, PRIVATE_ADDRESS } from './failure-reason.ts'

/** Returns all IP addresses of a host name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** As many connections as one subscription may use (`SLOTS_PER_SUBSCRIPTION_MAX`). */
const IDLE_SOCKETS_PER_HOST_MAX = 128
/** The body of a reply is read and ignored. A body above this size closes the connection. */
const REPLY_BYTES_MAX = 64 * 1024

/**
 * For all hosts of http together, and for all hosts of https together, so that hundreds of receivers do not use up the file
 * descriptors of the process. A choice of this project.
 */
const IDLE_SOCKETS_MAX = 512
/** The time in which a DNS server has to answer. */
const RESOLVE_MS_MAX = 2_000

/**
 * Queries DNS servers directly. getaddrinfo would block one of the four threads of libuv's pool, which also signs
 * messages and hashes PINs, so one receiver with a silent DNS server would delay them for all.
 */
export function resolverOf(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_MS_MAX, tries: 1 })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const results = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const addresses = results.flatMap((result) =>
      result.status === 'fulfilled' ? result.value : [],
    )
    const [first] = results
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}

/** Makes the agent keep at most `idleMax` unused connections open, to all its hosts together. */
function limitIdleSockets<A extends http.Agent>(agent: A, idleMax: number): A {
  const keepAlive = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => unknown
  const idleCount = () =>
    Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []).length
  agent.keepSocketAlive = (socket) => idleCount() < idleMax && keepAlive(socket)
  return agent
}

type Options = {
  readonly mode: 'sandbox' | 'live'
  readonly resolve?: Resolve
  readonly idleSocketsMax?: number
  /** Replaces the agent for https, in tests. */
  readonly secure?: https.Agent
}

export function createOutside({
  mode,
  resolve = resolverOf(),
  idleSocketsMax = IDLE_SOCKETS_MAX,
  secure,
}: Options): { readonly post: Outside['post'] } {
  const pooled = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS_PER_HOST_MAX }
  const agents = {
    plain: limitIdleSockets(new http.Agent(pooled), idleSocketsMax),
    secure: secure ?? limitIdleSockets(new https.Agent(pooled), idleSocketsMax),
  }
  const guard = mode === 'live' ? { lookup: publicLookup(resolve) } : {}
  return {
    async post({ url, body, headers, timeoutMs }) {
      const startedMs = performance.now()
      const elapsedMs = () => Math.round(performance.now() - startedMs)
      const failed = (reason: string): HttpFailure => ({ failed: reason, elapsedMs: elapsedMs() })
      const problem = addressProblem(url, mode)
      if (problem !== undefined) return failed(problem)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const isSecure = URL.parse(url)?.protocol === 'https:'
        const agent = isSecure ? agents.secure : agents.plain
        const length = { 'content-length': String(Buffer.byteLength(body)) }
        const options = { method: 'POST', agent, ...guard, headers: { ...headers, ...length } }
        const client = isSecure ? https : http
        const reply = await exchange(client, { url, options, body, signal })
        const { statusCode: status = 0 } = reply
        return { status, headers: headersOf(reply), elapsedMs: elapsedMs() } satisfies HttpReply
      } catch (error) {
        return failed(signal.aborted ? 'timeout' : failureReason(error))
      }
    },
  }
}

type Outgoing = {
  readonly url: string
  readonly options: RequestOptions
  readonly body: string
  readonly signal: AbortSignal
}

async function exchange(
  client: typeof http | typeof https,
  { url, options, body, signal }: Outgoing,
): Promise<IncomingMessage> {
  for (;;) {
    const request = client.request(url, { ...options, signal })
    try {
      return await replyTo(request, body)
    } catch (error) {
      // The receiver closed an idle connection just when it was reused. The request is sent again on another connection.
      // That is safe if the receiver has read the request already: a webhook message has an id by which the receiver finds
      // duplicates, and two text messages of one request contain the same code.
      const isStale = request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET'
      if (!isStale || signal.aborted) throw error
    }
  }
}

function replyTo(request: http.ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > REPLY_BYTES_MAX) reply.destroy()
      })
      // The rest of a reply does not matter, but the call waits for its end, until the timeout at most. Otherwise a
      // receiver that never ends its replies would hold more connections than its limit.
      reply.on('error', () => undefined)
      request.off('error', reject).on('error', () => undefined)
      reply.once('close', () => resolve(reply))
    })
    request.end(body)
  })
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) texts[name] = Array.isArray(value) ? value.join(', ') : value
  return texts
}

/** A lookup for node:net that fails unless every address of the name is public. */
export function publicLookup(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined || !addresses.every(isPublic))
          return callback(
            Object.assign(new Error('private address'), { code: PRIVATE_ADDRESS }),
            '',
          )
        if (!all) return callback(null, first, isIP(first))
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        )
      },
      (error: Error) => callback(error, ''),
    )
  }
}

/**
 * False for private, local and reserved addresses, for text that is no address, and for IPv6 addresses that contain an IPv4
 * address, unless it is public and in the form `::ffff:1.2.3.4`.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL))
}

/** The range of all assigned global IPv6 unicast addresses. Outside of this range are old forms of IPv4 (`::1.2.3.4`). */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')
