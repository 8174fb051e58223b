// Statements whose parameters have names, for texts that are assembled: each piece names the parameters that it needs, and
// no piece depends on the numbers of another.

import type { Reader } from './reader.ts'
import { type Statement, sql } from './statement.ts'

/** A statement with rows `R`, whose parameters are fields of `V`. */
export type NamedStatement<R, V> = {
  readonly statement: Statement<R>
  /** The parameters that the statement has, in the order of their numbers. */
  readonly parameters: readonly (keyof V & string)[]
}

// A colon and a name. The type after the two colons of a cast is not a parameter.
const NAMED_PARAMETER = /(?<!:):(\w+)/g

/**
 * Declares a statement of a text with parameters such as `:active`. Only names in the text become parameters, because
 * PostgreSQL refuses values that a text does not use.
 */
export function namedSql<R, V>(text: string): NamedStatement<R, V> {
  const names = [...new Set([...text.matchAll(NAMED_PARAMETER)].map(([, name = '']) => name))]
  const numberedText = text.replace(
    NAMED_PARAMETER,
    (_, name: string) => `$${names.indexOf(name) + 1}`,
  )
  return { statement: sql<R>(numberedText), parameters: names as (keyof V & string)[] }
}

/** The rows of the statement for those of `values` that it has as parameters. */
export function namedRows<R, V>(
  db: Reader,
  { statement, parameters }: NamedStatement<R, V>,
  values: V,
): Promise<R[]> {
  return db.rows(
    statement,
    parameters.map((name) => values[name]),
  )
}
