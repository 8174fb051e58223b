// SQL for additional verifications and the evidence that customers have sent for them.

import { lookup, type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { EvidenceExists } from '../errors.ts'
import { type CheckState, checkStates } from '../states.ts'
import type { AccountPurpose } from './account-purpose.ts'
import type { Evidence, EvidenceDocument, Explanation, ReviewOutcome } from './evidence.ts'

export type CheckRow = {
  readonly profileId: Id<'profile'>
  readonly state: CheckState
  readonly requiredEvidences: readonly Evidence[]
  readonly reviewOutcome: ReviewOutcome | null
  /** The number of decisions. Evidence counts for the decision that follows it. */
  readonly reviewCount: number
  /** When the sandbox decides on a check in review; null for any other check, and in live mode. */
  readonly reviewAt: Temporal.Instant | null
  readonly eventCount: number
}

const columns = `
  c.profile_id, c.state, c.required_evidences, c.review_outcome, c.review_count, c.review_at, c.event_count`

const findCheckSql = lookup<CheckRow>(
  ['bigint'],
  `select ${columns} from cdd_checks c where c.profile_id = $1`,
)

/** Undefined for a profile in the state NONE that has sent nothing. */
export function findCheck(db: Reader, profileId: Id<'profile'>): Promise<CheckRow | undefined> {
  return db.row(findCheckSql, [profileId])
}

const insertCheckSql = sql<never>(`
  insert into cdd_checks (profile_id, state, created_at, updated_at) values ($1, 'NONE', $2, $2)
  on conflict (profile_id) do nothing`)
const lockCheckSql = sql<CheckRow>(
  `select ${columns} from cdd_checks c where c.profile_id = $1 for no key update`,
)

/** Locks the check of the profile, which is created in the state NONE if it does not exist. */
export async function lockCheck(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<CheckRow> {
  await tx.rows(insertCheckSql, [profileId, now.toString()])
  const check = await tx.row(lockCheckSql, [profileId])
  if (check === undefined) throw new Error(`profile ${profileId} has no check to lock`)
  return check
}

// Two quotes of one profile may be in one batch, and a row cannot be inserted twice by one statement. Rows are locked
// in the order of their profiles, as in every batch.
const requireCheckStep = writeStep({
  name: 'cdd_check_required',
  input: {
    profileId: 'bigint',
    state: 'text',
    requiredEvidences: 'text[]',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `cdd_check_required as (
    insert into cdd_checks as c (profile_id, state, required_evidences, created_at, updated_at)
    select distinct on (input.profile_id)
           input.profile_id, input.state, input.required_evidences, input.created_at, input.created_at
      from ${input} order by input.profile_id
    on conflict (profile_id) do update
       set state = excluded.state, required_evidences = excluded.required_evidences,
           updated_at = excluded.updated_at
     where c.state = 'NONE'
    returning c.profile_id)`,
})

/** Moves the check of the profile from NONE to REQUIRED, and changes nothing in any other state. */
export function requireCheck(
  profileId: Id<'profile'>,
  requiredEvidences: readonly Evidence[],
  now: Temporal.Instant,
): WriteStep {
  const { to: state } = checkStates.moves.require
  return requireCheckStep({ profileId, state, requiredEvidences, createdAt: now })
}

const updateCheckStep = writeStep({
  name: 'cdd_check_changed',
  input: {
    profileId: 'bigint',
    state: 'text',
    requiredEvidences: 'text[]',
    reviewOutcome: 'text',
    reviewCount: 'int',
    reviewAt: 'timestamptz',
    eventCount: 'int',
    updatedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `cdd_check_changed as (
    update cdd_checks c
       set state = input.state, required_evidences = input.required_evidences,
           review_outcome = input.review_outcome, review_count = input.review_count,
           review_at = input.review_at, event_count = input.event_count, updated_at = input.updated_at
      from ${input}
     where c.profile_id = input.profile_id
    returning input.request_index, c.profile_id)`,
})

/** Replaces a check that `lockCheck` has locked. */
export function updateCheck(check: CheckRow, now: Temporal.Instant): WriteStep {
  return updateCheckStep({ ...check, updatedAt: now })
}

/** `reviewCount` is the number of decisions before the evidence was sent; `files` are the ids of uploaded files. */
export type EvidenceRow = { readonly reviewCount: number } & (
  | { readonly kind: 'ACCOUNT_PURPOSE'; readonly details: AccountPurpose }
  | { readonly kind: 'EXPLANATION'; readonly details: Explanation }
  | { readonly kind: EvidenceDocument; readonly details: { readonly files: readonly string[] } }
)

/**
 * A decision is followed by at most 7 rows, one of each kind, so all rows since the latest decision are read. A review
 * ignores evidence that is older than the newest 100 rows; a choice of this project.
 */
const EVIDENCES_READ_MAX = 100

const listEvidencesSql = lookup<EvidenceRow>(
  ['bigint'],
  `select e.review_count, e.kind, e.details
     from (select id, review_count, kind, details from cdd_evidences
            where profile_id = $1 order by id desc limit ${EVIDENCES_READ_MAX}) e
    order by e.id`,
)

/** The latest evidence of the profile, oldest first. */
export function listEvidences(db: Reader, profileId: Id<'profile'>): Promise<EvidenceRow[]> {
  return db.rows(listEvidencesSql, [profileId])
}

/** The evidence that the profile has sent since the latest decision, oldest first. */
export async function listEvidencesSinceDecision(
  db: Reader,
  { profileId, reviewCount }: CheckRow,
): Promise<EvidenceRow[]> {
  const sent = await listEvidences(db, profileId)
  return sent.filter((evidence) => evidence.reviewCount === reviewCount)
}

const insertEvidenceStep = writeStep({
  name: 'cdd_evidence_inserted',
  input: {
    profileId: 'bigint',
    reviewCount: 'int',
    kind: 'text',
    details: 'jsonb',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `cdd_evidence_inserted as (
    insert into cdd_evidences as e
      (profile_id, review_count, kind, details, created_at)
    select profile_id, review_count, kind, details, created_at from ${input}
    on conflict (profile_id, review_count, kind) do update
       set details = e.details || excluded.details, created_at = excluded.created_at
     where e.kind in ('ACCOUNT_PURPOSE', 'EXPLANATION')
    returning e.id)`,
  onGuardFailed: EvidenceExists,
})

/**
 * Merges answers and explanations with those sent since the latest decision. Refuses a second document of a type since
 * that decision with EvidenceExists.
 */
export function insertEvidence(
  profileId: Id<'profile'>,
  evidence: EvidenceRow,
  now: Temporal.Instant,
): WriteStep {
  return insertEvidenceStep({ ...evidence, profileId, createdAt: now })
}
