// The session of an operator in a browser: which requests may use it (D129).

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorKind, Refusal, refuse } from '../../../kernel/refusal.ts'
import { securityEvent } from '../../../kernel/security-event.ts'
import { HOUR, MINUTE } from '../../../kernel/timer.ts'
import {
  type SessionRow,
  sessionIdle,
  sessionLength,
  useSession,
} from '../../../operators/index.ts'
import { consoleRefused } from '../../security-events.ts'
import { hostCookie } from '../console/host-cookie.ts'
import { consoleFaultOf, consoleRefusals } from '../console/origin.ts'
import { CsrfTokenWrong, hasCsrfToken } from '../console/session-token.ts'
import type { App } from '../context.ts'
import { clientAddress } from '../limits/request-limits.ts'

export const operatorCookie = hostCookie('godwit-operator')

export const SessionMissing: ErrorKind = {
  code: 'operator.session.missing',
  status: 401,
  message: `Log in. A session ends ${sessionIdle.seconds / MINUTE} minutes after its last use, ${sessionLength.seconds / HOUR} hours after the log-in, and when the access of the operator is changed.`,
}

/**
 * Returns the hook `onRequest` that counts each request against the limit of its address, and refuses a request that no page of
 * this console has sent, before the body is read.
 */
export function refuseOtherPages({ authentication, settings }: App) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    authentication.limits.count({ limit: 'address', key: clientAddress(request) })
    request.caller = { kind: 'none' }
    const fault = consoleFaultOf(request, settings.publicUrl)
    if (fault !== undefined)
      throw new Refusal([{ kind: consoleRefusals[fault] }], {
        securityEvent: securityEvent(consoleRefused, { reason: fault }),
      })
    done()
  }
}

type OpenSession = { readonly token: string; readonly session: SessionRow }

/** Returns the session of the cookie and restarts its idle time. Refuses a request without a session that is open. */
export async function requireCookieSession(
  { db, clock }: App,
  request: FastifyRequest,
): Promise<OpenSession> {
  const token = operatorCookie.read(request)
  // A request with `authorization` is refused, because a page of the console never sends the token of a customer.
  if (token === undefined || request.headers.authorization !== undefined) refuse(SessionMissing)
  const now = await clock.now()
  const session = await db.transact((tx) => useSession(tx, token, now))
  return { token, session: session ?? refuse(SessionMissing) }
}

/** Returns the session as `requireCookieSession` does, but refuses a request that no script of the page has sent. */
export async function requireSession(app: App, request: FastifyRequest): Promise<OpenSession> {
  const token = operatorCookie.read(request)
  if (token !== undefined && !hasCsrfToken(request, token)) refuse(CsrfTokenWrong)
  return requireCookieSession(app, request)
}
