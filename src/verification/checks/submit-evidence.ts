// Stores what a customer sends for the additional verification. The review begins when all required evidence was sent.

import { keepFiles } from '../../files/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse, refuseAll } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { endOf } from '../../kernel/timer.ts'
import type { ReceivedFile } from '../../kernel/uploads.ts'
import { getProfile } from '../../profiles/index.ts'
import { EvidenceExists, ExplanationMissing } from '../errors.ts'
import { checkStates } from '../states.ts'
import { reviewTime } from '../timers.ts'
import { type AccountPurpose, answersOf, purposeFaults } from './account-purpose.ts'
import {
  type Evidence,
  type EvidenceDocument,
  type Explanation,
  firstEvidences,
  missingEvidences,
} from './evidence.ts'
import * as store from './store.ts'

type Input<B> = Pick<Context, 'now' | 'mode'> & {
  readonly profileId: Id<'profile'>
  readonly body: B
}

/**
 * Stores the answers of the account purpose. Refuses missing answers and unknown countries with all their faults, and with
 * EvidenceExists when the check is in review or verified.
 */
export async function submitAccountPurpose(
  tx: Tx,
  { profileId, body, ...context }: Input<AccountPurpose>,
): Promise<void> {
  const { type } = await getProfile(tx, profileId)
  refuseAll(purposeFaults(type, body))
  const check = await store.lockCheck(tx, profileId, context.now)
  if (next(checkStates, check.state, 'submit') === undefined) refuse(EvidenceExists)
  await recordEvidence(
    tx,
    check,
    { kind: 'ACCOUNT_PURPOSE', details: answersOf(type, body) },
    context,
  )
}

type DocumentUpload = {
  readonly documentType?: EvidenceDocument | undefined
  readonly files: readonly ReceivedFile[]
}

/**
 * Stores a document in any state of the check. Refuses a second document of the type before the next decision with
 * EvidenceExists, and files that exceed the space of the profile with FileSpaceExceeded.
 */
export async function submitDocument(
  tx: Tx,
  { profileId, body, random, ...context }: Input<DocumentUpload> & Pick<Context, 'random'>,
): Promise<void> {
  const { documentType: kind = 'SOURCE_OF_WEALTH', files } = body
  const { now } = context
  const check = await store.lockCheck(tx, profileId, now)
  const sent = await store.listEvidencesSinceDecision(tx, check)
  // Checked before `keepFiles`, because encrypting files costs more.
  if (sent.some((evidence) => evidence.kind === kind)) refuse(EvidenceExists)
  const purpose = 'verification'
  const stored = await keepFiles(tx, { profileId, purpose, files, isUsed: true, now, random })
  await recordEvidence(tx, check, { kind, details: { files: stored.map(({ id }) => id) } }, context)
}

/**
 * Stores an explanation in any state of the check. Blank text counts as absent. Refuses with ExplanationMissing when no text
 * is left.
 */
export async function submitExplanation(
  tx: Tx,
  { profileId, body, ...context }: Input<Explanation>,
): Promise<void> {
  const texts = Object.entries(body).filter(([, text]) => (text ?? '').trim() !== '')
  if (texts.length === 0) refuse(ExplanationMissing)
  const check = await store.lockCheck(tx, profileId, context.now)
  await recordEvidence(
    tx,
    check,
    { kind: 'EXPLANATION', details: Object.fromEntries(texts) },
    context,
  )
}

type NewEvidence = Omit<store.EvidenceRow, 'reviewCount'>

/** Stores the evidence for a locked check, and begins the review when nothing is missing. */
async function recordEvidence(
  tx: Tx,
  check: store.CheckRow,
  newEvidence: NewEvidence,
  { now, mode }: Pick<Context, 'now' | 'mode'>,
): Promise<void> {
  const { profileId, reviewCount } = check
  const evidence = { ...newEvidence, reviewCount } as store.EvidenceRow
  const sent = [...(await store.listEvidencesSinceDecision(tx, check)), evidence]
  const isComplete = missingEvidences(await requiredEvidencesOf(tx, check), sent).length === 0
  const state = isComplete ? next(checkStates, check.state, 'submit') : undefined
  const reviewAt = mode === 'sandbox' ? endOf(reviewTime, now) : null
  await tx.write(
    store.insertEvidence(profileId, evidence, now),
    ...(state ? [store.updateCheck({ ...check, state, reviewAt }, now)] : []),
  )
}

/** A customer who is not required to send evidence may send what a check requires first (D46). */
async function requiredEvidencesOf(tx: Tx, check: store.CheckRow): Promise<readonly Evidence[]> {
  if (check.state !== 'NONE') return check.requiredEvidences
  const { type } = await getProfile(tx, check.profileId)
  return firstEvidences[type]
}
