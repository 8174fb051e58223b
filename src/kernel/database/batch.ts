// Requests that arrive at the same time often look up, or write, the same kind of thing. What they ask is
// gathered and sent as one statement: the second costs a fraction of a statement of its own, here and
// in PostgreSQL (docs/benchmarks.md). Each still hears of what was committed before it asked.

import { tryLater } from '../try-later.ts'
import type { Pipeline, Queryable } from './pipeline.ts'
import type { Prepared, Row } from './prepared.ts'

/** A statement that finds few rows by a key, with its counterpart that takes many keys. */
export type Lookup = Prepared & { readonly batched?: Prepared }

// Of many that ask at once, some are being answered while PostgreSQL looks for the others.
const KEYS_MAX = 32
/** What is under way for longer waits for a lock: nobody waits behind it. */
const PATIENCE_MS = 20
/**
 * Of one batcher. Since a full statement leaves at least every 20 ms, it also limits how long each waits:
 * writes to 0.7 s (two statements of 64 at once), lookups of one kind to 2.6 s (statements of 32).
 */
const WAITING_MAX = 4096

/** `types` are those of the statement's parameters, as PostgreSQL calls them. */
export function batchedText(types: readonly string[], text: string): string {
  const arrays = types.map((_, n) => `$${n + 1}::text[]`)
  const names = types.map((_, n) => `k${n + 1}`)
  const one = text.replace(/\$(\d+)/g, (_, n: string) => `input.k${n}::${types[Number(n) - 1]}`)
  // The fence of `offset 0` keeps it a lookup for each key, whatever the planner believes of sizes.
  return `select input.request_index, found.*
    from unnest(${arrays.join(', ')}) with ordinality as input (${names.join(', ')}, request_index)
   cross join lateral (${one} offset 0) found`
}

type Ask = {
  readonly lookup: Lookup
  readonly values: readonly unknown[]
  readonly rows: Row[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** What is asked by one statement. It gathers while others are under way: the more, the less each costs. */
type Queue<A> = { readonly waiting: A[]; isUnderWay: boolean }

type Terms = {
  /** How many may go together. */
  readonly most: number
  /** How many statements may be under way; what is asked meanwhile gathers. */
  readonly atOnce: number
}

/**
 * Gathers what is asked under one name, until the end of this turn of the event loop or until what
 * was gathered before, and enough of the others, is answered or hangs. Who waits longest is next.
 * `perform` answers it, and never fails.
 */
export function batcher<A extends { reject(error: unknown): void }>(
  on: Pipeline,
  { most, atOnce }: Terms,
  perform: (asked: readonly A[]) => Promise<void>,
): (name: string, ask: A) => void {
  const queues = new Map<string, Queue<A>>()
  const ready = new Set<Queue<A>>()
  const due: Queue<A>[] = []
  let underWay = 0
  let waiting = 0
  const flush = () => {
    for (const queue of due.splice(0)) send(queue)
  }
  const send = (queue: Queue<A>) => {
    let waitedFor = true
    const letGo = () => {
      if (!waitedFor) return
      waitedFor = false
      underWay--
      queue.isUnderWay = false
      if (queue.waiting.length > 0) ready.add(queue)
      next()
    }
    const patience = setTimeout(letGo, PATIENCE_MS)
    const batch = queue.waiting.splice(0, most)
    waiting -= batch.length
    void perform(batch).then(() => {
      clearTimeout(patience)
      letGo()
    })
  }
  const next = () => {
    for (const queue of ready) {
      if (underWay >= atOnce) return
      ready.delete(queue)
      underWay++
      queue.isUnderWay = true
      if (due.length === 0) on.atEndOfTurn(flush)
      due.push(queue)
    }
  }
  return (name, ask) => {
    if (waiting >= WAITING_MAX) return ask.reject(tryLater(new Error('too many requests wait')))
    waiting++
    let queue = queues.get(name)
    if (queue === undefined) {
      queue = { waiting: [], isUnderWay: false }
      queues.set(name, queue)
    }
    queue.waiting.push(ask)
    if (queue.isUnderWay) return
    ready.add(queue)
    next()
  }
}

/** The same reads, gathered where a statement can be. */
export function batchedReads(on: Pipeline): Queryable {
  const enqueue = batcher(
    on,
    { most: KEYS_MAX, atOnce: Number.POSITIVE_INFINITY },
    lookUp.bind(undefined, on),
  )
  return {
    query(lookup: Lookup, values) {
      if (lookup.batched === undefined) return on.query(lookup, values)
      return new Promise((resolve, reject) => {
        enqueue(lookup.name, { lookup, values, rows: [], resolve, reject })
      })
    },
  }
}

async function lookUp(on: Queryable, asks: readonly Ask[]): Promise<void> {
  const [only] = asks
  if (only === undefined) return
  const { lookup } = only
  try {
    if (asks.length === 1) {
      only.resolve(await on.query(lookup, only.values))
      return
    }
    for (const { requestIndex, row } of await on.query(lookup.batched as Prepared, keysOf(asks)))
      asks[(requestIndex as number) - 1]?.rows.push(row as Row)
    for (const { resolve, rows } of asks) resolve(rows)
  } catch (error) {
    // A key that is no value of its type fails for whoever asked it, and for nobody else.
    if (asks.length > 1 && isBadValue(error))
      await Promise.all(asks.map((each) => lookUp(on, [each])))
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
