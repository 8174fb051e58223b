// SQL of the actions that operators have taken in the console.

import { sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'

export type NewAction = {
  readonly operatorId: Id<'operator'>
  /** The idempotency key of the request. */
  readonly key: string
  readonly action: string
  /** The options of the command as JSON with sorted keys, so that equal options are equal texts. */
  readonly options: string
}

const insertActionSql = sql<{ id: Id<'operator-action'> }>(`
  insert into operator_actions (operator_id, key, action, options, created_at) values ($1, $2, $3, $4, $5)
  on conflict on constraint operator_actions_one_per_key do nothing
  returning id`)

/** Waits for another transaction with the same key. Returns undefined when an earlier action of the operator has the key. */
export async function insertAction(
  tx: Tx,
  { operatorId, key, action, options }: NewAction,
  now: Temporal.Instant,
): Promise<Id<'operator-action'> | undefined> {
  return (await tx.row(insertActionSql, [operatorId, key, action, options, now.toString()]))?.id
}

type StoredAction = Pick<NewAction, 'action' | 'options'> & {
  /** The output of the action. A repeated request gets the same lines. */
  readonly lines: readonly string[]
}

const findActionSql = sql<StoredAction>(`
  select action, options, lines from operator_actions where operator_id = $1 and key = $2`)

export function findAction(
  tx: Tx,
  operatorId: Id<'operator'>,
  key: string,
): Promise<StoredAction | undefined> {
  return tx.row(findActionSql, [operatorId, key])
}

const setLinesSql = sql<never>('update operator_actions set lines = $2 where id = $1')

export async function setLines(
  tx: Tx,
  id: Id<'operator-action'>,
  lines: readonly string[],
): Promise<void> {
  await tx.rows(setLinesSql, [id, lines])
}
