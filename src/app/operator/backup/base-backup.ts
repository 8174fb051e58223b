// Takes a base backup of a running server by the protocol command BASE_BACKUP, as pg_basebackup does: all its files,
// the write-ahead log that makes them consistent, and a manifest with the SHA-256 of each file.

import { Readable } from 'node:stream'
import type pg from 'pg'
import { BackupError } from './backup-info.ts'

const COMMAND =
  "BASE_BACKUP (LABEL 'godwit', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')"

type Backup = {
  /** A tar archive without the two blocks that end it. */
  readonly archive: AsyncIterable<Buffer>
  /** Resolves when the archive was read to its end. */
  readonly manifest: Promise<Buffer>
}

type Socket = { pause(): unknown; resume(): unknown }
type DriverConnection = { readonly stream: Socket; query(text: string): void }

/** `client` must be connected with `replication: 'true'`, and must do nothing else meanwhile. */
export function takeBaseBackup(client: pg.Client): Backup {
  const manifest = Promise.withResolvers<Buffer>()
  manifest.promise.catch(() => undefined)
  const manifestChunks: Buffer[] = []
  let socket: Socket | undefined
  let archiveCount = 0
  let isManifest = false
  const archive = new Readable({ read: () => void socket?.resume() })
  const fail = (error: Error) => {
    archive.destroy(error)
    manifest.reject(error)
  }
  const onCopyData = (chunk: Buffer) => {
    // The first byte of a message is its type: a new archive, the manifest, or data of either.
    switch (String.fromCharCode(chunk[0] ?? 0)) {
      case 'n':
        archiveCount++
        if (archiveCount > 1)
          fail(
            new BackupError(
              'This command cannot back up tablespaces. Move their tables to the default tablespace, or use pg_basebackup.',
            ),
          )
        break
      case 'm':
        isManifest = true
        break
      case 'd': {
        // A copy, because the driver reuses its buffer.
        const data = Buffer.from(chunk.subarray(1))
        if (isManifest) manifestChunks.push(data)
        else if (!archive.push(data)) socket?.pause()
        break
      }
    }
  }
  const command = copyCommand({
    onStart: (stream) => {
      socket = stream
    },
    onCopyData,
    onError: fail,
    onEnd: () => {
      archive.push(null)
      manifest.resolve(Buffer.concat(manifestChunks))
    },
  })
  client.query(command as pg.Submittable)
  return { archive: withoutEnd(archive), manifest: manifest.promise }
}

type CopyEvents = {
  onStart(socket: Socket): void
  onCopyData(chunk: Buffer): void
  onError(error: Error): void
  onEnd(): void
}

/** The command as the driver runs it: the members of `Submittable` that the driver calls. */
function copyCommand({ onStart, onCopyData, onError, onEnd }: CopyEvents): unknown {
  const nothing = () => undefined
  return {
    submit: (connection: DriverConnection) => {
      onStart(connection.stream)
      connection.query(COMMAND)
    },
    callback: nothing,
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleCommandComplete: nothing,
    handleEmptyQuery: nothing,
    handlePortalSuspended: nothing,
    handleCopyData: ({ chunk }: { chunk: Buffer }) => onCopyData(chunk),
    handleError: onError,
    handleReadyForQuery: onEnd,
  }
}

/** Two blocks of 512 zeros. */
const END_BYTES = 1024

async function* withoutEnd(archive: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of archive) {
    held = Buffer.concat([held, chunk])
    if (held.length <= END_BYTES) continue
    yield held.subarray(0, held.length - END_BYTES)
    held = held.subarray(held.length - END_BYTES)
  }
  if (held.length !== END_BYTES || held.some((byte) => byte !== 0))
    throw new BackupError('PostgreSQL ended the backup before it was complete. Back up again.')
}
