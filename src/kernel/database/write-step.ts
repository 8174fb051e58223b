// A use case on the path of every request must cost one durable statement, and must still read as
// what it does: "move the transfer, post the money, announce it". So what is written comes in steps.
// Each step is one or more common table expressions that do one thing for every row they are given;
// all steps of a write go to the database as one statement, and happen together or not at all. Since
// a step takes rows, writes of several requests that are made of the same steps can go as one too.

import type { ErrorKind } from '../refusal.ts'
import type { Statement } from './db.ts'
import { type Columns, type RowOf, rowsJson, writerOf } from './rows.ts'
import { statementName } from './statement-name.ts'

/** The constant half of a step: declared once beside the other SQL of its module. */
export type WriteStepDeclaration<C extends Columns> = {
  /** The expression whose rows the step answers; other steps may read from it by this name. */
  readonly name: string
  /** The columns of its rows, and their types. */
  readonly input: C
  /**
   * `name as (...)`, comma between several. `from input` reads the rows. Their column `request_index` is
   * the request that each belongs to: the step answers it first, and steps that read from each other are
   * joined by it. A step that answers no `request_index` answers nobody.
   * The word `after_guards` is true once the guards of the steps before it have run (it asks the last
   * of them, which comes after the others): a step that locks rows uses it, so that rows are locked
   * in the order of the steps.
   */
  readonly sql: string
  /** The write fails by this unless the step has changed a row for each row of its input. */
  readonly onGuardFailed?: ErrorKind | 'retry'
  /** The expression that must have a row for each row of the input, where it is not `name`. */
  readonly guardedRows?: string
  /** The SQL itself calls `must` with this name where the guard fails. */
  readonly guardRaises?: true
  /** What a violated constraint means, by its name. */
  readonly constraints?: Readonly<Record<string, ErrorKind | 'retry'>>
}

export type WriteStep<R = unknown> = {
  readonly declaration: Omit<WriteStepDeclaration<Columns>, 'input'> & {
    input(param: number): string
  }
  /** Tells texts apart in the cache of composed statements. */
  readonly key: number
  readonly rows: readonly string[]
  /** Of the first row: whoever writes for several tenants does it in the order of these. */
  readonly tenant: number
  readonly onGuardFailed: ErrorKind | 'retry' | undefined
  readonly constraints: WriteStepDeclaration<Columns>['constraints']
  readonly __row?: R
}

let stepsDeclared = 0

/** Declares a step. The answer is a function that gives it its rows; whoever calls it types what it answers. */
export function writeStep<C extends Columns>(
  declared: WriteStepDeclaration<C>,
): (rows: RowOf<C> | readonly RowOf<C>[], onGuardFailed?: ErrorKind) => WriteStep<never> {
  const key = stepsDeclared++
  const { input: columns, ...rest } = declared
  const { input, write } = writerOf(columns)
  const declaration = { ...rest, input }
  return (rows, onGuardFailed) => {
    const given = Array.isArray(rows) ? (rows as readonly RowOf<C>[]) : [rows as RowOf<C>]
    return {
      declaration,
      key,
      rows: given.map(write),
      tenant: Number((given[0] as { profileId?: number } | undefined)?.profileId ?? 0),
      onGuardFailed: onGuardFailed ?? rest.onGuardFailed,
      constraints: rest.constraints,
    }
  }
}

const composed = new Map<string, Statement<unknown>>()

export function keyOf(steps: readonly WriteStep[]): string {
  return steps.map(({ key }) => key).join('+')
}

/**
 * One statement of all steps, for several writes that consist of the same. Its text depends on which
 * steps there are, never on their rows. It answers the rows of the first step, by request index.
 */
export function compose(writes: readonly (readonly WriteStep[])[]): {
  statement: Statement<unknown>
  params: string[]
} {
  const steps = writes[0] as readonly WriteStep[]
  const key = keyOf(steps)
  let statement = composed.get(key)
  if (statement === undefined) {
    const text = textOf(steps)
    statement = { name: statementName(text), text, hasRequestIndex: true }
    composed.set(key, statement)
  }
  const rowsOf = (n: number) => writes.map((write) => (write[n] as WriteStep).rows)
  return { statement, params: steps.map((_, n) => rowsJson(rowsOf(n))) }
}

function textOf(steps: readonly WriteStep[]): string {
  const texts: string[] = []
  const guards: string[] = []
  let after = 'true'
  steps.forEach(({ declaration }, n) => {
    const input = declaration.input(n + 1)
    const text = declaration.sql.replace(/\b(from|using) input\b/g, (_, word) => `${word} ${input}`)
    texts.push(text.replaceAll('after_guards', after))
    if (declaration.onGuardFailed === undefined) return
    guards.push(guardText(declaration, n + 1))
    after = `${countOf(declaration)} is not null`
  })
  const answer = steps[0]?.declaration.name
  if (guards.length === 0) return `with ${texts.join(',\n')}\nselect * from ${answer}`
  // The left join makes the guards run whatever the answer holds; `must` raises where one has failed.
  return `with ${texts.join(',\n')},
guards as materialized (select ${guards.join(' and ')} as hold)
select ${answer}.* from guards left join ${answer} on true where guards.hold`
}

// A guard is looked at in every write and hardly ever fails, so no function is called unless it does.
function guardText(declaration: WriteStep['declaration'], param: number): string {
  const { name, guardRaises } = declaration
  const count = countOf(declaration)
  if (guardRaises) return `${count} is not null`
  return `case when ${count} = json_array_length($${param}) then true else must(false, '${name}') end`
}

/** Once it is known, the step has run to its end. */
function countOf({ name, guardedRows = name }: WriteStep['declaration']): string {
  return `(select count(*) from ${guardedRows})`
}
