// The numbers of rows that a backup contains.

import { type Reader, type Statement, sql } from '../../../kernel/database/db.ts'
import type { COUNTED_TABLES, Counts } from './backup-info.ts'

const countRowsSql: Record<(typeof COUNTED_TABLES)[number], Statement<{ count: number }>> = {
  ledger_postings: sql('select count(*) as count from ledger_postings'),
  events: sql('select count(*) as count from events'),
  transfers: sql('select count(*) as count from transfers'),
  profiles: sql('select count(*) as count from profiles'),
  users: sql('select count(*) as count from users'),
}

export async function countRows(db: Reader): Promise<Counts> {
  const counts: [string, number][] = []
  for (const [table, statement] of Object.entries(countRowsSql))
    counts.push([table, (await db.row(statement))?.count ?? 0])
  return Object.fromEntries(counts) as Counts
}
