import { type Reader, sql } from '../../kernel/database/db.ts'

const version = sql<{ version: number }>(
  `select current_setting('server_version_num')::int as version`,
)

/** As PostgreSQL counts its versions: 180000 and what follows is 18. */
export async function serverVersion(db: Reader): Promise<number> {
  return (await db.row(version))?.version ?? 0
}
