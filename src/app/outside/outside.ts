// The real outside: HTTP that never throws for what the other side does, and never follows a
// redirect. In live mode it calls public addresses only. The name is resolved here, every address it
// has is checked, and the connection goes to what was checked: a name that changes its mind between
// the check and the call gains nothing.

import { Resolver } from 'node:dns/promises'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Duplex } from 'node:stream'
import ipaddr from 'ipaddr.js'
import type { HttpFailure, HttpReply, Outside } from '../../kernel/outside.ts'
import { addressProblem } from '../../webhooks/index.ts'

/** All addresses of a name, as text. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

const IDLE_SOCKETS_PER_HOST_MAX = 128
/** What an answer says is not read; one that says more than this loses its connection. */
const ANSWER_BYTES_MAX = 64 * 1024

/** Of all hosts together: hundreds of receivers must not use up the file descriptors of the process. */
const IDLE_SOCKETS_MAX = 512
const RESOLVE_MS_MAX = 2_000

/**
 * Asks the DNS server itself. The system's getaddrinfo would keep one of the four threads of the pool while it
 * waits, and the pool also signs messages and hashes PINs: one receiver with a silent DNS server would stop
 * them for everybody.
 */
export function resolverOf(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_MS_MAX, tries: 1 })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const addresses = answers.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const [first] = answers
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason
    return addresses
  }
}

/** Keeps at most `idleMax` unused connections open, whatever the number of hosts. */
function boundIdle<A extends http.Agent>(agent: A, idleMax: number): A {
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => unknown
  const idle = () => Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []).length
  agent.keepSocketAlive = (socket) => idle() < idleMax && keep(socket)
  return agent
}

type Options = {
  readonly mode: 'sandbox' | 'live'
  readonly resolve?: Resolve
  readonly idleSocketsMax?: number
  /** Makes the connections of https, where they are to be made otherwise. */
  readonly secure?: https.Agent
}

export function createOutside({
  mode,
  resolve = resolverOf(),
  idleSocketsMax = IDLE_SOCKETS_MAX,
  secure: given,
}: Options): { readonly post: Outside['post'] } {
  const pooled = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS_PER_HOST_MAX }
  const agents = {
    plain: boundIdle(new http.Agent(pooled), idleSocketsMax),
    secure: given ?? boundIdle(new https.Agent(pooled), idleSocketsMax),
  }
  const guard = mode === 'live' ? { lookup: publicOnly(resolve) } : {}
  return {
    async post({ url, body, headers, timeoutMs }) {
      const started = performance.now()
      const elapsedMs = () => Math.round(performance.now() - started)
      const failed = (why: string): HttpFailure => ({ failed: why, elapsedMs: elapsedMs() })
      const problem = addressProblem(url, mode)
      if (problem !== undefined) return failed(problem)
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const secure = URL.parse(url)?.protocol === 'https:'
        const agent = secure ? agents.secure : agents.plain
        const length = { 'content-length': String(Buffer.byteLength(body)) }
        const options = { method: 'POST', agent, ...guard, headers: { ...headers, ...length } }
        const answer = await exchange(secure ? https : http, url, options, body, signal)
        const { statusCode: status = 0 } = answer
        return { status, headers: headersOf(answer), elapsedMs: elapsedMs() } satisfies HttpReply
      } catch (error) {
        return failed(signal.aborted ? 'timeout' : reasonOf(error))
      }
    },
  }
}

async function exchange(
  client: typeof http | typeof https,
  url: string,
  options: RequestOptions,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  for (;;) {
    const request = client.request(url, { ...options, signal })
    try {
      return await answerOf(request, body)
    } catch (error) {
      // The other side closed an idle connection in the moment we took it: nothing was answered on
      // it, and the message carries an id, so it may be sent on a new one.
      const stale = request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET'
      if (!stale || signal.aborted) throw error
    }
  }
}

function answerOf(request: http.ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > ANSWER_BYTES_MAX) answer.destroy()
      })
      // What happens to the rest of an answer changes nothing. But it is waited for, until the timeout at most:
      // a receiver that never ends its answers would otherwise collect connections beyond its slots.
      answer.on('error', () => undefined)
      request.off('error', reject).on('error', () => undefined)
      answer.once('close', () => resolve(answer))
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

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? String(error)
}

/** A lookup for node:net that answers only when every address of the name is a public one. */
export function publicOnly(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined || !addresses.every(isPublic))
          return callback(new Error('private address'), '')
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

/** Neither private nor local nor reserved, nor a tunnel to such (an IPv4 address inside an IPv6). */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL))
}

/** All that was ever given out of IPv6. Beside it lie old ways to write an IPv4 address. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')
