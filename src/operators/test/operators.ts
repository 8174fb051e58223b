// Operators for tests, with an authenticator app that makes their codes, and their log-ins and sessions.

import { TOTP, URI } from 'otpauth'
import type { TestService } from '../../../test/support/service.ts'
import { collectReports, fieldsOf } from '../../kernel/security-event.ts'
import { createOperator } from '../create-operator.ts'
import { logIn } from '../log-in.ts'
import { endSession, useSession } from '../use-session.ts'

export const PASSWORD = 'correct horse battery'

export type Operator = {
  readonly email: string
  /** The code that the authenticator app shows at a time. */
  codeAt(time: Temporal.Instant): string
}

export function codesOf(uri: string): Operator['codeAt'] {
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error(`${uri} is not the URI of a TOTP secret`)
  return (time) => totp.generate({ timestamp: time.epochMilliseconds })
}

export async function createsOperator(service: TestService, name = 'Ann'): Promise<Operator> {
  const email = `${name}-${crypto.randomUUID()}@operator.example`
  const reports = collectReports()
  const { uri } = await service.db.transact((tx) =>
    createOperator(tx, {
      email,
      name,
      password: PASSWORD,
      random: { secret },
      now: service.now(),
      report: reports.report,
    }),
  )
  return { email, codeAt: codesOf(uri) }
}

/** A random secret of 256 bits, for `random` in the inputs of use cases. */
export const secret = () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

type Attempt = { readonly email?: string; readonly password?: string; readonly code?: string }

/** Logs in at the time of the service, with the right e-mail address, password and code unless others are passed. */
export async function attemptLogIn(
  service: TestService,
  operator: Operator,
  {
    email = operator.email,
    password = PASSWORD,
    code = operator.codeAt(service.now()),
  }: Attempt = {},
) {
  const token = secret()
  const now = service.now()
  const reports = collectReports()
  const session = await service.db.transact((tx) => {
    reports.clear()
    return logIn(tx, { email, password, code, token, now, report: reports.report })
  })
  const reported = reports.take()
  for (const event of reported) service.securityLog(event)
  const events = reported.map((event) => ({ name: event.kind.name, ...fieldsOf(event) }))
  return { session, token, events }
}

/** The reason in the security log why a log-in failed; `none` when it did not. */
export async function refusalReason(...input: Parameters<typeof attemptLogIn>): Promise<unknown> {
  const { session, events } = await attemptLogIn(...input)
  const [refused] = events.filter(({ name }) => name === 'operators.log-in-refused')
  if ((session === undefined) !== (refused !== undefined))
    throw new Error('a log-in must either open a session or report why it failed')
  return refused === undefined ? 'none' : (refused as { reason?: unknown }).reason
}

export async function endsSession(service: TestService, token: string): Promise<void> {
  const reports = collectReports()
  await service.db.transact((tx) => endSession(tx, token, reports.report))
  for (const event of reports.take()) service.securityLog(event)
}

export async function hasSession(
  service: TestService,
  token: string,
  at = service.now(),
): Promise<boolean> {
  const session = await service.db.transact((tx) => useSession(tx, token, at))
  return session !== undefined
}
