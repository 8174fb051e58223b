// Statements and write steps on the table `rate_points`, for tests of the database layer. Each test file passes another
// `source`, so that it finds only the rows that it has written.

import { type Lock, rowLock } from '../../../test/support/race.ts'
import { type Database, type Statement, sql } from '../database/db.ts'
import { INSERT_EVERY_ROW, rowType, writeStep } from '../database/write-step.ts'
import type { ErrorKind } from '../refusal.ts'

export const AlreadyExists: ErrorKind = {
  code: 'point.exists',
  status: 409,
  message: 'Insert a point of another currency.',
}
export const NotFound: ErrorKind = {
  code: 'point.not-found',
  status: 404,
  message: 'Insert the point first.',
}

export type Point = { readonly currency: string; readonly perUsd: string }

export const POINT_AT = Temporal.Instant.from('2026-01-01T00:00:00Z')

/** Inserts a point of the currency `$1`. */
export function insertPointSql(source: string): Statement<never> {
  return sql(
    `insert into rate_points (currency, at, per_usd, source) values ($1, now(), 1, '${source}')`,
  )
}

export function listPointsSql(source: string): Statement<{ currency: string }> {
  return sql(`select currency from rate_points where source = '${source}' order by currency`)
}

/** Returns the rates of the points of a currency. */
export async function ratesOf(db: Database, source: string, currency: string): Promise<number[]> {
  const { rows } = await db.pool.query<{ per_usd: string }>(
    'select per_usd::text from rate_points where currency = $1 and source = $2',
    [currency, source],
  )
  return rows.map((row) => Number(row.per_usd))
}

export function pointLock(currency: string): Lock {
  return rowLock('rate_points', { currency })
}

/** `onExisting` decides what an existing point of the currency means: a refusal, or a failed guard. */
export function insertPointStep(source: string, onExisting: ErrorKind | 'guard') {
  return writeStep({
    name: 'point_inserted',
    input: { profileId: 'bigint', currency: 'text', perUsd: 'numeric', at: 'timestamptz' },
    tenant: 'profileId',
    sql: ({ input }) => `point_inserted as (
      merge into rate_points r using ${input} ${INSERT_EVERY_ROW}
       (currency, at, per_usd, source) values (input.currency, input.at, input.per_usd, '${source}')
      returning input.request_index, r.currency, r.per_usd::text as per_usd)`,
    returns: rowType<Point>(),
    ...(onExisting === 'guard' && { onGuardFailed: NotFound }),
    constraints: { rate_points_pkey: onExisting },
  })
}

export function doublePointStep(source: string, onGuardFailed: ErrorKind | 'retry') {
  return writeStep({
    name: 'point_doubled',
    input: { profileId: 'bigint', currency: 'text' },
    tenant: 'profileId',
    sql: ({ input }) => `point_doubled as (
      update rate_points r set per_usd = r.per_usd * 2 from ${input}
       where r.currency = input.currency and r.source = '${source}'
      returning input.request_index, r.currency, r.per_usd::text as per_usd)`,
    returns: rowType<Point>(),
    onGuardFailed,
  })
}
