// Creates the database cluster of a data directory (initdb).

import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EmbeddedCluster, SUPERUSER } from './owner.ts'
import { chownToServer, exists, type ServerLocation } from './server-location.ts'

const run = promisify(execFile)

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
]

export async function isInitialised({ clusterDir }: EmbeddedCluster): Promise<boolean> {
  return await exists(join(clusterDir, 'PG_VERSION'))
}

/** Creates the cluster under another name and renames it when complete, so a killed start leaves no incomplete cluster. */
export async function initialise(
  { location, password, clusterDir }: EmbeddedCluster,
  { durable }: { readonly durable: boolean },
): Promise<void> {
  const draft = await fs.mkdtemp(join(location.directory, 'initdb-'))
  try {
    const passwordFile = join(draft, 'password')
    await fs.writeFile(passwordFile, password, { mode: 0o600 })
    await chownToServer(location, draft)
    await chownToServer(location, passwordFile)
    await run(
      join(location.native, 'bin/initdb'),
      [
        ...INITDB_OPTIONS,
        ...(durable ? [] : ['--no-sync']),
        `--pwfile=${passwordFile}`,
        `--pgdata=${join(draft, 'cluster')}`,
      ],
      asServer(location),
    )
    await fs.rename(join(draft, 'cluster'), clusterDir).catch((error) => {
      // Another first start has created the cluster in the meantime: this start continues with that cluster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await fs.rm(draft, { recursive: true, force: true })
  }
}

/**
 * The options of a process that runs as the server's account. It does not get the environment of the service: variables
 * such as PGPORT would change what PostgreSQL's programs do.
 */
export function asServer({ runAs }: ServerLocation) {
  return { ...runAs, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
}
