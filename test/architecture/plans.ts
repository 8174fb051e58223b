// Explains statements and reports plans that read too many rows.

import type pg from 'pg'
import { PLANNER_SETTINGS } from '../../src/kernel/database/open-connections.ts'

/** A statement with its parameters, as the service sent it. */
export type SentStatement = { readonly text: string; readonly values: readonly unknown[] }

type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const WRITES = /\b(?:insert into|merge into|delete from)\b|\bupdate \w+(?: \w+)?\s+set\b/i
/** The condition of an index scan that reads all rows of a tenant. */
const TENANT_ONLY = /^\(\(?\w*\.?profile_id = (?:ANY \()?\$\d+\)*$/

const setPlanner = Object.entries(PLANNER_SETTINGS)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join('; ')

/**
 * Returns the plan that the service gets, under the `PLANNER_SETTINGS` of the service. Without these settings PostgreSQL
 * would read small tables whole in spite of an index. A reading statement is run, so its plan has the numbers of rows; a
 * writing statement is only planned.
 */
export async function explain(
  client: pg.Client,
  { text, values }: SentStatement,
): Promise<PlanNode> {
  const options = WRITES.test(text) ? 'format json' : 'analyze, timing off, format json'
  await client.query(`begin; ${setPlanner}`)
  try {
    await client.query(`prepare seen as ${text}`)
    const parameters = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`
    const { rows } = await client.query(`explain (${options}) execute seen${parameters}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback; deallocate all')
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  const text = Array.isArray(value) ? `{${value.map(element).join(',')}}` : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

function element(value: unknown): string {
  return value === null ? 'null' : JSON.stringify(String(value))
}

export type TableStatistics = {
  /** The number of rows of each table. */
  readonly rows: ReadonlyMap<string, number>
  /** Partial indexes, such as those on due rows. */
  readonly partialIndexes: ReadonlySet<string>
}

/**
 * Messages about nodes that read more than `rowsMax` rows or, in a statement that was only planned, could read all rows of
 * a table or of a tenant.
 */
export function faultsOf(plan: PlanNode, statistics: TableStatistics, rowsMax: number): string[] {
  const faults = (plan.Plans ?? []).flatMap((child) => faultsOf(child, statistics, rowsMax))
  const { 'Node Type': type, 'Relation Name': table = '', 'Actual Loops': loops } = plan
  const read = ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (loops ?? 0)
  if (type.endsWith('Sort') && read > rowsMax) faults.push(`sorts ${read} rows`)
  if (type === 'ModifyTable' || (statistics.rows.get(table) ?? 0) <= rowsMax) return faults
  const wasRun = loops !== undefined
  const readsTooMany = wasRun ? read > rowsMax : readsAllRows(plan, statistics)
  if (readsTooMany) faults.push(`${type} of ${wasRun ? read : 'all'} rows of ${table}`)
  return faults
}

function readsAllRows(plan: PlanNode, { partialIndexes }: TableStatistics): boolean {
  if (plan['Node Type'] === 'Seq Scan') return true
  const { 'Index Name': index, 'Index Cond': condition = '' } = plan
  if (index === undefined || partialIndexes.has(index)) return false
  return condition === '' || TENANT_ONLY.test(condition)
}
