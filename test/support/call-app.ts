// Sends a request to a service in this process, and records the refusal for the coverage check (tools/coverage.ts).

import { appendFileSync } from 'node:fs'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Call, Reply } from './service.ts'

export const callOf =
  (app: FastifyInstance) =>
  async (route: string, call: Call = {}): Promise<Reply> => {
    const {
      statusCode: status,
      body: text,
      headers,
    } = await app.inject(injectOptionsOf(route, call))
    const body = isJson(headers['content-type']) && text !== '' ? JSON.parse(text) : undefined
    recordRefusals(route, status, body)
    return { status, body, text, headers }
  }

export function injectOptionsOf(
  route: string,
  { token, body, query, headers }: Call,
): InjectOptions {
  const [method, url] = route.split(' ') as ['GET', string]
  return {
    method,
    url,
    ...(query && { query }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: isRaw(body) ? body : JSON.stringify(body) }),
  }
}

/** An encrypted reply (`application/jose+json`) is a JWE in its compact form, which is not JSON. */
function isJson(contentType: unknown): boolean {
  return /[/+]json/.test(String(contentType ?? '').replace('jose+json', 'jose'))
}

function isRaw(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** Writes a line for each error code of a refusal, for the coverage check after a whole run (tools/coverage.ts). */
function recordRefusals(route: string, status: number, body: unknown): void {
  const file = process.env['GODWIT_PROVOKED']
  const errors = (body as { errors?: { code: string }[] } | undefined)?.errors
  if (file === undefined || status < 400) return
  for (const { code } of errors ?? [])
    appendFileSync(file, `${route.split('?')[0]} ${status} ${code}\n`)
}
