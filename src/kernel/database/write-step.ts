// A write is a list of write steps, which PostgreSQL runs as one statement: all of them happen, or none. A use
// case that writes several things costs one statement and one commit, and still reads as what it does: change
// the transfer, post the money, write the event. A step takes rows of input, so the writes of several requests
// that consist of the same steps can be sent as one batch (`batch-writes.ts`).

import type { ErrorKind } from '../error-kind.ts'
import { type Columns, inputWriter, type RowOf } from './rows.ts'

/** The request is refused with this error, or its use case is retried on the rows that another request has changed. */
export type Failure = ErrorKind | 'retry'

/**
 * The names for the SQL of a step. The value of each key of `reads` is the name of that step's common table expression, so
 * that the SQL need not repeat a name that another file declares.
 */
type Names<Reads> = { readonly [Name in keyof Reads]: string } & {
  /** The rows of input as a table expression, to stand after `from` or `using`; its columns are `input.<name>`. */
  readonly input: string
  /** The SQL expression that raises the failure of this step's guard. */
  readonly guardFailed: string
}

type BigintColumn<C> = { [K in keyof C]: C[K] extends 'bigint' ? K : never }[keyof C]

type Declaration<C extends Columns, Reads, R> = {
  /** The name of the common table expression whose rows the step returns, unique in a write. */
  readonly name: string
  /** The columns of the input, and their types. */
  readonly input: C
  /**
   * The column with the profile that the rows belong to; null when the rows belong to no profile, or to one that the
   * write creates.
   */
  readonly tenant: BigintColumn<C> | null
  /** Steps that come before this one in the same write, and whose rows its SQL reads. */
  readonly reads?: Reads
  /**
   * The step locks rows, and gets its input after the guards of the earlier steps have run. So rows are locked in the
   * order of the steps; in another order two writes could deadlock.
   */
  readonly locksAfterGuards?: true
  /**
   * `name as (...)`, with a comma between several. Input has the column `request_index`, which joins a step to
   * those that it reads. A step that returns rows returns this column first.
   */
  readonly sql: (names: Names<Reads>) => string
  /** `rowType<...>()`: the rows that the step returns. */
  readonly returns?: RowType<R>
  /** When set, the step has a guard, which fails unless the step has a row for each row of its input. */
  readonly onGuardFailed?: Failure
  /** The common table expression that must have a row for each row of input, when it is not `name`. */
  readonly guardedRows?: string
  /** The SQL itself decides whether the guard fails, and then uses `guardFailed`. */
  readonly guardRaises?: true
  /** The failure for each violated constraint, by its name; 'guard': the same as a failed guard. */
  readonly constraints?: Readonly<Record<string, Failure | 'guard'>>
}

/** The fields of a step that `compose-write.ts` reads. */
export type StepDefinition = {
  readonly name: string
  readonly reads: readonly StepDefinition[]
  /**
   * The SQL of the step, whose input is the parameter with the number `param`. The SQL condition `guardsHaveRun` holds once
   * the guards of earlier steps have run; undefined when no earlier step has a guard.
   */
  sqlFor(param: number, guardsHaveRun: string | undefined): string
  /** Undefined where the step has no guard. */
  readonly guard: { readonly rows: string; readonly raises: boolean } | undefined
  readonly constraints: Readonly<Record<string, Failure | 'guard'>>
}

/** A step with its input. */
export type WriteStep<R = unknown> = {
  readonly definition: StepDefinition
  /** Each row of input as JSON. */
  readonly rows: readonly string[]
  /** The profile of the first row; zero without rows, or when the step declares no `tenant`. Batches are sorted by it. */
  readonly tenant: number
  readonly onGuardFailed: Failure | undefined
  /** Never set: it carries the type of the rows. */
  readonly __row?: R
}

/** A declared step: a function from its input to a step of a write. */
type DeclaredStep<C extends Columns, R> = {
  (rows: RowOf<C> | readonly RowOf<C>[], onGuardFailed?: Failure): WriteStep<R>
  readonly definition: StepDefinition
}

/** Carries the type of the rows that a step returns. */
type RowType<R> = { readonly __row?: R }

/** States the type of the rows that a step returns. */
export function rowType<R>(): RowType<R> {
  return {}
}

/**
 * Ends `merge into <table> using <input>` so that the statement inserts every row. A step that returns the rows that it
 * inserts uses `merge`, because `returning` of an `insert` cannot name `input.request_index` (decision 9).
 */
export const INSERT_EVERY_ROW = 'on false when not matched then insert'

type ReadSteps = Readonly<Record<string, { readonly definition: StepDefinition }>>

export function writeStep<
  const C extends Columns,
  R = unknown,
  Reads extends ReadSteps = Record<never, never>,
>(declared: Declaration<C, Reads, R>): DeclaredStep<C, R> {
  const { tenant, onGuardFailed } = declared
  const { from, write } = inputWriter(declared.input)
  const definition = definitionOf(declared, from)
  const stepWith = (
    input: RowOf<C> | readonly RowOf<C>[],
    failure: Failure | undefined = onGuardFailed,
  ): WriteStep<R> => {
    const rows = isList(input) ? input : [input]
    return {
      definition,
      rows: rows.map(write),
      tenant: tenant === null ? 0 : Number(rows[0]?.[tenant] ?? 0),
      onGuardFailed: failure,
    }
  }
  return Object.assign(stepWith, { definition })
}

function definitionOf<C extends Columns, Reads extends ReadSteps, R>(
  declared: Declaration<C, Reads, R>,
  from: (param: number, condition?: string) => string,
): StepDefinition {
  const { name, reads, locksAfterGuards, guardedRows = name, guardRaises = false } = declared
  const entries = Object.entries(reads ?? {})
  const namesRead = Object.fromEntries(entries.map(([key, step]) => [key, step.definition.name]))
  return {
    name,
    reads: entries.map(([, step]) => step.definition),
    sqlFor: (param, guardsHaveRun) =>
      declared.sql({
        ...(namesRead as { readonly [Name in keyof Reads]: string }),
        input: from(param, locksAfterGuards && guardsHaveRun),
        guardFailed: failGuard(name),
      }),
    guard:
      declared.onGuardFailed === undefined ? undefined : { rows: guardedRows, raises: guardRaises },
    constraints: declared.constraints ?? {},
  }
}

/** SQL that fails the guard of a step: the database function `must` raises `GW001` with the name of the step. */
export function failGuard(name: string): string {
  return `must(false, '${name}')`
}

function isList<T extends object>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
