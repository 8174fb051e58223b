// The service as a separate process with all log levels, for tests of its output.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as events from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

type RequestOptions = {
  readonly token?: string
  readonly body?: object | string
  /** The content type of the body. Default: JSON. */
  readonly type?: string
  /** Credentials for Basic authentication, joined by a colon. */
  readonly basic?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type ServiceProcess = {
  /** The bytes of stdout and stderr until now, as text. */
  output(): string
  send(
    route: string,
    options?: RequestOptions,
  ): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }>
  /** Stops the service and waits until its output is read. */
  stop(): Promise<void>
}

/** Starts a sandbox on the database of the URL, at a free port. */
export async function startServiceProcess(databaseUrl: string): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, PORT: '0', LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const started = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /API\s+(http:\/\/\S+)/.exec(output)?.[1]
      if (found !== undefined) started.resolve(found)
    })
  child.once('close', () => started.reject(new Error(`the service ended: ${output}`)))
  const url = await started.promise
  return {
    output: () => output,
    send: async (route, options = {}) => {
      const reply = await sendTo(url, route, options)
      return { status: reply.status, text: await reply.text(), headers: reply.headers }
    },
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await events.once(child, 'close')
    },
  }
}

function sendTo(url: string, route: string, options: RequestOptions): Promise<Response> {
  const { token, body, type, basic, headers } = options
  const [method = '', path = ''] = route.split(' ')
  return fetch(url + path, {
    method,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(basic !== undefined && { authorization: `Basic ${btoa(basic)}` }),
      ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      // With a key the service stores the reply, and the tests search the stored rows for secrets.
      'x-idempotence-uuid': randomUUID(),
      ...headers,
    },
  })
}
