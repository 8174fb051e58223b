// `godwit doctor`: checks what a working installation needs, and prints what to do where something is missing.

import { connect as connectSocket } from 'node:net'
import { type Context, type Env, print, type ServiceOptions } from '../context.ts'
import { CommandFailed } from '../failures.ts'
import { SANDBOX_TOKEN, urlOf } from '../service.ts'

type Check = {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  /** How to correct a failed check. */
  readonly advice?: string
}

/** The oldest Node.js that has `Temporal` and runs TypeScript (README.md of the project). */
const NODE_MAJOR_MIN = 26
const REPLY_MS_MAX = 5_000
const CLOCK_DIFFERENCE_MS_MAX = 60_000

export async function doctor(this: Context, options: ServiceOptions): Promise<void> {
  const url = urlOf(options, this.process.env)
  const token = options.token ?? this.process.env['GODWIT_TOKEN'] ?? SANDBOX_TOKEN
  const health = await request(`${url}/health`)
  const checks = [
    checkNodeVersion(),
    checkTimeZone(this.process.env),
    await checkService(url, health),
  ]
  if (health.status === 200)
    checks.push(
      await checkDatabase(url),
      checkClock(health),
      await checkVersion(url),
      await checkToken(url, token),
    )
  for (const check of checks) print(this, options.json ? check : lineOf(check), options)
  const failedCount = checks.filter(({ ok }) => !ok).length
  if (failedCount > 0)
    throw new CommandFailed(`${failedCount} of ${checks.length} checks have failed.`)
}

function lineOf({ check, ok, found, advice }: Check): string {
  return `${ok ? 'ok    ' : 'failed'}  ${check.padEnd(10)} ${found}${ok || !advice ? '' : `\n                    ${advice}`}`
}

function checkNodeVersion(): Check {
  const { node } = process.versions
  return {
    check: 'Node.js',
    ok: Number(node.split('.')[0]) >= NODE_MAJOR_MIN,
    found: node,
    advice: `Use Node.js ${NODE_MAJOR_MIN} or later: \`npm ci\` installs it in node_modules/.bin.`,
  }
}

/** Node.js silently uses UTC for a time zone that does not exist. */
function checkTimeZone(env: Env): Check {
  const zone = env['TZ'] || Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    check: 'time zone',
    ok: isZone(zone),
    found: `${zone}; Godwit uses UTC`,
    advice: 'Set TZ to a zone that exists, such as TZ=UTC.',
  }
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

type Reply = {
  readonly status?: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
  readonly error?: string
}

/** Sends a GET. Without a reply the result has no status. */
async function request(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  try {
    const reply = await fetch(url, { headers, signal: AbortSignal.timeout(REPLY_MS_MAX) })
    const body = await reply.json().catch(() => ({}))
    return { status: reply.status, headers: reply.headers, body }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return { headers: new Headers(), body: {}, error: cause?.code ?? message }
  }
}

async function checkService(url: string, { status, error }: Reply): Promise<Check> {
  if (status === 200) return { check: 'service', ok: true, found: `replies at ${url}` }
  const isPortTaken = await isListening(new URL(url))
  return {
    check: 'service',
    ok: false,
    found: isPortTaken
      ? `${url}/health does not reply as Godwit does (${status ?? error})`
      : `nothing listens at ${url} (${error})`,
    advice: isPortTaken
      ? 'Another program has the port, or a proxy cannot reach Godwit. Start Godwit at another port with `godwit start --port 8081`, or check the proxy.'
      : `Start Godwit with \`godwit start\`, or name its URL with --url or GODWIT_URL.${error === 'ECONNREFUSED' ? ' The port is free.' : ''}`,
  }
}

function isListening({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connectSocket(Number(port) || (protocol === 'https:' ? 443 : 80), host)
  socket.setTimeout(REPLY_MS_MAX, () => socket.destroy(new Error('no reply')))
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}

async function checkDatabase(url: string): Promise<Check> {
  const { status, error } = await request(`${url}/ready`)
  return {
    check: 'database',
    ok: status === 200,
    found:
      status === 200 ? 'is reached, and has all migrations' : `is not ready (${status ?? error})`,
    advice: 'Check DATABASE_URL, and that its server runs; docs/operating.md lists what to watch.',
  }
}

function checkClock({ headers }: Reply): Check {
  const differenceMs = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())
  if (Number.isNaN(differenceMs))
    return {
      check: 'clock',
      ok: false,
      found: 'the reply of the service has no valid Date header',
      advice: 'Let the proxy in front of the service pass on the header Date.',
    }
  return {
    check: 'clock',
    ok: differenceMs <= CLOCK_DIFFERENCE_MS_MAX,
    found: `differs by ${Math.round(differenceMs / 1000)} s from that of the service`,
    advice: 'Set the clocks of both machines, for example with NTP.',
  }
}

async function checkVersion(url: string): Promise<Check> {
  const { status, body } = await request(`${url}/openapi.json`)
  const { version } = (body['info'] ?? {}) as { version?: string }
  return {
    check: 'version',
    ok: status === 200 && version !== undefined,
    found: version === undefined ? `${url}/openapi.json contains no version` : `Godwit ${version}`,
    advice: 'Use a Godwit that has /openapi.json.',
  }
}

async function checkToken(url: string, token: string): Promise<Check> {
  const { status, error } = await request(`${url}/v1/me`, { authorization: `Bearer ${token}` })
  const name = token === SANDBOX_TOKEN ? 'the token of the seeded sandbox user' : 'the token'
  return {
    check: 'token',
    ok: status === 200,
    found: status === 200 ? `${name} is valid` : `${name} is refused (${status ?? error})`,
    advice:
      'Name a valid token with --token or GODWIT_TOKEN; `godwit operator token create` makes one.',
  }
}
