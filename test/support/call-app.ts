// Sends a request to a service in this process.

import { appendFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Call, Reply } from './service.ts'

export const callOf =
  (app: FastifyInstance) =>
  (route: string, call: Call = {}): Promise<Reply> =>
    callApp(app, route, call)

async function callApp(app: FastifyInstance, route: string, call: Call): Promise<Reply> {
  const [method, path] = route.split(' ') as ['GET', string]
  const { token, body, query, headers } = call
  const reply = await app.inject({
    method,
    url: path,
    ...(query && { query }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isRaw(body) ? body : JSON.stringify(body) }),
  })
  const text = reply.body
  const isJson = /[/+]json/.test(
    String(reply.headers['content-type'] ?? '').replace('jose+json', 'jose'),
  )
  const parsed = isJson && text !== '' ? JSON.parse(text) : undefined
  record(method, path, reply.statusCode, parsed)
  return { status: reply.statusCode, body: parsed, text, headers: reply.headers }
}

function isRaw(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

// Writes each refusal that a test provokes as one line, for the coverage check after a whole run.
function record(method: string, path: string, status: number, body: unknown): void {
  const file = process.env['GODWIT_PROVOKED']
  const errors = (body as { errors?: { code: string }[] } | undefined)?.errors
  if (file === undefined || status < 400) return
  for (const { code } of errors ?? [])
    appendFileSync(file, `${method} ${path.split('?')[0]} ${status} ${code}\n`)
}
