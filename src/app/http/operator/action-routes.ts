// Runs the actions and lookups of operators (actions.ts), each with a line in the security log.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Tx } from '../../../kernel/database/db.ts'
import { type ErrorKind, Refusal, refuse, refuseAll } from '../../../kernel/refusal.ts'
import { collectReports, securityEvent } from '../../../kernel/security-event.ts'
import { isUuid } from '../../../kernel/wire.ts'
import {
  type ActionResult,
  insertEntries,
  lockSession,
  logEntryOf,
  runAction,
  type SessionRow,
} from '../../../operators/index.ts'
import { type Command, idsIn, type Options, UsageError } from '../../operator/options.ts'
import { operatorAction } from '../../security-events.ts'
import { originFields } from '../../security-log.ts'
import { realNow } from '../../worker/clock.ts'
import type { App } from '../context.ts'
import { bodyParser } from '../validation.ts'
import { type ActionName, actionNames, commandsOf, lookupNames } from './actions.ts'
import { refuseOtherPages, requireSession, SessionMissing } from './session.ts'

const ActionUnknown: ErrorKind = {
  code: 'operator.action.unknown',
  status: 404,
  message:
    'The console has no action or lookup of this name. Use the command line of the operator.',
}
const OptionInvalid: ErrorKind = {
  code: 'operator.option.invalid',
  status: 422,
  message: 'Correct this field.',
}
const OptionMissing: ErrorKind = {
  code: 'operator.option.missing',
  status: 422,
  message: 'Send this field.',
}
const OptionUnknown: ErrorKind = {
  code: 'operator.option.unknown',
  status: 422,
  message: 'The action or the lookup does not take this field. Leave the field out.',
}
const KeyMissing: ErrorKind = {
  code: 'operator.key.missing',
  status: 400,
  message: 'Send a UUID in the header X-idempotence-uuid: a repeated request then has one effect.',
}

/** In characters, of one field of an action. */
const VALUE_LENGTH_MAX = 500
const Fields = Type.Record(Type.String(), Type.String({ maxLength: VALUE_LENGTH_MAX }))

type NameParam = { Params: { name: string } }
type Invocation = {
  readonly command: Command
  readonly options: Options
  readonly session: SessionRow
  readonly request: FastifyRequest
}

export function mountActions(server: FastifyInstance, app: App): void {
  const onRequest = refuseOtherPages(app)
  const [actions, lookups] = [commandsOf(actionNames), commandsOf(lookupNames)]
  const readFields = bodyParser(Fields)
  server.post<NameParam>('/console/operator/actions/:name', { onRequest }, async (request) => {
    const { session } = await requireSession(app, request)
    const command = actions.get(request.params.name) ?? refuse(ActionUnknown)
    const options = optionsOf(command, readFields(request.body))
    const key = String(request.headers['x-idempotence-uuid'] ?? '')
    if (!isUuid(key)) refuse(KeyMissing)
    const { operatorId } = session
    const action = { operatorId, key, action: command.name, options: JSON.stringify(options) }
    const invocation = { command, options, session, request }
    const { lines, isRepeated } = await runLogged(app, invocation, (tx, now, run) =>
      runAction(tx, action, now, run),
    )
    app.wake()
    return { lines, repeated: isRepeated }
  })
  server.get<NameParam>('/console/operator/lookups/:name', { onRequest }, async (request) => {
    const { session } = await requireSession(app, request)
    const command = lookups.get(request.params.name) ?? refuse(ActionUnknown)
    const options = optionsOf(command, readFields({ ...(request.query as object) }))
    const invocation = { command, options, session, request }
    const { lines } = await runLogged(app, invocation, async (_tx, _now, run) => ({
      actionId: undefined,
      isRepeated: false,
      lines: await run(),
    }))
    return { lines }
  })
}

/**
 * The declared fields of an action or a lookup. Refuses other fields and missing ones together. The fields are sorted by
 * name, because `runAction` compares their JSON text with that of an earlier request with the same key.
 */
function optionsOf(
  { required, optional }: Command,
  fields: Readonly<Record<string, string>>,
): Options {
  const isDeclared = (name: string) => required.includes(name) || optional.includes(name)
  const unknown = Object.keys(fields).filter((name) => !isDeclared(name))
  const missing = required.filter((name) => !fields[name])
  refuseAll([
    ...missing.map((path) => ({ kind: OptionMissing, path })),
    ...unknown.map((path) => ({ kind: OptionUnknown, path })),
  ])
  // An empty field of a form is an absent one.
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

type Work = (
  tx: Tx,
  now: Temporal.Instant,
  /** Runs the command in the transaction. Returns the lines to show. */
  run: () => Promise<readonly string[]>,
) => Promise<ActionResult>

/**
 * Does the work and stores the line of the security log in one transaction, so that no work is done without a line. A
 * refusal or a failure of the work is logged as `refused`. The session is locked first, so that an operator who has been
 * deactivated can do nothing any more.
 */
async function runLogged(
  app: App,
  { command, options, session, request }: Invocation,
  work: Work,
): Promise<Pick<ActionResult, 'lines' | 'isRepeated'>> {
  const { clock, random, settings, securityLog } = app
  const reports = collectReports()
  const now = await clock.now()
  const { report } = reports
  const context = { now, realNow: realNow(), random, settings, report, password: '' }
  const eventOf = (outcome: 'done' | 'repeated' | 'refused', actionId?: number) =>
    securityEvent(operatorAction, {
      action: command.name as ActionName,
      outcome,
      operatorId: session.operatorId,
      ...(actionId !== undefined && { actionId }),
      ...idsIn(options),
    })
  try {
    const { result, events } = await app.db.transact(async (tx) => {
      reports.clear()
      if (!(await lockSession(tx, session))) refuse(SessionMissing)
      const done = await work(tx, now, () => command.run(tx, options, context))
      const outcome = done.isRepeated ? 'repeated' : 'done'
      const logged = [eventOf(outcome, done.actionId), ...reports.take()]
      const origin = originFields(request)
      await insertEntries(
        tx,
        logged.map((event) => logEntryOf(event, origin, now)),
      )
      return { result: done, events: logged }
    })
    for (const event of events) securityLog(event, request, { isStored: true })
    return result
  } catch (error) {
    securityLog(eventOf('refused'), request)
    throw error instanceof UsageError ? optionRefusal(error) : error
  }
}

/** Makes a refusal of the message of a command, without the dashes with which the command line names options. */
function optionRefusal({ message }: UsageError): Refusal {
  const path = /^--([\w-]+)/.exec(message)?.[1]
  const text = message.replace(/--(?=[a-z])/g, '')
  return new Refusal([{ kind: OptionInvalid, message: text, ...(path && { path }) }])
}
