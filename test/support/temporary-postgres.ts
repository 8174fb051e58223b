// A PostgreSQL server for one run of a test, a benchmark or a tool, on a new folder that is deleted at the end.

import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../src/app/postgres/server.ts'

type PostgresOptions = Omit<Parameters<typeof startPostgres>[0], 'dataDir'>

/** Limits of an hour: a statement that copies a million rows takes minutes on a busy machine. */
export const LONG_LIMITS = { runMs: 3_600_000, silenceMs: 3_600_000, statementMs: 3_600_000 }

/** Makes a folder for the files of a server. `purpose` is part of its name. */
export async function makeDataDir(purpose: string): Promise<string> {
  const dataDir = await fs.mkdtemp(join(tmpdir(), `godwit-${purpose}-`))
  // Started by root, the server runs as another user, who must be able to enter the folder.
  await fs.chmod(dataDir, 0o711)
  return dataDir
}

/** Starts a server on a new folder. `stop` also deletes the folder. */
export async function startTemporaryPostgres(
  purpose: string,
  options: PostgresOptions,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const dataDir = await makeDataDir(purpose)
  const server = await startPostgres({ ...options, dataDir })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}
