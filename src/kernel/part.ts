// A use case on the path of every request must cost one durable statement, and must still read as
// what it does: "move the transfer, post the money, announce it". So what is written comes in parts.
// Each part is one or more common table expressions with parameters of its own; all parts of a
// write go to the database as one statement, and happen together or not at all.

import type { Statement } from './db.ts'
import type { ErrorKind } from './refusal.ts'
import { statementName } from './statement-name.ts'

/** The constant half of a part: declared once beside the other SQL of its module. */
export type PartText<R = unknown> = {
  /** The expression whose rows the part answers; other parts may read from it by this name. */
  readonly name: string
  /**
   * `name as (...)`, comma between several. `$1` is the first parameter of this part. The word
   * `after_guards` is true once the guards of the parts before it have run: a part that locks rows
   * says it, so that rows are locked in the order of the parts.
   */
  readonly text: string
  /** Refused by `lost` unless the expression `of` (default `name`) has rows. */
  readonly guard?: {
    readonly of?: string
    /**
     * How many rows it must have: SQL over this part's parameters, such as `cardinality($2::text[])`.
     * `any` where what it calls refuses by itself, by `must` and this name, and only has to have run.
     */
    readonly rows?: string
    readonly lost: ErrorKind | 'run again'
  }
  /** What a violated constraint means, by its name. */
  readonly constraints?: Readonly<Record<string, ErrorKind | 'run again'>>
  readonly __row?: R
}

export type Part<R = unknown> = {
  readonly from: PartText<R>
  /** Tells texts apart in the cache of composed statements. */
  readonly key: number
  readonly params: readonly unknown[]
  readonly guard?: { readonly tag: string; readonly lost: ErrorKind | 'run again' } | undefined
  readonly constraints?: PartText['constraints']
}

let declared = 0

/** Declares a part. The answer is a function that fills its parameters in. */
export function part<R = unknown>(
  from: PartText<R>,
): (params: readonly unknown[], lost?: ErrorKind) => Part<R> {
  const key = declared++
  return (params, lost) => ({
    from,
    key,
    params,
    guard: from.guard && { tag: from.name, lost: lost ?? from.guard.lost },
    constraints: from.constraints,
  })
}

const composed = new Map<string, Statement<unknown>>()

/** One statement of all parts. Its text depends on which parts there are, never on their values. */
export function compose(parts: readonly Part[]): {
  statement: Statement<unknown>
  params: unknown[]
} {
  const params: unknown[] = []
  for (const part of parts) params.push(...part.params)
  const key = parts.map((part) => part.key).join('+')
  let statement = composed.get(key)
  if (statement === undefined) {
    const text = textOf(parts)
    statement = { name: statementName(text), text }
    composed.set(key, statement)
  }
  return { statement, params }
}

function textOf(parts: readonly Part[]): string {
  let offset = 0
  const texts: string[] = []
  const guards: string[] = []
  let after = 'true'
  for (const { from, params } of parts) {
    texts.push(shifted(from.text, offset).replaceAll('after_guards', after))
    if (from.guard) {
      guards.push(guardText(from, offset))
      after = hasRun(from)
    }
    offset += params.length
  }
  const answer = parts[0]?.from.name
  if (guards.length === 0) return `with ${texts.join(',\n')}\nselect * from ${answer}`
  // The left join makes the guards run whatever the answer holds; `must` raises where one is lost.
  return `with ${texts.join(',\n')},
guards as materialized (select ${guards.join(' and ')} as hold)
select ${answer}.* from guards left join ${answer} on true where guards.hold`
}

// A guard is looked at in every write and hardly ever lost, so it is spelled as what costs PostgreSQL
// least: no function is called and, where rows need not be counted, nothing is aggregated.
function guardText(from: PartText, offset: number): string {
  const { name, guard } = from
  if (guard?.rows === 'any') return hasRun(from)
  const of = guard?.of ?? name
  const holds =
    guard?.rows === undefined
      ? `exists (select from ${of})`
      : `(select count(*) from ${of}) = ${shifted(guard.rows, offset)}`
  return `case when ${holds} then true else must(false, '${name}') end`
}

/** Always true, once the part has run to its end: where it may have several rows, they are counted. */
function hasRun({ name, guard }: PartText): string {
  const of = guard?.of ?? name
  return guard?.rows === undefined
    ? `exists (select from ${of}) is not null`
    : `(select count(*) from ${of}) is not null`
}

function shifted(text: string, offset: number): string {
  return text.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`)
}
