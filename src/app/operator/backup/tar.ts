// Reads and writes tar as PostgreSQL writes it in a base backup (POSIX ustar): headers of 512 bytes, contents padded to
// a multiple of 512 bytes. Any entry but a file or a directory is refused, because a base backup contains no other entry.

import { BackupError, CUT_OFF, DAMAGED } from './backup-info.ts'

const BLOCK_BYTES = 512
const TYPES = { '0': 'file', '5': 'directory' } as const
/** Where the fields of a header begin, in bytes (POSIX ustar). */
const AT = {
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  modified: 136,
  checksum: 148,
  type: 156,
  magic: 257,
  prefix: 345,
  end: 500,
} as const
const CHECKSUM_END = AT.type
const BLANK = 0x20
/** The first bit of a size that is written as a binary number. */
const BINARY_SIZE = 0x80

export type TarEntry = {
  readonly path: string
  readonly type: 'file' | 'directory'
  readonly size: number
  /** Can be read until the next entry is requested. `readTar` skips the bytes that were not read. */
  readonly chunks: AsyncIterable<Buffer>
}

/** The entries of an archive. Throws BackupError when the archive is cut off or damaged, or when an entry is refused. */
export async function* readTar(archive: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const source = bytesOf(archive)
  for (;;) {
    const header = await source.take(BLOCK_BYTES)
    // Two blocks of zeros end an archive; what follows them is padding.
    if (header.every((byte) => byte === 0)) return
    const { path, type, size } = parseHeader(header)
    const content = source.stream(size)
    yield { path, type, size, chunks: content }
    for await (const _rest of content);
    await source.take((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES)
  }
}

/** A file of an archive: header, content, padding. */
export function tarFile(path: string, content: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK_BYTES)
  header.write(path, 0, AT.mode, 'latin1')
  header.write('0000600\0', AT.mode, 'latin1')
  header.write('0000000\0', AT.uid, 'latin1')
  header.write('0000000\0', AT.gid, 'latin1')
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, AT.size, 'latin1')
  header.write('00000000000\0', AT.modified, 'latin1')
  header.write('0', AT.type, 'latin1')
  header.write('ustar\x0000', AT.magic, 'latin1')
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, AT.checksum, 'latin1')
  return Buffer.concat([
    header,
    content,
    Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES),
  ])
}

/** The end of an archive: two blocks of zeros. */
export const tarEnd = Buffer.alloc(2 * BLOCK_BYTES)

function parseHeader(header: Buffer): Omit<TarEntry, 'chunks'> {
  const text = (from: number, to: number) =>
    header.subarray(from, to).toString('latin1').split('\0', 1)[0]?.trim() ?? ''
  if (Number.parseInt(text(AT.checksum, CHECKSUM_END), 8) !== checksumOf(header))
    throw new BackupError(DAMAGED)
  const type = TYPES[(text(AT.type, AT.type + 1) || '0') as keyof typeof TYPES]
  const prefix = text(AT.prefix, AT.end)
  const path = `${prefix && `${prefix}/`}${text(0, AT.mode)}`.replace(/\/$/, '')
  const size = type === 'directory' ? 0 : sizeOf(header)
  if (type === undefined)
    throw new BackupError(
      `The backup contains ${path}, which is neither a file nor a directory. Use another backup.`,
    )
  if (path.startsWith('/') || path.split('/').includes('..'))
    throw new BackupError(
      `The backup contains ${path}, which is outside of the database. Use another backup.`,
    )
  return { path, type, size }
}

/** The size of an entry: octal digits or, from 8 GiB on, a binary number after a set bit. */
function sizeOf(header: Buffer): number {
  const size =
    ((header[AT.size] ?? 0) & BINARY_SIZE) === 0
      ? Number.parseInt(header.toString('latin1', AT.size, AT.modified - 1), 8)
      : Number(header.readBigUInt64BE(AT.modified - BigUint64Array.BYTES_PER_ELEMENT))
  if (!Number.isSafeInteger(size) || size < 0) throw new BackupError(DAMAGED)
  return size
}

/** The sum of all bytes of a header, with the eight bytes of the checksum counted as spaces. */
function checksumOf(header: Buffer): number {
  const isChecksum = (at: number) => at >= AT.checksum && at < CHECKSUM_END
  return header.reduce((sum, byte, at) => sum + (isChecksum(at) ? BLANK : byte), 0)
}

function bytesOf(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const takeSome = async (max: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const next = await iterator.next()
      if (next.done) throw new BackupError(CUT_OFF)
      rest = next.value
    }
    const bytes = rest.subarray(0, max)
    rest = rest.subarray(bytes.length)
    return bytes
  }
  return {
    async take(size: number): Promise<Buffer> {
      const taken: Buffer[] = []
      for (let left = size; left > 0; left -= taken.at(-1)?.length ?? 0)
        taken.push(await takeSome(left))
      return Buffer.concat(taken)
    },
    /** A second iteration continues where the first one has stopped. */
    stream(size: number): AsyncIterable<Buffer> {
      let left = size
      return {
        [Symbol.asyncIterator]: () => ({
          next: async () => {
            if (left === 0) return { done: true, value: undefined }
            const value = await takeSome(left)
            left -= value.length
            return { done: false, value }
          },
        }),
      }
    },
  }
}
