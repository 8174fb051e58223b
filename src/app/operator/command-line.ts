// The command line of the operator: finds a command by its arguments, reads its options and runs it on the database.

import { parseArgs } from 'node:util'
import type { Database } from '../../kernel/database/db.ts'
import { isDatabaseUnreachable, unreachableMessage } from '../../kernel/database/errors.ts'
import { setDataKeySecrets } from '../../kernel/keys/data-keys.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  collectReports,
  type Reports,
  type SecurityEvent,
  securityEvent,
} from '../../kernel/security-event.ts'
import type { Settings } from '../../kernel/settings.ts'
import { type Config, readConfig, settingsOf } from '../config.ts'
import type { Env } from '../config-values.ts'
import { randomIn } from '../http/context.ts'
import { operatorCommand } from '../security-events.ts'
import type { SecurityLog } from '../security-log.ts'
import { type Clock, realClock, realNow, sandboxClock } from '../worker/clock.ts'
import { commands } from './commands.ts'
import { type Maintenance, maintenanceCommands } from './maintenance.ts'
import { type Command, idsIn, type Options, UsageError } from './options.ts'
import { maintenanceEvent, outcomeRecorder, storeEvents } from './record-command.ts'
import { requireInstallation, withDatabase } from './with-database.ts'

/** The terminal and the security log of a command. */
type CommandIo = {
  /** Prints a line of the result. */
  print(line: string): void
  /** Prints an error or a warning. */
  printError(line: string): void
  readPassword(): Promise<string>
  readonly securityLog: SecurityLog
}

const EXIT_DONE = 0
const EXIT_FAILED = 1
const EXIT_USAGE = 2

/** Runs one command on the database that the environment names. Returns the exit code. */
export async function operate(args: readonly string[], env: Env, io: CommandIo): Promise<number> {
  try {
    const [name, ...rest] = args
    const maintenance = maintenanceCommands.find((command) => command.name === name)
    if (maintenance === undefined) await openAndRun(parseCommand(args), readConfig(env), io)
    else await runMaintenance(maintenance, rest, env, io)
    return EXIT_DONE
  } catch (error) {
    io.printError(messageOf(error))
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED
  }
}

async function openAndRun(invocation: Invocation, config: Config, io: CommandIo): Promise<void> {
  const { databaseUrl, dataDir, secrets } = config
  // The password is read before the database is opened, because typing takes long.
  const password = invocation.command.readsPassword ? await io.readPassword() : ''
  // `withDatabase` throws when the service is running on the embedded database.
  const lines = await withDatabase(databaseUrl, { dataDir, log: io.printError }, (db) => {
    setDataKeySecrets(db.reader, secrets)
    const { securityLog, printError: warn } = io
    const context = { settings: settingsOf(config), password, securityLog, warn }
    const running = runCommand(db, invocation, context)
    return databaseUrl === undefined ? running : running.catch(explainUnreachable)
  })
  for (const line of lines) io.print(line)
}

function explainUnreachable(error: unknown): never {
  throw isDatabaseUnreachable(error)
    ? new Error(unreachableMessage(error), { cause: error })
    : error
}

async function runMaintenance(
  { name, run }: Maintenance,
  args: readonly string[],
  env: Env,
  { print, printError, securityLog }: CommandIo,
): Promise<void> {
  const logOutcome = (outcome: 'done' | 'refused') =>
    securityLog(maintenanceEvent(name, outcome), undefined, { isStored: true })
  try {
    const context = { log: printError, record: outcomeRecorder(name, printError) }
    for (const line of await run(args, readConfig(env), context)) print(line)
    logOutcome('done')
  } catch (error) {
    logOutcome('refused')
    throw error
  }
}

type Invocation = { readonly command: Command; readonly options: Options }

/** The command and options in the arguments of the command line. Throws UsageError. */
export function parseCommand(args: readonly string[]): Invocation {
  const [subject = '', verb = '', ...rest] = args
  const command = commands.find(({ name }) => name === `${subject} ${verb}`)
  if (command === undefined) throw new UsageError(usageText())
  const options = readOptions(command, rest)
  const missing = command.required.filter((name) => !options[name])
  if (missing.length > 0)
    throw new UsageError(
      `${command.name} needs ${missing.map((name) => `--${name}`).join(', ')}.\n${lineOf(command)}`,
    )
  return { command, options }
}

function readOptions(
  { name, required, optional, flags = [] }: Command,
  rest: readonly string[],
): Options {
  const known = [
    ...[...required, ...optional].map((option) => [option, { type: 'string' }] as const),
    ...flags.map((flag) => [flag, { type: 'boolean' }] as const),
  ]
  try {
    const { values } = parseArgs({
      args: [...rest],
      options: Object.fromEntries(known),
      allowNegative: true,
    })
    const texts = Object.entries(values).map(([option, value]) => [option, String(value)])
    return Object.fromEntries(texts)
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`)
  }
}

function usageText(): string {
  const maintenance = maintenanceCommands.map(
    ({ usage, summary }) => `  ${usage}\n      ${summary}`,
  )
  return ['Unknown command. The commands are:', ...commands.map(lineOf), ...maintenance].join('\n')
}

function lineOf({ name, required, optional, flags = [], summary }: Command): string {
  const args = [
    ...required.map((option) => `--${option} …`),
    ...optional.map((option) => `[--${option} …]`),
    ...flags.map((flag) => `[--${flag}]`),
  ]
  return `  ${name} ${args.join(' ')}\n      ${summary}`
}

type RunContext = {
  readonly settings: Settings
  readonly securityLog: SecurityLog
  /** Called with a sentence about an entry of the security log that cannot be stored. */
  readonly warn: (line: string) => void
  readonly password?: string
  readonly clocks?: Readonly<Record<'sandbox' | 'live', Clock>>
}

/** Runs a command in one transaction, at the time of the database's clock. Returns the lines to print. */
export async function runCommand(
  db: Database,
  invocation: Invocation,
  { settings, securityLog, warn, password = '', clocks }: RunContext,
): Promise<readonly string[]> {
  const { command, options } = invocation
  const reports = collectReports()
  const logged: SecurityEvent[] = []
  const log = (event: SecurityEvent) => {
    // `storeEvents` stores the event.
    securityLog(event, undefined, { isStored: true })
    logged.push(event)
  }
  // Options other than these ids may be secrets, which must not reach the security log.
  const logOutcome = (outcome: 'done' | 'refused') =>
    log(securityEvent(operatorCommand, { command: command.name, ...idsIn(options), outcome }))
  try {
    const lines = await runAt(
      db,
      invocation,
      clocks ?? { sandbox: sandboxClock(db), live: realClock },
      { settings, reports, password },
    )
    logOutcome('done')
    for (const event of reports.take()) log(event)
    await storeEvents(db, command.name, logged, warn)
    return lines
  } catch (error) {
    logOutcome('refused')
    // An unreachable database cannot store the entry either, and the error explains why.
    if (!isDatabaseUnreachable(error)) await storeEvents(db, command.name, logged, warn)
    throw error
  }
}

async function runAt(
  db: Database,
  { command, options }: Invocation,
  clocks: Readonly<Record<'sandbox' | 'live', Clock>>,
  { settings, reports, password }: { settings: Settings; reports: Reports; password: string },
): Promise<readonly string[]> {
  const { mode, cell } = await requireInstallation(db.reader)
  const now = await clocks[mode].now()
  const random = randomIn(cell)
  const context = { now, realNow: realNow(), random, settings, password, report: reports.report }
  return db.transact((tx) => {
    reports.clear()
    return command.run(tx, options, context)
  })
}

function messageOf(error: unknown): string {
  if (!(error instanceof Refusal)) return (error as Error).message
  return error.faults
    .map(({ kind, message, path, arguments: values = [] }) => {
      const about = [path ?? kind.path, ...values].filter((word) => word !== undefined)
      const details = about.length > 0 ? ` (${about.join(', ')})` : ''
      return `${message ?? kind.message}${details} [${kind.code}]`
    })
    .join('\n')
}
