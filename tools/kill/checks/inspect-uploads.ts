// Checks the rows of uploaded files and disputes against the uploads that clients got a reply to.

import { openFile } from '../../../src/files/index.ts'
import { unusedFileTime } from '../../../src/files/timers.ts'
import { type Database, sql } from '../../../src/kernel/database/db.ts'
import { loadDataKeys } from '../../../src/kernel/keys/data-keys.ts'
import type { ExpectedProfile } from '../client/expected-profile.ts'
import { type ExpectedFile, sha256Of } from '../scenarios/uploads.ts'

type StoredFile = { id: string; sha256: string; sizeBytes: number; isUsed: boolean }

const filesSql = sql<StoredFile>(`
  select id, sha256, size_bytes, used_at is not null as is_used from uploaded_files
   where profile_id = $1`)

const disputesSql = sql<{ transactionId: number; receipt: string | null }>(`
  select transaction_id, files ->> 'receipt' as receipt from disputes where profile_id = $1`)

const clockOffsetSql = sql<{ ms: number }>('select clock_offset_ms as ms from installation')

/** Queries for rows that an interrupted write would leave behind. */
export const uploadViolations = {
  'the total of the uploaded files of a profile differs from their sizes': sql<object>(`
    select profile_id, t.size_bytes as total, f.size_bytes as files
      from uploaded_file_totals t
      full join (select profile_id, sum(size_bytes)::bigint as size_bytes from uploaded_files
                  group by profile_id) f using (profile_id)
     where coalesce(t.size_bytes, 0) <> coalesce(f.size_bytes, 0)`),
  'a used file belongs to no dispute, or a file of a dispute is not used': sql<object>(`
    select profile_id, f.id as used_file, d.id as dispute_file
      from (select profile_id, id from uploaded_files
             where purpose = 'dispute' and used_at is not null) f
      full join (select profile_id, file.value as id
                   from disputes cross join jsonb_each_text(files) file) d using (profile_id, id)
     where f.id is null or d.id is null`),
}

/**
 * Checks that every acknowledged file is stored as it was sent, unless the file is unused and may have expired; that any other
 * file comes from a repeated upload; and that every dispute has the file that its client sent.
 */
export async function inspectUploads(db: Database, profile: ExpectedProfile): Promise<string[]> {
  const { profileId, uploads } = profile
  const stored = await db.reader.rows(filesSql, [profileId])
  const storedById = new Map(stored.map((file) => [file.id, file]))
  const now = await serviceNow(db)
  const findings: string[] = []
  for (const [id, file] of uploads.files) {
    const found = storedById.get(id)
    if (found !== undefined) {
      if (textOf(found) !== textOf(file))
        findings.push(`file ${id} is ${textOf(found)}, its client expects ${textOf(file)}`)
    } else if (file.isUsed || !mayHaveExpired(file, now))
      findings.push(`file ${id}, which the client has, is lost`)
  }
  const repeated = [...uploads.repeated]
  for (const { id, sha256 } of stored) {
    if (uploads.files.has(id)) continue
    const at = repeated.indexOf(sha256)
    if (at === -1) findings.push(`file ${id} is unknown to its client`)
    else repeated.splice(at, 1)
  }
  return [
    ...findings,
    ...(await inspectContents(db, profile, stored)),
    ...(await inspectDisputes(db, profile)),
  ]
}

function textOf({ sha256, sizeBytes, isUsed }: Omit<StoredFile, 'id'>): string {
  return `${isUsed ? 'used' : 'unused'} with ${sizeBytes} bytes and SHA-256 ${sha256}`
}

/** The time of the service. The end of a run moves its clock, so that a sweep deletes expired files. */
async function serviceNow(db: Database): Promise<number> {
  return Date.now() + ((await db.reader.row(clockOffsetSql))?.ms ?? 0)
}

function mayHaveExpired({ sentAt }: ExpectedFile, now: number): boolean {
  return sentAt + unusedFileTime.seconds * 1000 <= now
}

async function inspectContents(
  db: Database,
  { profileId }: ExpectedProfile,
  stored: readonly StoredFile[],
): Promise<string[]> {
  if (stored.length === 0) return []
  await loadDataKeys(db, {})
  const findings: string[] = []
  for (const { id, sha256, sizeBytes } of stored) {
    try {
      const bytes = await openFile(db.reader, profileId, id)
      // A sweep may have deleted the file since it was listed.
      if (bytes === undefined) continue
      if (bytes.length !== sizeBytes || sha256Of(bytes) !== sha256)
        findings.push(`file ${id} contains other bytes than its row describes`)
    } catch (error) {
      findings.push(`file ${id} cannot be decrypted: ${(error as Error).message}`)
    }
  }
  return findings
}

async function inspectDisputes(
  db: Database,
  { profileId, uploads: { disputes } }: ExpectedProfile,
): Promise<string[]> {
  const rows = await db.reader.rows(disputesSql, [profileId])
  const receipts = new Map(rows.map(({ transactionId, receipt }) => [transactionId, receipt]))
  const ids = new Set([...receipts.keys(), ...disputes.keys()])
  return [...ids]
    .filter((id) => receipts.get(id) !== disputes.get(id))
    .map(
      (id) =>
        `the dispute of card transaction ${id} has file ${receipts.get(id) ?? 'none'}, its client expects ${disputes.get(id) ?? 'none'}`,
    )
}
