// What an operator's command is, and how it reads its options.

import type { Tx } from '../../kernel/database/db.ts'
import { ID_MAX, type Id } from '../../kernel/ids.ts'
import type { Report } from '../../kernel/security-event.ts'
import type { Settings } from '../../kernel/settings.ts'
import { isUuid } from '../../kernel/wire.ts'
import { UsageError } from './usage-error.ts'

export type Options = Readonly<Record<string, string | undefined>>

export type Moment = {
  readonly now: Temporal.Instant
  readonly realNow: Temporal.Instant
  readonly random: { uuid(): string; secret(): string }
  readonly settings: Settings
  readonly report: Report
}

export type Command = {
  /** A subject and a verb. */
  readonly name: string
  readonly summary: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Options without a value. */
  readonly flags?: readonly string[]
  run(tx: Tx, options: Options, moment: Moment): Promise<readonly string[]>
}

export function text(options: Options, name: string): string {
  return options[name] ?? ''
}

export function idOf<K extends string>(options: Options, name: string): Id<K> {
  const given = text(options, name)
  if (!/^\d{1,16}$/.test(given) || Number(given) > ID_MAX)
    throw new UsageError(`--${name} is ${given}; it must be an id, a whole number.`)
  return Number(given) as Id<K>
}

export function uuidOf(options: Options, name: string): string {
  const given = text(options, name)
  if (!isUuid(given)) throw new UsageError(`--${name} is ${given}; it must be a UUID.`)
  return given
}

/** Several redirect URIs stand behind one another, with commas between them. */
export function listOf(options: Options, name: string): string[] | undefined {
  return options[name]?.split(',').map((each) => each.trim())
}
