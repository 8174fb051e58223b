// Lookups outside transactions: concurrent lookups of the same statement are sent as one batch (`batch.ts`).

import { batcher } from './batch.ts'
import type { Pipeline } from './pipeline.ts'
import type { BatchRow } from './result-rows.ts'
import type { PreparedStatement, Queryable, Row, Statement } from './statement.ts'

/**
 * The most lookups of one batch. With small batches this process distributes the rows of one batch while PostgreSQL works
 * on the next; with large batches PostgreSQL and this process would wait for each other.
 */
const LOOKUPS_MAX = 32

type QueuedLookup = {
  readonly single: Statement<unknown>
  readonly batched: PreparedStatement<BatchRow<Row>>
  readonly values: readonly unknown[]
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/** Reads the rows of a statement. */
export type Read = (statement: Statement<unknown>, values: readonly unknown[]) => Promise<Row[]>

/** Batches lookups; sends any other statement immediately. */
export function batchedReads(on: Pipeline): Read {
  const limits = { inputsMax: LOOKUPS_MAX, inProgressMax: Number.POSITIVE_INFINITY }
  const enqueue = batcher<QueuedLookup>(on, limits, (requests) => lookUp(on, requests))
  return (statement, values) => {
    const { batched } = statement
    if (batched === undefined) return on.query(statement, values)
    return new Promise((resolve, reject) => {
      enqueue(statement.name, { single: statement, batched, values, resolve, reject })
    })
  }
}

async function lookUp(on: Queryable, requests: readonly QueuedLookup[]): Promise<void> {
  const [first, ...others] = requests
  if (first === undefined) return
  try {
    if (others.length === 0) {
      first.resolve(await on.query(first.single, first.values))
      return
    }
    const found: Row[][] = requests.map(() => [])
    for (const { requestIndex, row } of await on.query(first.batched, keysOf(requests)))
      found[requestIndex - 1]?.push(row)
    requests.forEach(({ resolve }, n) => {
      resolve(found[n] ?? [])
    })
  } catch (error) {
    // A key that is not a value of the parameter's type must fail only the request of this key.
    if (others.length > 0 && isDataException(error))
      await Promise.all(requests.map((request) => lookUp(on, [request])))
    else for (const { reject } of requests) reject(error)
  }
}

const DATA_EXCEPTION_CLASS = '22'

/** Whether the class of the error's SQLSTATE is that of invalid data. */
function isDataException(error: unknown): boolean {
  return String((error as { code?: string }).code).startsWith(DATA_EXCEPTION_CLASS)
}

/** One array for each parameter, with the value of each request. */
function keysOf(requests: readonly QueuedLookup[]): (string | null)[][] {
  const [first] = requests
  return (first?.values ?? []).map((_, n) => requests.map(({ values }) => textOf(values[n])))
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return Array.isArray(value) ? `{${value.map(elementOf).join(',')}}` : String(value)
}

/** An element of an array literal in quotes, so that text with a comma or a brace is one element. */
function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}
