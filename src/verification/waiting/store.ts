// SQL that lists evidence that waits for a decision of the operator (D129), for all profiles: the longest waiting first.

import { type Reader, sql } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { OffsetPage } from '../../kernel/pages.ts'
import type { DocumentType } from '../documents/rules.ts'

type WaitingDocument = {
  readonly profileId: Id<'profile'>
  readonly type: DocumentType
  readonly updatedAt: Temporal.Instant
}

const listWaitingDocumentsSql = sql<WaitingDocument>(`
  select d.profile_id, d.type, d.updated_at from identity_documents d
   where d.state = 'WAITING'
   order by d.updated_at, d.profile_id, d.type
   offset $1 limit $2`)

export function listWaitingDocuments(
  db: Reader,
  { offset, size }: OffsetPage,
): Promise<WaitingDocument[]> {
  return db.rows(listWaitingDocumentsSql, [offset, size])
}

type CheckInReview = {
  readonly profileId: Id<'profile'>
  readonly requiredEvidences: readonly string[]
  readonly updatedAt: Temporal.Instant
}

const listChecksInReviewSql = sql<CheckInReview>(`
  select c.profile_id, c.required_evidences, c.updated_at from cdd_checks c
   where c.state = 'IN_REVIEW'
   order by c.updated_at, c.profile_id
   offset $1 limit $2`)

export function listChecksInReview(
  db: Reader,
  { offset, size }: OffsetPage,
): Promise<CheckInReview[]> {
  return db.rows(listChecksInReviewSql, [offset, size])
}
