// A restore that fails while it writes its last files. The archive contains no files of a database, so no server is needed.

import { createHash } from 'node:crypto'
import fsPromises, * as fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished, vi } from 'vitest'
import { END_FILE, FORMAT, INFO_FILE, MANIFEST_FILE } from '../operator/backup/backup-info.ts'
import { restore } from '../operator/backup/restore.ts'
import { tarEnd, tarFile } from '../operator/backup/tar.ts'
import { POSTGRES_MAJOR } from '../postgres/server.ts'

const info = { format: FORMAT, mode: 'sandbox', postgresMajor: POSTGRES_MAJOR, password: 'secret' }

function manifestWithoutFiles(): string {
  const lines = '{ "Files": [],\n'
  const checksum = createHash('sha256').update(lines).digest('hex')
  return `${lines}"Manifest-Checksum": "${checksum}"}\n`
}

const archive = gzipSync(
  Buffer.concat([
    tarFile(INFO_FILE, Buffer.from(JSON.stringify(info))),
    tarFile(MANIFEST_FILE, Buffer.from(manifestWithoutFiles())),
    tarFile(END_FILE, Buffer.from('{}')),
    tarEnd,
  ]),
)

it('a restore that cannot write the whole password of the database leaves no file', async () => {
  const root = await fs.mkdtemp(join(tmpdir(), 'godwit-restore-'))
  await fs.chmod(root, 0o711)
  onTestFinished(() => fs.rm(root, { recursive: true, force: true }))
  const file = join(root, 'backup.tar.gz')
  await fs.writeFile(file, archive)
  writeHalfOfNextFile()
  const dataDir = join(root, 'data')
  await expect(restore({ dataDir, file, mode: 'sandbox' })).rejects.toThrow('no space is left')
  expect(await fs.readdir(root)).toEqual(['backup.tar.gz'])
  await restore({ dataDir, file, mode: 'sandbox' })
  expect(await fs.readFile(join(dataDir, 'postgres.password'), 'utf8')).toBe('secret')
})

/** Makes the next call of `writeFile` fail like a full disk, after it has created the file. */
function writeHalfOfNextFile(): void {
  const { writeFile } = fsPromises
  const replaced = vi.spyOn(fsPromises, 'writeFile').mockImplementationOnce(async (path) => {
    await writeFile(path, 'sec')
    throw new Error('no space is left on the disk')
  })
  // Without this call, modules that import from the built-in module keep its original function.
  syncBuiltinESMExports()
  onTestFinished(() => {
    replaced.mockRestore()
    syncBuiltinESMExports()
  })
}
