// Writes the files of a base backup to a directory of the server's account.

import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chownToServer, type ServerLocation } from '../../postgres/server-location.ts'
import type { TarEntry } from './tar.ts'

export type WrittenFile = { readonly size: number; readonly sha256: string }

/**
 * Writes the files of a base backup, except those that `intercept` returns true for. Returns the size and the hash of each
 * written file, by its path in the backup.
 */
export async function writeCluster(
  entries: AsyncGenerator<TarEntry>,
  clusterDir: string,
  location: ServerLocation,
  intercept: (entry: TarEntry) => Promise<boolean> = async () => false,
): Promise<Map<string, WrittenFile>> {
  await makeDirectory(clusterDir, location)
  const found = new Map<string, WrittenFile>()
  for await (const entry of entries) {
    const path = join(clusterDir, entry.path)
    if (entry.type === 'directory') await makeDirectory(path, location)
    else if (!(await intercept(entry)))
      found.set(entry.path, await writeFile(path, entry, location))
  }
  return found
}

async function makeDirectory(path: string, location: ServerLocation): Promise<void> {
  await fs.mkdir(path, { recursive: true, mode: 0o700 })
  await chownToServer(location, path)
}

async function writeFile(
  path: string,
  { chunks }: TarEntry,
  location: ServerLocation,
): Promise<WrittenFile> {
  await fs.mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let size = 0
  const handle = await fs.open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
  await chownToServer(location, path)
  return { size, sha256: hash.digest('hex') }
}
