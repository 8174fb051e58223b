// Runs the actions and lookups of operators (actions.ts), each with a line in the security log.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type ErrorKind, type Fault, Refusal, refuse } from '../../../kernel/refusal.ts'
import { collectReports, securityEvent } from '../../../kernel/security-event.ts'
import { isUuid } from '../../../kernel/wire.ts'
import {
  type ActionResult,
  insertEntries,
  logEntryOf,
  runAction,
} from '../../../operators/index.ts'
import { type Command, type Options, UsageError } from '../../operator/options.ts'
import { operatorAction } from '../../security-events.ts'
import { originFields } from '../../security-log.ts'
import { realNow } from '../../worker/clock.ts'
import type { App } from '../context.ts'
import { type ActionName, actionNames, commandsOf, lookupNames } from './actions.ts'
import { checkBody } from './requests.ts'
import { refuseOtherPages, requireSession } from './session.ts'

const ActionUnknown: ErrorKind = {
  code: 'operator.action.unknown',
  status: 404,
  message: 'The console has no such action. Use the command line of the operator.',
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
  message: 'This action has no such field.',
}
const KeyMissing: ErrorKind = {
  code: 'operator.key.missing',
  status: 400,
  message: 'Send a UUID in the header X-idempotence-uuid: a repeated request then has one effect.',
}

const VALUE_LENGTH_MAX = 500
const Fields = Type.Record(Type.String(), Type.String({ maxLength: VALUE_LENGTH_MAX }))

type Named = { Params: { name: string } }
type Invocation = {
  readonly command: Command
  readonly options: Options
  readonly operatorId: number
  readonly request: FastifyRequest
}

export function mountActions(server: FastifyInstance, app: App): void {
  const onRequest = refuseOtherPages(app)
  const [actions, lookups] = [commandsOf(actionNames), commandsOf(lookupNames)]
  const checked = checkBody(Fields)
  server.post<Named>('/console/operator/actions/:name', { onRequest }, async (request) => {
    const { session } = await requireSession(app, request)
    const command = actions.get(request.params.name) ?? refuse(ActionUnknown)
    const options = optionsOf(command, checked(request.body))
    const key = String(request.headers['x-idempotence-uuid'] ?? '')
    if (!isUuid(key)) refuse(KeyMissing)
    const { operatorId } = session
    const invocation = { command, options, operatorId, request }
    const { lines, isRepeated } = await logged(app, invocation, (runCommand, now) => {
      const action = { operatorId, key, action: command.name, options: JSON.stringify(options) }
      return (tx) => runAction(tx, action, now, () => runCommand(tx))
    })
    app.wake()
    return { lines, repeated: isRepeated }
  })
  server.get<Named>('/console/operator/lookups/:name', { onRequest }, async (request) => {
    const { session } = await requireSession(app, request)
    const command = lookups.get(request.params.name) ?? refuse(ActionUnknown)
    const options = optionsOf(command, checked({ ...(request.query as object) }))
    const invocation = { command, options, operatorId: session.operatorId, request }
    const { lines } = await logged(app, invocation, (runCommand) => async (tx) => ({
      actionId: undefined,
      isRepeated: false,
      lines: await runCommand(tx),
    }))
    return { lines }
  })
}

/** The declared fields of an action, sorted by name. Refuses other fields and missing ones together. */
function optionsOf(
  { required, optional }: Command,
  fields: Readonly<Record<string, string>>,
): Options {
  const isDeclared = (name: string) => required.includes(name) || optional.includes(name)
  const unknown = Object.keys(fields).filter((name) => !isDeclared(name))
  const missing = required.filter((name) => !fields[name])
  const faults: Fault[] = [
    ...missing.map((path) => ({ kind: OptionMissing, path })),
    ...unknown.map((path) => ({ kind: OptionUnknown, path })),
  ]
  const [first, ...others] = faults
  if (first !== undefined) throw new Refusal([first, ...others])
  // An empty field of a form is an absent one.
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

type Tx = Parameters<Command['run']>[0]
type RunCommand = (tx: Tx) => Promise<readonly string[]>

/**
 * Runs a command in one transaction, and logs what it did or that it was refused. What it did is stored in that
 * transaction, so that nothing is done without a line in the log.
 */
async function logged(
  app: App,
  { command, options, operatorId, request }: Invocation,
  prepare: (run: RunCommand, now: Temporal.Instant) => (tx: Tx) => Promise<ActionResult>,
) {
  const { clock, random, settings, securityLog } = app
  const reports = collectReports()
  const now = await clock.now()
  const { report } = reports
  const context = { now, realNow: realNow(), random, settings, report, password: '' }
  const work = prepare((tx) => command.run(tx, options, context), now)
  const eventOf = (outcome: 'done' | 'repeated' | 'refused', actionId?: number) =>
    securityEvent(operatorAction, {
      action: command.name as ActionName,
      outcome,
      operatorId,
      ...(actionId !== undefined && { actionId }),
      ...subjectsOf(options),
    })
  try {
    const { lines, isRepeated, events } = await app.db.transact(async (tx) => {
      reports.clear()
      const { actionId, isRepeated, lines } = await work(tx)
      const events = [eventOf(isRepeated ? 'repeated' : 'done', actionId), ...reports.take()]
      const origin = originFields(request)
      await insertEntries(
        tx,
        events.map((event) => logEntryOf(event, origin, now)),
      )
      return { lines, isRepeated, events }
    })
    for (const event of events) securityLog(event, request, true)
    return { lines, isRepeated }
  } catch (error) {
    securityLog(eventOf('refused'), request)
    throw error instanceof UsageError ? optionRefusal(error) : error
  }
}

const subjectsOf = ({ user, profile, transfer }: Options) => ({
  userId: Number(user),
  profileId: Number(profile),
  transferId: Number(transfer),
})

/** Messages of commands name options as the command line does. */
function optionRefusal({ message }: UsageError): Refusal {
  const path = /^--([\w-]+)/.exec(message)?.[1]
  const text = message.replace(/--(?=[a-z])/g, '')
  return new Refusal([{ kind: OptionInvalid, message: text, ...(path && { path }) }])
}
