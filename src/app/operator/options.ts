// The type of an operator's command, and how a command reads its options.

import type { Tx } from '../../kernel/database/db.ts'
import { type Id, parseId } from '../../kernel/ids.ts'
import type { Report } from '../../kernel/security-event.ts'
import type { Settings } from '../../kernel/settings.ts'
import { isUuid, readInstant } from '../../kernel/wire.ts'

/** Thrown when the operator has to correct the arguments, or has to do something else first. The message states what. */
export class UsageError extends Error {}

export type Options = Readonly<Record<string, string | undefined>>

export type CommandContext = {
  readonly now: Temporal.Instant
  readonly realNow: Temporal.Instant
  readonly random: { uuid(): string; secret(): string }
  readonly settings: Settings
  readonly report: Report
  /** The password that a command with `readsPassword` has read; empty for other commands. */
  readonly password: string
}

export type Command = {
  /** Two words, the subject first, such as `user create`. */
  readonly name: string
  readonly summary: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Options without a value. Each has a negation: `--no-trusted`. */
  readonly flags?: readonly string[]
  readonly readsPassword?: true
  run(tx: Tx, options: Options, context: CommandContext): Promise<readonly string[]>
}

/** The ids for the security log. An option that is absent or not a number is NaN, which the log leaves out. */
export function idsIn({ user, profile, transfer }: Options) {
  return { userId: Number(user), profileId: Number(profile), transferId: Number(transfer) }
}

/** The text of an option; empty when the option is absent. */
export function textOption(options: Options, name: string): string {
  return options[name] ?? ''
}

/** Throws UsageError when the option is absent or not an id. */
export function idOption<K extends string>(options: Options, name: string): Id<K> {
  const value = textOption(options, name)
  const id = parseId(value)
  if (id === undefined)
    throw new UsageError(`--${name} is ${value}; it must be an id, a whole number.`)
  return id as Id<K>
}

/** Throws UsageError when the option is absent or not a UUID. */
export function uuidOption(options: Options, name: string): string {
  const value = textOption(options, name)
  if (!isUuid(value)) throw new UsageError(`--${name} is ${value}; it must be a UUID.`)
  return value
}

/** Undefined when the option is absent. Throws UsageError when it is not a time. */
export function instantOption(options: Options, name: string): Temporal.Instant | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  const instant = readInstant(value)
  if (instant === undefined)
    throw new UsageError(`--${name} is ${value}; it must be a time such as 2026-01-31T12:00:00Z.`)
  return instant
}

/** The value of an option that takes one of these words. Throws UsageError for any other value. */
export function wordOption<T extends string>(name: string, value: string, words: readonly T[]): T {
  const found = words.find((word) => word === value)
  if (found === undefined)
    throw new UsageError(`--${name} is ${value}; it must be one of ${words.join(', ')}.`)
  return found
}

/** Whether a flag is set; undefined when neither the flag nor its negation is present. */
export function flagOption(options: Options, name: string): boolean | undefined {
  return options[name] === undefined ? undefined : options[name] === 'true'
}

/** The values of an option that takes a comma-separated list. */
export function listOption(options: Options, name: string): string[] | undefined {
  return options[name]?.split(',').map((item) => item.trim())
}
