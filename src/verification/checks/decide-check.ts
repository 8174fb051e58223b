// Decisions on the additional verification: by the sandbox after a review, or at any time by an operator
// or by the simulation endpoint of the sandbox (D47a).

import type { Tx } from '../../kernel/database/db.ts'
import { newEvent, recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { refuse } from '../../kernel/refusal.ts'
import { toSecond } from '../../kernel/wire.ts'
import { FieldUnexpected } from '../errors.ts'
import { checkChanged } from '../events.ts'
import type { AccountPurpose } from './account-purpose.ts'
import { type Evidence, isDocument, type ReviewOutcome } from './evidence.ts'
import { evidencesToRequire } from './model.ts'
import * as store from './store.ts'

/**
 * Decides for the sandbox when a review has ended. Returns false, without effect, before that, or when another decision was made
 * meanwhile.
 */
export async function reviewCheck(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const check = await store.lockCheck(tx, profileId, now)
  if (check.reviewAt === null || isAfter(check.reviewAt, now)) return false
  const sent = await store.listEvidences(tx, profileId)
  const documents = sent.map(({ kind }) => kind).filter(isDocument)
  const requiredEvidences = evidencesToRequire(latestPurpose(sent), documents)
  const state = requiredEvidences.length === 0 ? 'VERIFIED' : 'EVIDENCE_REQUIRED'
  const decision = { state, requiredEvidences, reviewOutcome: null } as const
  await recordDecision(tx, { check, sent }, decision, now)
  return true
}

export type Decision = {
  readonly state: 'VERIFIED' | 'EVIDENCE_REQUIRED'
  readonly requiredEvidences?: readonly Evidence[] | undefined
  readonly reviewOutcome?: ReviewOutcome | undefined
}

/** The evidence that a decision EVIDENCE_REQUIRED without a list requires (gap 624). */
const DEFAULT_EVIDENCES: readonly Evidence[] = ['SOURCE_OF_WEALTH']

/**
 * Stores a decision of an operator or of the simulation endpoint, in any state. A decision with the stored state, evidence
 * and reason changes nothing. Refuses with FieldUnexpected a decision VERIFIED that requires evidence or has a reason.
 */
export async function decideCheck(
  tx: Tx,
  profileId: Id<'profile'>,
  { state, requiredEvidences = [], reviewOutcome }: Decision,
  now: Temporal.Instant,
): Promise<store.CheckRow> {
  const isVerified = state === 'VERIFIED'
  if (isVerified && requiredEvidences.length > 0) refuseField('requiredEvidences')
  if (isVerified && reviewOutcome !== undefined) refuseField('reviewOutcome')
  const required = requiredEvidences.length === 0 ? DEFAULT_EVIDENCES : requiredEvidences
  const decision = {
    state,
    requiredEvidences: isVerified ? [] : [...new Set(required)],
    reviewOutcome: reviewOutcome ?? null,
  }
  const check = await store.lockCheck(tx, profileId, now)
  if (isSameDecision(check, decision)) return check
  const sent = await store.listEvidences(tx, profileId)
  return recordDecision(tx, { check, sent }, decision, now)
}

function refuseField(path: string): never {
  refuse(FieldUnexpected, { path, message: `Send ${path} with EVIDENCE_REQUIRED only` })
}

/** A decision with the values that are stored. */
type StoredDecision = Pick<store.CheckRow, 'requiredEvidences' | 'reviewOutcome'> & {
  readonly state: 'VERIFIED' | 'EVIDENCE_REQUIRED'
}

function isSameDecision(check: store.CheckRow, decision: StoredDecision): boolean {
  return (
    check.state === decision.state &&
    check.reviewOutcome === decision.reviewOutcome &&
    check.requiredEvidences.join() === decision.requiredEvidences.join()
  )
}

async function recordDecision(
  tx: Tx,
  { check, sent }: { check: store.CheckRow; sent: readonly store.EvidenceRow[] },
  decision: StoredDecision,
  now: Temporal.Instant,
): Promise<store.CheckRow> {
  const { profileId, reviewCount } = check
  const eventCount = check.eventCount + 1
  const decided = {
    ...check,
    ...decision,
    reviewCount: reviewCount + 1,
    reviewAt: null,
    eventCount,
  }
  const purpose = latestPurpose(sent)
  const event = newEvent(
    checkChanged,
    { profileId, subject: `cdd-check:${profileId}`, number: eventCount, occurredAt: now },
    {
      resource: { type: 'profile', id: profileId },
      current_state: decision.state,
      ...(decision.reviewOutcome && { review_outcome: decision.reviewOutcome }),
      required_evidences: [...decision.requiredEvidences],
      ...(purpose?.mainSourceOfIncome && { source_of_income: purpose.mainSourceOfIncome }),
      ...(purpose?.mainSourceOfFunding && { source_of_funding: purpose.mainSourceOfFunding }),
      occurred_at: toSecond(now),
    },
  )
  await tx.write(store.updateCheck(decided, now), recordEvents(event))
  return decided
}

function latestPurpose(sent: readonly store.EvidenceRow[]): AccountPurpose | undefined {
  return sent.findLast((evidence) => evidence.kind === 'ACCOUNT_PURPOSE')?.details
}
