import type { Id } from '../ids.ts'
import type { Reader } from './reader.ts'
import { sql } from './statement.ts'

/** Generates ids from the sequence of a table before there is a row, so that other rows can name it. */
export function idGenerator<K extends string>(table: string): (db: Reader) => Promise<Id<K>> {
  const generateIdSql = sql<{ id: Id<K> }>(
    `select nextval(pg_get_serial_sequence('${table}', 'id')) as id`,
  )
  return async (db) => {
    const row = await db.row(generateIdSql)
    if (row === undefined) throw new Error(`the sequence of ${table} returned no value`)
    return row.id
  }
}
