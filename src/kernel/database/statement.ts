// SQL statements as values. Each is prepared once on every connection, under a name made from its text, so
// statements of equal text share one prepared statement.

import { createHash } from 'node:crypto'
import { type BatchRow, batchRowReader, type RowReader, rowReader } from './result-rows.ts'

/** A statement whose rows arrive as `T`. */
export type PreparedStatement<T> = {
  readonly name: string
  readonly text: string
  readonly reader: RowReader<T>
}

/** A row as it comes from PostgreSQL, with its columns in camelCase. */
export type Row = Readonly<Record<string, unknown>>

/** One SQL text with the shape of its rows. */
export type Statement<R> = PreparedStatement<Row> & {
  readonly changesRows: boolean
  /** The statement that answers several concurrent requests at once; each row has the index of its request. */
  readonly batched?: PreparedStatement<BatchRow<Row>>
  /** Never set: it carries the type of the rows. */
  readonly __row?: R
}

export type Queryable = {
  query<T>(statement: PreparedStatement<T>, values: readonly unknown[]): Promise<T[]>
}

/** Declares a statement. */
export function sql<R>(text: string): Statement<R> {
  return { name: nameOf(text), text, reader: rowReader, changesRows: CHANGE.test(text) }
}

/** Matches statements that change rows. `for update` and `for no key update` only lock rows. */
const CHANGE = /\b(?:insert into|merge into|delete from|(?<!\bfor (?:no key )?)update)\b/

/**
 * Declares a statement that finds few rows by a key: outside transactions, lookups of concurrent requests are
 * batched. `types` are the PostgreSQL types of its parameters.
 */
export function lookup<R>(types: readonly string[], text: string): Statement<R> {
  return { ...sql<R>(text), batched: batchStatement(batchedText(types, text)) }
}

/** A statement whose first column is `request_index`. */
export function batchStatement(text: string): PreparedStatement<BatchRow<Row>> {
  return { name: nameOf(text), text, reader: batchRowReader }
}

function batchedText(types: readonly string[], text: string): string {
  const arrays = types.map((_, n) => `$${n + 1}::text[]`)
  const names = types.map((_, n) => `k${n + 1}`)
  const single = text.replace(/\$(\d+)/g, (_, n: string) => `input.k${n}::${types[Number(n) - 1]}`)
  // `offset 0` is a fence: the planner keeps one lookup for each key, even when it assumes large tables.
  return `select input.request_index, found.*
    from unnest(${arrays.join(', ')}) with ordinality as input (${names.join(', ')}, request_index)
   cross join lateral (${single} offset 0) found`
}

/** In hexadecimal digits. 64 bits of a hash are enough for different texts to have different names. */
const NAME_LENGTH = 16

function nameOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, NAME_LENGTH)
}
