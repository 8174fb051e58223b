// One SQL statement of the steps of a write. Its text depends on which steps there are, never on their input, so
// it is composed once and prepared once on each connection.

import type { BatchRow } from './result-rows.ts'
import { rowsJson } from './rows.ts'
import { batchStatement, type PreparedStatement, type Row } from './statement.ts'
import { failGuard, type StepDefinition, type WriteStep } from './write-step.ts'

export type WriteStatement = PreparedStatement<BatchRow<Row>>

/** Returns the statement of a write, the same object for writes that consist of the same steps. */
export type Compose = (steps: readonly WriteStep[]) => WriteStatement

/** A node of the tree of composed writes: the writes that begin with the same steps. */
type WriteNode = {
  /** The statement of the write that ends here; undefined until one is sent. */
  statement: WriteStatement | undefined
  /** The writes with one step more, by that step. */
  readonly children: Map<StepDefinition, WriteNode>
}

export function composer(): Compose {
  const root: WriteNode = { statement: undefined, children: new Map() }
  return (steps) => {
    let node = root
    for (const { definition } of steps) {
      let child = node.children.get(definition)
      if (child === undefined) {
        child = { statement: undefined, children: new Map() }
        node.children.set(definition, child)
      }
      node = child
    }
    node.statement ??= batchStatement(textOf(steps.map(({ definition }) => definition)))
    return node.statement
  }
}

/** The parameters of the statement, one for each step, for writes that consist of the same steps. */
export function paramsOf(writes: readonly (readonly WriteStep[])[]): string[] {
  const [first = []] = writes
  return first.map((_, n) => rowsJson(writes.map((write) => write[n]?.rows ?? [])))
}

/** The SQL of a statement that returns the rows of the first step, each with its request index. */
function textOf(steps: readonly StepDefinition[]): string {
  checkOrder(steps)
  const texts: string[] = []
  const guards: string[] = []
  // The guards are evaluated in the order of their steps (`inOrder`), so when the last one has run, all have.
  let guardsHaveRun: string | undefined
  steps.forEach((step, n) => {
    texts.push(step.sqlFor(n + 1, guardsHaveRun))
    if (step.guard === undefined) return
    guards.push(guardText(step, n + 1))
    guardsHaveRun = `${countOf(step)} is not null`
  })
  const first = steps[0]?.name
  if (guards.length === 0) return `with ${texts.join(',\n')}\nselect * from ${first}`
  // With the left join the guards run even when the first step returns no rows.
  return `with ${texts.join(',\n')},
guards as materialized (select ${inOrder(guards)} as succeeded)
select ${first}.* from guards left join ${first} on true where guards.succeeded`
}

function checkOrder(steps: readonly StepDefinition[]): void {
  if (steps.length === 0) throw new Error('A write needs at least one step.')
  steps.forEach((step, n) => {
    if (steps.findIndex(({ name }) => name === step.name) < n)
      throw new Error(`A write has the step '${step.name}' twice: give one step all rows.`)
    for (const read of step.reads) {
      const position = steps.indexOf(read)
      if (position === -1)
        throw new Error(`'${step.name}' reads '${read.name}', which is not in the write.`)
      if (position > n)
        throw new Error(`'${step.name}' reads '${read.name}', which must come before it.`)
    }
  })
}

// PostgreSQL promises no order of evaluation for `and`, but a `case` does not evaluate a result before its condition.
// In another order a step with `locksAfterGuards` could lock its rows before earlier steps lock theirs.
function inOrder(conditions: readonly string[]): string {
  return conditions.reduceRight((later, condition) => `case when ${condition} then ${later} end`)
}

// A guard is evaluated in every write and hardly ever fails, so no function is called unless it does.
function guardText(step: StepDefinition, param: number): string {
  if (step.guard?.raises) return `${countOf(step)} is not null`
  return `case when ${countOf(step)} = json_array_length($${param}) then true else ${failGuard(step.name)} end`
}

/**
 * The count of the step's rows. A count is never null: where the text compares it with null, PostgreSQL runs the step, with its
 * guard, to its end before it continues.
 */
function countOf({ name, guard }: StepDefinition): string {
  return `(select count(*) from ${guard?.rows ?? name})`
}
