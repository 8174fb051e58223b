// Every SQL statement about kept files.

import { type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import type { FileKind } from '../kernel/uploads.ts'
import { FILES_KEPT_BYTES_MAX, type FilePurpose } from './model.ts'

/** A kept file without its content. */
export type FileRow = {
  readonly profileId: Id<'profile'>
  readonly id: string
  readonly purpose: FilePurpose
  readonly fileName: string
  readonly kind: FileKind
  readonly sizeBytes: number
  readonly sha256: string
  readonly createdAt: Temporal.Instant
  /** Null once the file is used. */
  readonly expiresAt: Temporal.Instant | null
  readonly usedAt: Temporal.Instant | null
}

// The total is changed first. The row of the total is then locked until the transaction ends, so that concurrent requests of one
// profile cannot exceed the limit together.
const insertFileSql = sql<{ id: string }>(`
  with counted as (
    insert into uploaded_file_totals as t (profile_id, size_bytes) values ($1, $6)
    on conflict (profile_id) do update set size_bytes = t.size_bytes + excluded.size_bytes
     where t.size_bytes + excluded.size_bytes <= ${FILES_KEPT_BYTES_MAX}
    returning profile_id)
  insert into uploaded_files (profile_id, id, purpose, file_name, kind, size_bytes, sha256, content,
                              created_at, expires_at, used_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 from counted
  returning id`)

/** Returns false when the profile would keep more than FILES_KEPT_BYTES_MAX. */
export async function insertFile(tx: Tx, file: FileRow, sealedContent: Buffer): Promise<boolean> {
  const { profileId, id, purpose, fileName, kind, sizeBytes, sha256 } = file
  const times = [file.createdAt, file.expiresAt, file.usedAt].map((at) => at?.toString() ?? null)
  const values = [profileId, id, purpose, fileName, kind, sizeBytes, sha256, sealedContent]
  return (await tx.row(insertFileSql, [...values, ...times])) !== undefined
}

const findFileSql = sql<FileRow>(`
  select profile_id, id, purpose, file_name, kind, size_bytes, sha256, created_at, expires_at, used_at
    from uploaded_files
   where profile_id = $1 and id = $2`)

/** Also finds a file that is used, or has expired and is not deleted yet: compare `usedAt` and `expiresAt`. */
export function findFile(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<FileRow | undefined> {
  return db.row(findFileSql, [profileId, id])
}

const findContentSql = sql<{ content: Buffer }>(`
  select content from uploaded_files where profile_id = $1 and id = $2`)

/** The encrypted content. */
export async function findContent(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<Buffer | undefined> {
  return (await db.row(findContentSql, [profileId, id]))?.content
}

/** Marks unused files as used. The use case is retried when a file is unknown, used, expired or for another purpose. */
export const useFiles = writeStep({
  name: 'files_used',
  input: { profileId: 'bigint', id: 'text', purpose: 'text', usedAt: 'timestamptz' },
  tenant: 'profileId',
  locksAfterGuards: true,
  onGuardFailed: 'retry',
  sql: ({ input }) => `files_used as (
    update uploaded_files f set used_at = input.used_at, expires_at = null
      from ${input}
     where f.profile_id = input.profile_id and f.id = input.id and f.purpose = input.purpose
       and f.used_at is null and f.expires_at > input.used_at
    returning input.request_index)`,
})

// The total is locked first, as when a file is added, so that both statements take their locks in one order.
const deleteExpiredFileSql = sql<{ deleted: true }>(`
  with locked as (
    select t.profile_id from uploaded_file_totals t where t.profile_id = $1 for update),
  deleted as (
    delete from uploaded_files f using locked l
     where f.profile_id = $1 and l.profile_id = f.profile_id and f.id = $2 and f.expires_at <= $3
    returning f.size_bytes)
  update uploaded_file_totals t set size_bytes = t.size_bytes - d.size_bytes
    from deleted d
   where t.profile_id = $1
  returning true as deleted`)

/** Returns false, without effect, when the file is used, has not expired or is deleted already. */
export async function deleteExpiredFile(
  tx: Tx,
  profileId: Id<'profile'>,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await tx.row(deleteExpiredFileSql, [profileId, id, now.toString()])) !== undefined
}
