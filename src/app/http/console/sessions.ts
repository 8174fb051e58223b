// Opens and ends sessions of the console (D129). They exist in the sandbox only, for the user of its seed.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../kernel/database/db.ts'
import { type ErrorKind, Refusal, refuse } from '../../../kernel/refusal.ts'
import { securityEvent } from '../../../kernel/security-event.ts'
import { endOf } from '../../../kernel/timer.ts'
import {
  createPersonalToken,
  findCaller,
  findUserByEmail,
  OauthFailure,
  revokeToken,
  type UserRow,
} from '../../../users/index.ts'
import { consoleRefused, consoleSessionEnded, consoleSessionOpened } from '../../security-events.ts'
import { SEED } from '../../seed.ts'
import { realNow } from '../../worker/clock.ts'
import type { App } from '../context.ts'
import { consoleFaultOf, consoleRefusals } from './origin.ts'
import {
  CsrfTokenWrong,
  consoleSession,
  cookieToken,
  csrfTokenOf,
  hasCsrfToken,
  sessionCookie,
} from './session-token.ts'

const SESSION_PATH = '/console/session'

const NoUser: ErrorKind = {
  code: 'console.no-user',
  status: 409,
  message:
    'The sandbox has no seeded user. Start it on an empty database without GODWIT_SEED=none.',
}
type Console = Pick<App, 'db' | 'settings' | 'random' | 'securityLog' | 'authentication'>

export function mountSessions(app: FastifyInstance, service: Console): void {
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    refuseForeignPages(request, service.settings.publicUrl)
    done()
  }
  app.post(SESSION_PATH, { onRequest }, (request, reply) => open(service, request, reply))
  app.delete(SESSION_PATH, { onRequest }, (request, reply) => end(service, request, reply))
}

function refuseForeignPages(request: FastifyRequest, baseUrl: string | undefined): void {
  const fault = consoleFaultOf(request, baseUrl)
  if (fault === undefined) return
  const event = securityEvent(consoleRefused, { reason: fault })
  throw new Refusal([{ kind: consoleRefusals[fault] }], { securityEvent: event })
}

/** Replies with the CSRF token of the browser's session. Opens a session when the browser has none that is live. */
async function open(service: Console, request: FastifyRequest, reply: FastifyReply) {
  const user = (await findUserByEmail(service.db.reader, SEED.email)) ?? refuse(NoUser)
  const current = cookieToken(request)
  if (current !== undefined && (await isLive(service.db, current))) return describe(user, current)
  const token = service.random.secret()
  const now = realNow()
  const expiresAt = endOf(consoleSession, now)
  await service.db.transact((tx) =>
    createPersonalToken(tx, { userId: user.id, token, expiresAt }, now),
  )
  service.securityLog(securityEvent(consoleSessionOpened, { userId: user.id }), request)
  reply.header('set-cookie', sessionCookie(request.headers.host, token))
  return describe(user, token)
}

const describe = ({ id, email }: UserRow, token: string) => ({
  csrfToken: csrfTokenOf(token),
  user: { id, email },
})

async function isLive({ reader }: Database, token: string): Promise<boolean> {
  try {
    await findCaller(reader, token, realNow())
    return true
  } catch (error) {
    if (error instanceof OauthFailure) return false
    throw error
  }
}

async function end(service: Console, request: FastifyRequest, reply: FastifyReply) {
  const token = cookieToken(request)
  if (token === undefined || !hasCsrfToken(request, token)) return refuse(CsrfTokenWrong)
  const userId = await service.db.transact((tx) => revokeToken(tx, token, realNow()))
  service.authentication.cache.delete(token)
  if (userId !== undefined)
    service.securityLog(securityEvent(consoleSessionEnded, { userId }), request)
  return reply.header('set-cookie', sessionCookie(request.headers.host, '')).code(204).send()
}
