// Runs an action of an operator once for each idempotency key.

import type { Tx } from '../../kernel/database/db.ts'
import { KeyReused } from '../../kernel/idempotency.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { findAction, insertAction, type NewAction, setLines } from './store.ts'

export type ActionResult = {
  /** Undefined for a repeated request and for a lookup, which store no action. */
  readonly actionId: Id<'operator-action'> | undefined
  /** Whether the key was used before, so that nothing was done now. */
  readonly isRepeated: boolean
  /** The lines that the action returned, now or when the key was first used. */
  readonly lines: readonly string[]
}

/**
 * Runs `effect` unless the key was used before. A refusal of `effect` undoes everything, so the key can be used again. Refuses
 * with KeyReused when the key was used for another action or for other options.
 */
export async function runAction(
  tx: Tx,
  input: NewAction,
  now: Temporal.Instant,
  effect: () => Promise<readonly string[]>,
): Promise<ActionResult> {
  const actionId = await insertAction(tx, input, now)
  if (actionId !== undefined) {
    const lines = await effect()
    await setLines(tx, actionId, lines)
    return { actionId, isRepeated: false, lines }
  }
  const stored = await findAction(tx, input.operatorId, input.key)
  if (stored?.action !== input.action || stored.options !== input.options)
    return refuse(KeyReused, { arguments: [input.key] })
  return { actionId: undefined, isRepeated: true, lines: stored.lines }
}
