// Opens, changes and ends sessions of the console (D129), and lists the users that a page can choose. Sessions exist in the
// sandbox only. A session begins for the user of the seed. When the page chooses another user, the session ends, and another
// session begins for that user.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Reader, Tx } from '../../../kernel/database/db.ts'
import { ID_MAX, type Id } from '../../../kernel/ids.ts'
import { type ErrorKind, Refusal, refuse } from '../../../kernel/refusal.ts'
import { securityEvent } from '../../../kernel/security-event.ts'
import { endOf } from '../../../kernel/timer.ts'
import { isPlainText } from '../../../kernel/wire.ts'
import {
  createPersonalToken,
  EMAIL_LENGTH_MAX,
  findCaller,
  findUser,
  findUserByEmail,
  OauthFailure,
  revokeTokenByText,
  type UserRow,
} from '../../../users/index.ts'
import { consoleRefused, consoleSessionEnded, consoleSessionOpened } from '../../security-events.ts'
import { SEED } from '../../seed.ts'
import { realNow } from '../../worker/clock.ts'
import type { App } from '../context.ts'
import { bodyParser } from '../validation.ts'
import { consoleFaultOf, consoleRefusals } from './origin.ts'
import {
  CsrfTokenWrong,
  consoleSession,
  cookieToken,
  csrfTokenOf,
  hasCsrfToken,
  sessionCookie,
} from './session-token.ts'
import { findUsers, listUsers } from './user-store.ts'

const SESSION_PATH = '/console/session'
const USERS_PATH = '/console/users'

const NoUser: ErrorKind = {
  code: 'console.no-user',
  status: 409,
  message:
    'The sandbox has no seeded user. Restart the sandbox without GODWIT_SEED=none to create the user.',
}

const SessionEnded: ErrorKind = {
  code: 'console.session.ended',
  status: 401,
  message: 'This session has ended. Open another with POST /console/session.',
}

const UserUnknown: ErrorKind = {
  code: 'console.user.unknown',
  status: 404,
  message: 'The sandbox has no active user with this id. Choose a user from the list.',
  path: 'userId',
}

const SearchInvalid: ErrorKind = {
  code: 'console.users.search.invalid',
  status: 400,
  message: `Send search once, with the whole e-mail address or the id of a user, in at most ${EMAIL_LENGTH_MAX} characters.`,
  path: 'search',
}

function isSearch(value: unknown): value is string {
  return typeof value === 'string' && value.length <= EMAIL_LENGTH_MAX && isPlainText(value.trim())
}

const UserChoice = Type.Object({ userId: Type.Integer({ minimum: 1, maximum: ID_MAX }) })

type SessionApp = Pick<App, 'db' | 'settings' | 'random' | 'securityLog' | 'authentication'>

export function mountSessions(server: FastifyInstance, app: SessionApp): void {
  const onRequest = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    refuseForeignPages(request, app.settings.publicUrl)
    done()
  }
  const readChoice = bodyParser(UserChoice)
  server.post(SESSION_PATH, { onRequest }, (request, reply) => openSession(app, request, reply))
  server.put(SESSION_PATH, { onRequest }, (request, reply) => {
    const token = requireCsrfToken(request)
    return changeUser(app, token, readChoice(request.body).userId as Id<'user'>, {
      request,
      reply,
    })
  })
  server.delete(SESSION_PATH, { onRequest }, (request, reply) => endSession(app, request, reply))
  server.get(USERS_PATH, { onRequest }, async (request) => {
    const { reader } = app.db
    const user = (await findSessionUser(reader, requireCsrfToken(request))) ?? refuse(SessionEnded)
    const { search } = request.query as { search?: unknown }
    if (search === undefined) return listUsers(reader, SEED.email, user.id)
    return findUsers(reader, isSearch(search) ? search.trim() : refuse(SearchInvalid))
  })
}

function refuseForeignPages(request: FastifyRequest, baseUrl: string | undefined): void {
  const fault = consoleFaultOf(request, baseUrl)
  if (fault === undefined) return
  const event = securityEvent(consoleRefused, { reason: fault })
  throw new Refusal([{ kind: consoleRefusals[fault] }], { securityEvent: event })
}

/** The token of the session, for a request that a script of the page must have sent. */
function requireCsrfToken(request: FastifyRequest): string {
  const token = cookieToken(request)
  return token !== undefined && hasCsrfToken(request, token) ? token : refuse(CsrfTokenWrong)
}

/** Replies with the CSRF token of the browser's session. Opens a session when the browser has no live session. */
async function openSession(app: SessionApp, request: FastifyRequest, reply: FastifyReply) {
  const seeded = (await findUserByEmail(app.db.reader, SEED.email)) ?? refuse(NoUser)
  const current = cookieToken(request)
  const user = current && (await findSessionUser(app.db.reader, current))
  if (current && user) return showSession(user, current)
  const token = app.random.secret()
  await app.db.transact((tx) => createSession(tx, seeded.id, token))
  return sendSession(app, seeded, token, { request, reply })
}

type RequestAndReply = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Ends the session and opens one for another user. Of concurrent changes of one session, one succeeds. */
async function changeUser(
  app: SessionApp,
  current: string,
  userId: Id<'user'>,
  { request, reply }: RequestAndReply,
) {
  const { db, random, authentication, securityLog } = app
  const token = random.secret()
  const { user, formerId } = await db.transact(async (tx) => {
    const former = (await revokeTokenByText(tx, current, realNow())) ?? refuse(SessionEnded)
    const chosen = await findUser(tx, userId)
    if (!chosen?.active) return refuse(UserUnknown, { arguments: [userId] })
    await createSession(tx, userId, token)
    return { user: chosen, formerId: former }
  })
  authentication.cache.delete(current)
  securityLog(securityEvent(consoleSessionEnded, { userId: formerId }), request)
  return sendSession(app, user, token, { request, reply })
}

function createSession(tx: Tx, userId: Id<'user'>, token: string): Promise<void> {
  const now = realNow()
  return createPersonalToken(tx, { userId, token, expiresAt: endOf(consoleSession, now) }, now)
}

function sendSession(
  { securityLog }: SessionApp,
  user: UserRow,
  token: string,
  { request, reply }: RequestAndReply,
) {
  securityLog(securityEvent(consoleSessionOpened, { userId: user.id }), request)
  reply.header('set-cookie', sessionCookie(request.headers.host, token))
  return showSession(user, token)
}

const showSession = ({ id, email }: UserRow, token: string) => ({
  csrfToken: csrfTokenOf(token),
  user: { id, email },
})

/** The user of a session; undefined when the session is not live. */
async function findSessionUser(db: Reader, token: string): Promise<UserRow | undefined> {
  try {
    const caller = await findCaller(db, token, realNow())
    return caller.kind === 'user' ? findUser(db, caller.userId) : undefined
  } catch (error) {
    if (error instanceof OauthFailure) return undefined
    throw error
  }
}

async function endSession(app: SessionApp, request: FastifyRequest, reply: FastifyReply) {
  const token = requireCsrfToken(request)
  const userId = await app.db.transact((tx) => revokeTokenByText(tx, token, realNow()))
  app.authentication.cache.delete(token)
  if (userId !== undefined) app.securityLog(securityEvent(consoleSessionEnded, { userId }), request)
  return reply.header('set-cookie', sessionCookie(request.headers.host, '')).code(204).send()
}
