// A second connection pool to the database of a test service, as another process would have.

import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/kernel/database/db.ts'
import type { TestService } from './service.ts'

const CONNECTIONS_MAX = 3

/** Opens another pool, as another process would, or the same process after a restart. The caller closes it. */
export async function openSecondPool({ db }: Pick<TestService, 'db'>): Promise<Database> {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name')
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${rows[0]?.name}`
  return openDatabase(url.href, CONNECTIONS_MAX)
}

/** Runs `work` with another pool, and then closes the pool. */
export async function withSecondPool<T>(
  service: Pick<TestService, 'db'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openSecondPool(service)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
