// The actions and lookups of operators in the console of live mode: the commands of these lists, which D129 names, and no
// others. Each is the same command as on the operator's command line, so it has the same rules.

import { commands } from '../../operator/commands.ts'
import type { Command } from '../../operator/options.ts'

/** The actions: commands that change something. Each request for an action has an idempotency key. */
export const actionNames = [
  'pay-in confirm',
  'pay-out confirm',
  'pay-out bounce',
  'transfer refund',
  'delivery redeliver',
  'profile verify',
  'document accept',
  'document refuse',
  'cdd decide',
  'dispute move',
  'card suspend',
  'token revoke',
  'grant revoke',
] as const

/** The lookups: commands that read what a decision needs. */
export const lookupNames = ['document list', 'token list', 'delivery show'] as const

/** The name of an action or of a lookup. */
export type ActionName = (typeof actionNames)[number] | (typeof lookupNames)[number]

/** The commands by the last part of their path, such as `pay-out-confirm`. */
export function commandsOf(names: readonly ActionName[]): ReadonlyMap<string, Command> {
  return new Map(names.map((name) => [name.replaceAll(' ', '-'), commandOf(name)]))
}

function commandOf(name: ActionName): Command {
  const found = commands.find((command) => command.name === name)
  if (found === undefined) throw new Error(`there is no command ${name}`)
  return found
}
