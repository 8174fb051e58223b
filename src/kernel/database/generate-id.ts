import type { Id } from '../ids.ts'
import type { Reader } from './reader.ts'
import { batchStatement, type Statement, sql } from './statement.ts'

/**
 * Generates the id of a row before the row is inserted, from the sequence of its table, so that other rows can refer to
 * this row. Outside transactions, one statement generates the ids for several concurrent requests, as for lookups.
 */
export function idGenerator<K extends string>(table: string): (db: Reader) => Promise<Id<K>> {
  // A subquery runs once for each statement, and finding the sequence costs more than its next value.
  const nextId = `nextval((select pg_get_serial_sequence('${table}', 'id')))`
  // The parameter is not read. An array of parameters gives the batch one row for each request.
  const generateIdSql: Statement<{ id: Id<K> }> = {
    ...sql(`select ${nextId} as id from cast($1 as text)`),
    batched: batchStatement(`
      select request_index, ${nextId} as id
        from unnest($1::text[]) with ordinality as input (sequence_table, request_index)`),
  }
  return async (db) => {
    const row = await db.row(generateIdSql, [table])
    if (row === undefined) throw new Error(`the sequence of ${table} returned no value`)
    return row.id
  }
}
