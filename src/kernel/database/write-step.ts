// A use case on the path of every request must cost one durable statement, and must still read as
// what it does: "move the transfer, post the money, announce it". So what is written comes in parts.
// Each part is one or more common table expressions that do one thing for every row they are given;
// all parts of a write go to the database as one statement, and happen together or not at all. Since
// a part takes rows, writes of several requests that are made of the same parts can go as one too.

import type { ErrorKind } from '../refusal.ts'
import type { Statement } from './db.ts'
import { type Columns, type RowOf, rowsJson, writerOf } from './rows.ts'
import { statementName } from './statement-name.ts'

/** The constant half of a part: declared once beside the other SQL of its module. */
export type PartText<C extends Columns> = {
  /** The expression whose rows the part answers; other parts may read from it by this name. */
  readonly name: string
  /** The columns of its rows, and their types. */
  readonly takes: C
  /**
   * `name as (...)`, comma between several. `from asked` reads the rows, whose column `place` tells
   * whose they are: the part answers it first, and parts that read from each other are joined by it.
   * The word `after_guards` is true once the guards of the parts before it have run (it asks the last
   * of them, which comes after the others): a part that locks rows says it, so that rows are locked
   * in the order of the parts. A part that answers no `place` answers nobody.
   */
  readonly text: string
  /** Refused by `lost` unless the expression `of` (default `name`) has a row for each that was given. */
  readonly guard?: {
    readonly of?: string
    /** Where what it calls refuses by itself, by `must` and this name, and only has to have run. */
    readonly rows?: 'any'
    readonly lost: ErrorKind | 'run again'
  }
  /** What a violated constraint means, by its name. */
  readonly constraints?: Readonly<Record<string, ErrorKind | 'run again'>>
}

export type Part<R = unknown> = {
  readonly from: Omit<PartText<Columns>, 'takes'> & { asked(param: number): string }
  /** Tells texts apart in the cache of composed statements. */
  readonly key: number
  readonly rows: readonly string[]
  /** Of the first row: whoever writes for several tenants does it in the order of these. */
  readonly tenant: number
  readonly lost: ErrorKind | 'run again' | undefined
  readonly constraints: PartText<Columns>['constraints']
  readonly __row?: R
}

let declared = 0

/** Declares a part. The answer is a function that gives it its rows; whoever calls it types what it answers. */
export function part<C extends Columns>(
  text: PartText<C>,
): (rows: RowOf<C> | readonly RowOf<C>[], lost?: ErrorKind) => Part<never> {
  const key = declared++
  const { takes, ...rest } = text
  const { asked, write } = writerOf(takes)
  const from = { ...rest, asked }
  return (rows, lost) => {
    const given = Array.isArray(rows) ? (rows as readonly RowOf<C>[]) : [rows as RowOf<C>]
    return {
      from,
      key,
      rows: given.map(write),
      tenant: Number((given[0] as { profileId?: number } | undefined)?.profileId ?? 0),
      lost: lost ?? from.guard?.lost,
      constraints: from.constraints,
    }
  }
}

const composed = new Map<string, Statement<unknown>>()

export function keyOf(parts: readonly Part[]): string {
  return parts.map(({ key }) => key).join('+')
}

/**
 * One statement of all parts, for several writes that consist of the same. Its text depends on which
 * parts there are, never on their rows. It answers the rows of the first part, by place.
 */
export function compose(writes: readonly (readonly Part[])[]): {
  statement: Statement<unknown>
  params: string[]
} {
  const parts = writes[0] as readonly Part[]
  const key = keyOf(parts)
  let statement = composed.get(key)
  if (statement === undefined) {
    const text = textOf(parts)
    statement = { name: statementName(text), text, placed: true }
    composed.set(key, statement)
  }
  const rowsOf = (n: number) => writes.map((write) => (write[n] as Part).rows)
  return { statement, params: parts.map((_, n) => rowsJson(rowsOf(n))) }
}

function textOf(parts: readonly Part[]): string {
  const texts: string[] = []
  const guards: string[] = []
  let after = 'true'
  parts.forEach(({ from }, n) => {
    const asked = from.asked(n + 1)
    const text = from.text.replace(/\b(from|using) asked\b/g, (_, word) => `${word} ${asked}`)
    texts.push(text.replaceAll('after_guards', after))
    if (from.guard === undefined) return
    guards.push(guardText(from, n + 1))
    after = `${countOf(from)} is not null`
  })
  const answer = parts[0]?.from.name
  if (guards.length === 0) return `with ${texts.join(',\n')}\nselect * from ${answer}`
  // The left join makes the guards run whatever the answer holds; `must` raises where one is lost.
  return `with ${texts.join(',\n')},
guards as materialized (select ${guards.join(' and ')} as hold)
select ${answer}.* from guards left join ${answer} on true where guards.hold`
}

// A guard is looked at in every write and hardly ever lost, so no function is called unless it is.
function guardText(from: Part['from'], param: number): string {
  const { name, guard } = from
  if (guard?.rows === 'any') return `${countOf(from)} is not null`
  return `case when ${countOf(from)} = json_array_length($${param}) then true else must(false, '${name}') end`
}

/** Once it is known, the part has run to its end. */
function countOf({ name, guard }: Part['from']): string {
  return `(select count(*) from ${guard?.of ?? name})`
}
