// Requests that arrive in one turn of the event loop often look up the same kind of thing, each by a key
// of its own. What they ask is gathered and sent as one statement: the second key costs a fraction of
// a statement of its own, here and in PostgreSQL (docs/benchmarks.md). Each still hears of what was
// committed before it asked.

import type { Pipeline, Queryable } from './pipeline.ts'
import type { Prepared, Row } from './prepared.ts'

/** A statement that finds few rows by a key, with its counterpart that takes many keys. */
export type Lookup = Prepared & { readonly gathered?: Prepared }

const KEYS_MAX = 100

/** `types` are those of the statement's parameters, as PostgreSQL calls them. */
export function gatheredText(types: readonly string[], text: string): string {
  const arrays = types.map((_, n) => `$${n + 1}::text[]`)
  const names = types.map((_, n) => `k${n + 1}`)
  const one = text.replace(/\$(\d+)/g, (_, n: string) => `asked.k${n}::${types[Number(n) - 1]}`)
  // The fence of `offset 0` keeps it a lookup for each key, whatever the planner believes of sizes.
  return `select asked.place, found.*
    from unnest(${arrays.join(', ')}) with ordinality as asked (${names.join(', ')}, place)
   cross join lateral (${one} offset 0) found`
}

type Ask = {
  readonly values: readonly unknown[]
  readonly rows: Row[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** What is asked by one lookup. Keys gather while others are under way: the more, the less each costs. */
type Queue = { readonly lookup: Lookup; readonly waiting: Ask[]; isUnderWay: boolean }

/** The same reads, gathered where a statement can be. */
export function gathering(on: Pipeline): Queryable {
  const queues = new Map<string, Queue>()
  const due = new Set<Queue>()
  const flush = () => {
    for (const queue of due) send(queue)
    due.clear()
  }
  const send = (queue: Queue) => {
    queue.isUnderWay = true
    void ask(on, queue.lookup, queue.waiting.splice(0, KEYS_MAX)).then(() => {
      queue.isUnderWay = false
      later(queue)
    })
  }
  const later = (queue: Queue) => {
    if (queue.isUnderWay || queue.waiting.length === 0) return
    if (due.size === 0) on.atEndOfTurn(flush)
    due.add(queue)
  }
  return {
    query(statement: Lookup, values) {
      if (statement.gathered === undefined) return on.query(statement, values)
      let queue = queues.get(statement.name)
      if (queue === undefined) {
        queue = { lookup: statement, waiting: [], isUnderWay: false }
        queues.set(statement.name, queue)
      }
      const { waiting } = queue
      const answer = new Promise<Row[]>((resolve, reject) => {
        waiting.push({ values, rows: [], resolve, reject })
      })
      later(queue)
      return answer
    },
  }
}

async function ask(on: Queryable, lookup: Lookup, asks: readonly Ask[]): Promise<void> {
  const [only] = asks
  try {
    if (only !== undefined && asks.length === 1) {
      only.resolve(await on.query(lookup, only.values))
      return
    }
    for (const { place, row } of await on.query(lookup.gathered as Prepared, keysOf(asks)))
      asks[(place as number) - 1]?.rows.push(row as Row)
    for (const { resolve, rows } of asks) resolve(rows)
  } catch (error) {
    // A key that is no value of its type fails for whoever asked it, and for nobody else.
    if (asks.length > 1 && isBadValue(error))
      await Promise.all(asks.map((each) => ask(on, lookup, [each])))
    else for (const { reject } of asks) reject(error)
  }
}

/** Class 22 of SQLSTATE: data exceptions. */
function isBadValue(error: unknown): boolean {
  return String((error as { code?: string }).code).startsWith('22')
}

/** One array for each parameter, with the value of each asker. */
function keysOf(asks: readonly Ask[]): (string | null)[][] {
  const [first] = asks
  return (first?.values ?? []).map((_, n) => asks.map(({ values }) => textOf(values[n])))
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.join(',')}}` : String(value)
}
