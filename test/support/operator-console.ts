// Sessions of operators in the console of live mode, as a browser opens them.

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createsOperator, type Operator, PASSWORD } from '../../src/operators/test/operators.ts'
import { type ConsoleSession, callConsole, sessionIn } from './console-session.ts'
import type { TestService } from './service.ts'

export const SESSION = '/console/operator/session'

type LoggedIn = ConsoleSession & {
  readonly operator: Operator
  readonly service: TestService
}

/** Logs in with the right secrets and the headers of the console's page, except for those in `changed` and `changedHeaders`. */
export function sendLogIn(
  service: TestService,
  operator: Operator,
  changed: object = {},
  changedHeaders: Parameters<typeof callConsole>[2] = {},
) {
  const secrets = {
    email: operator.email,
    password: PASSWORD,
    code: operator.codeAt(service.now()),
  }
  const payload = { ...secrets, ...changed }
  return callConsole(service, `POST ${SESSION}`, changedHeaders, { payload })
}

/** Logs a new operator in, or an existing one. */
export async function logsIn(service: TestService, operator?: Operator): Promise<LoggedIn> {
  const person = operator ?? (await createsOperator(service))
  const reply = await sendLogIn(service, person)
  expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  return { ...sessionIn(reply), operator: person, service }
}

const headersOf = ({ cookie, 'x-csrf-token': csrf }: ConsoleSession) => ({
  cookie,
  'x-csrf-token': csrf,
})

export async function readConsole(service: TestService, session: ConsoleSession, path: string) {
  const reply = await callConsole(service, `GET /console/operator/${path}`, headersOf(session))
  return { status: reply.statusCode, body: reply.json() }
}

/** Runs an action of the operator, with a new idempotency key unless `key` is given. Returns the reply, also a refusal. */
export async function runAction(
  session: LoggedIn,
  action: string,
  payload: object = {},
  key: string = randomUUID(),
) {
  const headers = { ...headersOf(session), 'x-idempotence-uuid': key }
  const reply = await callConsole(
    session.service,
    `POST /console/operator/actions/${action}`,
    headers,
    {
      payload,
    },
  )
  const body = reply.json()
  return { status: reply.statusCode, body, code: body.errors?.[0]?.code }
}
