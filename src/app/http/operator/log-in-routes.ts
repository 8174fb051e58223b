// Logs operators in and out (D129).

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type ErrorKind, refuse } from '../../../kernel/refusal.ts'
import { collectReports } from '../../../kernel/security-event.ts'
import { endOf, HOUR, MINUTE } from '../../../kernel/timer.ts'
import { secretText } from '../../../kernel/wire.ts'
import {
  endSession,
  LOCK_OUT_FAILURES,
  LONG_LOCK_OUT_FAILURES,
  lockOut,
  logIn,
  longLockOut,
  type SessionRow,
  sessionLength,
} from '../../../operators/index.ts'
import { EMAIL_LENGTH_MAX } from '../../../users/index.ts'
import { csrfTokenOf } from '../console/session-token.ts'
import type { App } from '../context.ts'
import { bodyParser } from '../validation.ts'
import { logInSlots } from './log-in-slots.ts'
import {
  operatorCookie,
  refuseOtherPages,
  requireCookieSession,
  requireSession,
} from './session.ts'

const OPERATOR_SESSION_PATH = '/console/operator/session'

const LogInRefused: ErrorKind = {
  code: 'operator.log-in.refused',
  status: 401,
  message:
    'The e-mail address, the password or the code is wrong, the code was used before, or the operator is deactivated or locked. ' +
    'Check the e-mail address and the password, and log in with the next code. ' +
    `${LOCK_OUT_FAILURES} failures in a row lock an operator for ${lockOut.seconds / MINUTE} minutes, and each failure ` +
    `from number ${LONG_LOCK_OUT_FAILURES} on for ${longLockOut.seconds / HOUR} hours; the command \`operator unlock\` ends the lock.`,
}

/** In characters. Passwords are shorter than the longest e-mail address (gap 1042). */
const TEXT_LENGTH_MAX = EMAIL_LENGTH_MAX
/** In characters: six digits and any spaces between them, which `logIn` ignores. */
const CODE_LENGTH_MAX = 20

const LogIn = Type.Object({
  email: Type.String({ maxLength: TEXT_LENGTH_MAX }),
  password: secretText('The password', { maxLength: TEXT_LENGTH_MAX }),
  code: secretText('Six digits of the authenticator app', { maxLength: CODE_LENGTH_MAX }),
})

export function mountLogIn(server: FastifyInstance, app: App): void {
  const onRequest = refuseOtherPages(app)
  const inSlot = logInSlots()
  const readLogIn = bodyParser(LogIn)
  server.get(OPERATOR_SESSION_PATH, { onRequest }, async (request) => {
    const { token, session } = await requireCookieSession(app, request)
    return showSession(session, token)
  })
  server.post(OPERATOR_SESSION_PATH, { onRequest }, (request, reply) => {
    const input = readLogIn(request.body)
    return inSlot(() => openSession(app, input, request, reply))
  })
  server.delete(OPERATOR_SESSION_PATH, { onRequest }, async (request, reply) => {
    const { token } = await requireSession(app, request)
    const reports = collectReports()
    await app.db.transact((tx) => {
      reports.clear()
      return endSession(tx, token, reports.report)
    })
    for (const event of reports.take()) app.securityLog(event, request)
    const cookie = operatorCookie.write(request.headers.host, '', 0)
    return reply.header('set-cookie', cookie).code(204).send()
  })
}

async function openSession(
  { db, clock, random, securityLog }: App,
  input: { readonly email: string; readonly password: string; readonly code: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const token = random.secret()
  const now = await clock.now()
  const reports = collectReports()
  // A failure is counted in this transaction, so the refusal is thrown after it.
  const session = await db.transact((tx) => {
    reports.clear()
    return logIn(tx, { ...input, token, now, report: reports.report })
  })
  for (const event of reports.take()) securityLog(event, request)
  if (session === undefined) return refuse(LogInRefused)
  reply.header('set-cookie', operatorCookie.write(request.headers.host, token))
  return showSession(session, token)
}

const showSession = ({ email, name, createdAt }: SessionRow, token: string) => ({
  csrfToken: csrfTokenOf(token),
  operator: { email, name },
  endsAt: endOf(sessionLength, createdAt).toString(),
})
