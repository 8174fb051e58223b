import type { Id } from '../ids.ts'
import { type Reader, sql } from './db.ts'

/** Draws ids of a table's own sequence before there is a row: something is named after it. */
export function idGenerator<K extends string>(table: string): (db: Reader) => Promise<Id<K>> {
  const next = sql<{ id: Id<K> }>(`select nextval(pg_get_serial_sequence('${table}', 'id')) as id`)
  return async (db) => {
    const row = await db.row(next)
    if (row === undefined) throw new Error(`the sequence of ${table} gave no value`)
    return row.id
  }
}
