// The session of a browser: a personal token that expires, in a cookie that scripts cannot read. A script proves with
// the CSRF token that it belongs to the console: only pages of the console can read that token from a reply, and nobody can
// compute it without the cookie.

import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ErrorKind } from '../../../kernel/refusal.ts'
import { HOUR, timer } from '../../../kernel/timer.ts'
import { equalInConstantTime } from '../../../users/index.ts'
import { hostCookie } from './host-cookie.ts'
import { consoleFaultOf } from './origin.ts'

const CSRF_HEADER = 'x-csrf-token'

export const consoleSession = timer({
  name: 'app.console-session',
  seconds: 12 * HOUR,
  spec: 'D129',
  ends: 'A session of the console is refused; its page opens another.',
  realTime: true,
})

const cookie = hostCookie('godwit-console')

/** The header Set-Cookie with the token of a session. An empty token deletes the cookie. */
export function sessionCookie(host: string | undefined, token: string): string {
  return cookie.write(host, token, token === '' ? 0 : consoleSession.seconds)
}

/** The token in the cookie, which proves nothing about the page that sent it. */
export const cookieToken = cookie.read

export const CsrfTokenWrong: ErrorKind = {
  code: 'console.csrf-token',
  status: 403,
  message: 'Send the CSRF token of this session in the header X-CSRF-Token.',
}

export function csrfTokenOf(token: string): string {
  return createHmac('sha256', token).update('godwit-console-csrf').digest('base64url')
}

export function hasCsrfToken({ headers }: FastifyRequest, token: string): boolean {
  return equalInConstantTime(String(headers[CSRF_HEADER] ?? ''), csrfTokenOf(token))
}

/** The token that authenticates a call of the console's page; undefined for a request from anywhere else. */
export function sessionTokenOf(
  request: FastifyRequest,
  baseUrl: string | undefined,
): string | undefined {
  const { headers } = request
  if (headers.authorization !== undefined || headers.cookie === undefined) return undefined
  const token = cookieToken(request)
  if (token === undefined || !hasCsrfToken(request, token)) return undefined
  return consoleFaultOf(request, baseUrl) === undefined ? token : undefined
}
