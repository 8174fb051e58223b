// Checks the rows of identity documents against the documents that clients got a reply to.

import { type Database, sql } from '../../../src/kernel/database/db.ts'
import { dataKey, loadDataKeys } from '../../../src/kernel/keys/data-keys.ts'
import { detailsLabel } from '../../../src/verification/documents/keep-document.ts'
import type { ExpectedProfile } from '../client/expected-profile.ts'
import type { DocumentFields } from '../scenarios/identity-documents.ts'

const documentsSql = sql<{ type: string; state: string; details: Buffer }>(`
  select type, state, details from identity_documents where profile_id = $1 order by type`)

/** Queries for rows that a doubled or misplaced write would leave behind. */
export const documentViolations = {
  'two identity documents have one number, although every client sends random numbers':
    sql<object>(`
    select number_index, array_agg(profile_id) as profiles from identity_documents
     where number_index is not null group by number_index having count(*) > 1`),
}

/**
 * Every type that a client submitted has one row with the fields that were acknowledged last, and there is no other row.
 * No operation returns the fields of a document, so they are decrypted here.
 */
export async function inspectDocuments(
  db: Database,
  { profileId, documents: { acknowledged } }: ExpectedProfile,
): Promise<string[]> {
  const rows = await db.reader.rows(documentsSql, [profileId])
  const findings: string[] = []
  const stored = new Map<string, string>()
  if (rows.length === 0 && acknowledged.size === 0) return []
  await loadDataKeys(db, {})
  const key = await dataKey(db.reader, 'documents')
  for (const { type, state, details } of rows) {
    try {
      const opened = (await key.open(details, detailsLabel(profileId, type))).toString()
      stored.set(type, `${state} with ${textOf(JSON.parse(opened))}`)
    } catch (error) {
      findings.push(
        `the ${type} of profile ${profileId} cannot be decrypted: ${(error as Error).message}`,
      )
      stored.set(type, 'not readable')
    }
  }
  for (const type of new Set([...stored.keys(), ...acknowledged.keys()])) {
    const fields = acknowledged.get(type)
    const expected = fields === undefined ? 'none' : `WAITING with ${textOf(fields)}`
    const found = stored.get(type) ?? 'none'
    if (found !== expected)
      findings.push(
        `the ${type} of profile ${profileId} is ${found}, its client expects ${expected}`,
      )
  }
  return findings
}

/** The fields in alphabetical order, because the service may store them in another order than the client sent. */
function textOf(fields: DocumentFields): string {
  return JSON.stringify(Object.fromEntries(Object.entries(fields).sort()))
}
