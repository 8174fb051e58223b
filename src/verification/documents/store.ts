// SQL for identity documents. The fields of a document are stored encrypted only.

import { lookup, type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { DocumentState } from '../states.ts'
import type { DocumentType } from './rules.ts'

export type DocumentRow = {
  readonly profileId: Id<'profile'>
  readonly type: DocumentType
  readonly state: DocumentState
  /** The encrypted fields. */
  readonly details: Buffer
  /** Keyed hash of the profile, the type and all fields. */
  readonly contentIndex: string
  /** Keyed hash of type and number; null for a document without a number. */
  readonly numberIndex: string | null
  readonly updatedAt: Temporal.Instant
}

const columns = 'profile_id, type, state, details, content_index, number_index, updated_at' as const

const findDocumentSql = sql<DocumentRow>(
  `select ${columns} from identity_documents where profile_id = $1 and type = $2`,
)

export function findDocument(
  db: Reader,
  profileId: Id<'profile'>,
  type: DocumentType,
): Promise<DocumentRow | undefined> {
  return db.row(findDocumentSql, [profileId, type])
}

const listDocumentsSql = sql<DocumentRow>(
  `select ${columns} from identity_documents where profile_id = $1 order by type`,
)

export function listDocuments(db: Reader, profileId: Id<'profile'>): Promise<DocumentRow[]> {
  return db.rows(listDocumentsSql, [profileId])
}

const upsertDocumentSql = sql<never>(`
  insert into identity_documents as d
    (profile_id, type, state, details, content_index, number_index, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)
  on conflict (profile_id, type) do update
     set state = excluded.state, details = excluded.details, content_index = excluded.content_index,
         number_index = excluded.number_index, updated_at = excluded.updated_at`)

/** Inserts the document, or replaces the profile's document of the same type. */
export async function upsertDocument(tx: Tx, document: DocumentRow): Promise<void> {
  const { profileId, type, state, details, contentIndex, numberIndex, updatedAt } = document
  const values = [profileId, type, state, details, contentIndex, numberIndex]
  await tx.rows(upsertDocumentSql, [...values, updatedAt.toString()])
}

const setDocumentStateSql = sql<{ type: DocumentType }>(`
  update identity_documents set state = $4, updated_at = case when state = $4 then updated_at else $5 end
   where profile_id = $1 and type = $2 and state = any($3)
     and ($6::timestamptz is null or updated_at = $6 or state = $4)
  returning type`)

/**
 * Returns false when the profile has no document of the type in one of the states `from`, or when that document has
 * changed after `seenAt` and is not in the state `to`.
 */
export async function setDocumentState(
  tx: Tx,
  { profileId, type }: Pick<DocumentRow, 'profileId' | 'type'>,
  { from, to }: { readonly from: readonly DocumentState[]; readonly to: DocumentState },
  {
    now,
    seenAt,
  }: { readonly now: Temporal.Instant; readonly seenAt: Temporal.Instant | undefined },
): Promise<boolean> {
  const values = [profileId, type, from, to, now.toString(), seenAt?.toString() ?? null]
  return (await tx.row(setDocumentStateSql, values)) !== undefined
}

const hasUsableDocumentSql = lookup<{ found: boolean }>(
  ['bigint'],
  `select exists (select 1 from identity_documents d
                   where d.profile_id = $1 and d.state <> 'REFUSED') as found`,
)

/**
 * Whether the profile has sent a document that the operator has not refused. While the profile is not verified, its
 * verification then waits for the service and not for the customer (D44, D54).
 */
export async function hasUsableDocument(db: Reader, profileId: Id<'profile'>): Promise<boolean> {
  return (await db.row(hasUsableDocumentSql, [profileId]))?.found ?? false
}

const listProfilesWithNumberSql = sql<{ profileId: Id<'profile'> }>(`
  select d.profile_id from identity_documents d
   where d.number_index = $1 and d.profile_id <> $2
   order by d.profile_id limit $3`)

/**
 * Other profiles with a document of the same type and number, ascending. Only for the operator, because it crosses
 * tenants.
 */
export async function listProfilesWithNumber(
  db: Reader,
  numberIndex: string,
  profileId: Id<'profile'>,
  rowsMax: number,
): Promise<Id<'profile'>[]> {
  return (await db.rows(listProfilesWithNumberSql, [numberIndex, profileId, rowsMax])).map(
    (row) => row.profileId,
  )
}
