// The connection to the service: where it is, whose token is sent, and whether a request without a reply may have
// arrived.

import type { Godwit } from '@godwit/sdk'
import type { Env, ServiceOptions } from './context.ts'
import { isRefusal, NotReached, UsageError } from './failures.ts'

const DEFAULT_URL = 'http://127.0.0.1:8080'
/** The user that every new sandbox has (docs/configuration.md, GODWIT_SEED). */
export const SANDBOX_TOKEN = '5a4d0b0c-0000-4000-8000-000000000001'

export type Service = {
  readonly url: string
  readonly token: string
  readonly godwit: Godwit
  /** Awaits calls. Throws NotReached when no request arrived, and OutcomeUnknown when one may have had its effect. */
  call<T>(work: (godwit: Godwit) => Promise<T>, effect: 'reads' | 'writes'): Promise<T>
}

export function urlOf(options: { readonly url?: string }, env: Env): string {
  const url = options.url ?? env['GODWIT_URL'] ?? DEFAULT_URL
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError(`The URL of the service is ${url}; write it as ${DEFAULT_URL}.`)
  return url.replace(/\/+$/, '')
}

/** Errors of a connection that was never made: the request cannot have arrived. */
const NEVER_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

export async function connect(options: ServiceOptions, env: Env): Promise<Service> {
  const url = urlOf(options, env)
  const token = options.token ?? env['GODWIT_TOKEN'] ?? SANDBOX_TOKEN
  const { createGodwit, OutcomeUnknown } = await import('@godwit/sdk')
  let mayHaveArrived = false
  const watchedFetch: typeof fetch = async (input, init) => {
    try {
      const reply = await fetch(input, init)
      if (isLost(reply)) mayHaveArrived = true
      return reply
    } catch (error) {
      if (!isNeverConnected(error)) mayHaveArrived = true
      throw error
    }
  }
  const godwit = createGodwit({ baseUrl: url, token, fetch: watchedFetch })
  return {
    url,
    token,
    godwit,
    async call(work, effect) {
      mayHaveArrived = false
      try {
        return await work(godwit)
      } catch (error) {
        if (!isWithoutReply(error)) throw error
        if (effect === 'writes' && mayHaveArrived)
          throw new OutcomeUnknown(
            `${url} sent no reply: the request may have had its effect. Read the resource before you repeat the command.`,
            { cause: error },
          )
        throw new NotReached(
          `${url} is not reached: ${reasonOf(error)}. Start Godwit with \`godwit start\`, or name its URL with --url or GODWIT_URL.`,
          { cause: error },
        )
      }
    },
  }
}

/** A proxy replied in place of the service, which may have processed the request. */
function isLost({ status, headers }: Response): boolean {
  return status === 502 || status === 504 || (status === 503 && !headers.has('retry-after'))
}

function isWithoutReply(error: unknown): boolean {
  if (isRefusal(error)) return [502, 503, 504].includes(error.status)
  const { name, message } = error as Error
  return (
    name === 'OutcomeUnknown' ||
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    (name === 'TypeError' && /fetch failed|terminated/.test(message))
  )
}

function isNeverConnected(error: unknown): boolean {
  return causesOf(error).some(
    // fetch refuses some ports itself, without a code.
    ({ code = '', message }) => NEVER_CONNECTED.has(code) || message === 'bad port',
  )
}

function reasonOf(error: unknown): string {
  const causes = causesOf(error)
  return causes.find(({ code }) => code)?.code ?? causes.at(-1)?.message ?? 'no reply'
}

/** An error and its causes, the outermost first. */
function causesOf(error: unknown): (Error & { code?: string })[] {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  return [error, ...inner.flatMap(causesOf)]
}
