// The command line around the commands: which one is meant, with what, and on which database.

import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../../kernel/database/db.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { collectReports, type Reports, securityEvent } from '../../kernel/security-event.ts'
import type { Settings } from '../../kernel/settings.ts'
import { readConfig, settingsOf } from '../config.ts'
import { random } from '../http/context.ts'
import { startPostgres } from '../postgres/server.ts'
import { operatorCommand } from '../security-events.ts'
import type { SecurityLog } from '../security-log.ts'
import { type Clock, realClock, realNow, sandboxClock } from '../worker/clock.ts'
import { type Command, commands, type Options } from './commands.ts'
import { type Maintenance, maintenance } from './maintenance.ts'
import { findMode } from './store.ts'
import { UsageError } from './usage-error.ts'

type Voice = {
  say(line: string): void
  complain(line: string): void
  readonly securityLog: SecurityLog
}

/** The exit codes: done, refused, and not understood. */
const DONE = 0
const REFUSED = 1
const MISUNDERSTOOD = 2

/** One command on the database that the environment names. Answers the exit code. */
export async function operate(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  voice: Voice,
): Promise<number> {
  try {
    const [name, ...rest] = words
    const whole = maintenance.find((each) => each.name === name)
    if (whole !== undefined) {
      await maintain(whole, rest, env, voice)
      return DONE
    }
    const meant = understand(words)
    const config = readConfig(env)
    const { databaseUrl, dataDir } = config
    // An embedded server that the service is using refuses here, with a sentence of its own.
    const postgres =
      databaseUrl === undefined ? await startPostgres({ dataDir, log: voice.complain }) : undefined
    const db = openDatabase(postgres?.url ?? databaseUrl ?? '', POOL_MAX)
    try {
      for (const line of await run(db, meant, { settings: settingsOf(config), ...voice }))
        voice.say(line)
    } finally {
      await db.close()
      await postgres?.stop()
    }
    return DONE
  } catch (error) {
    voice.complain(sentenceOf(error))
    return error instanceof UsageError ? MISUNDERSTOOD : REFUSED
  }
}

async function maintain(
  { name, run }: Maintenance,
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  { say, complain, securityLog }: Voice,
): Promise<void> {
  const said = (outcome: 'done' | 'refused') =>
    securityLog(securityEvent(operatorCommand, { command: name, outcome }))
  try {
    for (const line of await run(words, readConfig(env), complain)) say(line)
    said('done')
  } catch (error) {
    said('refused')
    throw error
  }
}

const POOL_MAX = 2

type Meant = { readonly command: Command; readonly options: Options }

/** The command that the words name, with its options. Throws UsageError. */
export function understand(words: readonly string[]): Meant {
  const [subject = '', verb = '', ...rest] = words
  const command = commands.find(({ name }) => name === `${subject} ${verb}`)
  if (command === undefined) throw new UsageError(usage())
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
    const { values } = parseArgs({ args: [...rest], options: Object.fromEntries(known) })
    const texts = Object.entries(values).map(([option, value]) => [option, String(value)])
    return Object.fromEntries(texts)
  } catch (error) {
    throw new UsageError(`${name}: ${(error as Error).message}`)
  }
}

function usage(): string {
  const wholes = maintenance.map((each) => `  ${each.usage}\n      ${each.summary}`)
  return ['There is no such command. These are:', ...commands.map(lineOf), ...wholes].join('\n')
}

function lineOf({ name, required, optional, flags = [], summary }: Command): string {
  const words = [
    ...required.map((option) => `--${option} …`),
    ...optional.map((option) => `[--${option} …]`),
    ...flags.map((flag) => `[--${flag}]`),
  ]
  return `  ${name} ${words.join(' ')}\n      ${summary}`
}

type Running = {
  readonly settings: Settings
  readonly securityLog: SecurityLog
  readonly clocks?: Readonly<Record<'sandbox' | 'live', Clock>>
}

/** Runs a command in one transaction, at the time of the database's clock. Answers the lines to say. */
export async function run(
  db: Database,
  meant: Meant,
  { settings, securityLog, clocks }: Running,
): Promise<readonly string[]> {
  const reports = collectReports()
  const said = (outcome: 'done' | 'refused') =>
    securityLog(securityEvent(operatorCommand, { ...subjectsOf(meant), outcome }))
  try {
    const lines = await runAt(db, meant, clocks ?? { sandbox: sandboxClock(db), live: realClock }, {
      settings,
      reports,
    })
    said('done')
    for (const event of reports.take()) securityLog(event)
    return lines
  } catch (error) {
    said('refused')
    throw error
  }
}

/** The command and the ids it was given; no other option reaches the security log. */
function subjectsOf({ command, options: { user, profile, transfer } }: Meant) {
  const ids = { userId: Number(user), profileId: Number(profile), transferId: Number(transfer) }
  return { command: command.name, ...ids }
}

async function runAt(
  db: Database,
  { command, options }: Meant,
  clocks: Readonly<Record<'sandbox' | 'live', Clock>>,
  { settings, reports }: { settings: Settings; reports: Reports },
): Promise<readonly string[]> {
  const mode = await findMode(db.reader)
  if (mode === undefined)
    throw new UsageError('The service has never been started on this database.')
  const now = await clocks[mode].now()
  const moment = { now, realNow: realNow(), random, settings, report: reports.report }
  return db.transact((tx) => {
    reports.clear()
    return command.run(tx, options, moment)
  })
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Refusal)) return (error as Error).message
  return error.faults
    .map(({ kind, message, path, arguments: values = [] }) => {
      const about = [path ?? kind.path, ...values].filter((word) => word !== undefined)
      const where = about.length > 0 ? ` (${about.join(', ')})` : ''
      return `${message ?? kind.message}${where} [${kind.code}]`
    })
    .join('\n')
}
