// What a customer sends for the additional verification. When nothing that is required is missing, the review begins.

import type { Tx } from '../../kernel/database/db.ts'
import type { Context } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse, refuseAll } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { endOf } from '../../kernel/timer.ts'
import { getProfile } from '../../profiles/index.ts'
import { EvidenceExists } from '../errors.ts'
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

/** Refuses incomplete answers with all their faults, and with EvidenceExists once the check needs none. */
export async function submitAccountPurpose(
  tx: Tx,
  { profileId, body, ...context }: Input<AccountPurpose>,
): Promise<void> {
  const { type } = await getProfile(tx, profileId)
  refuseAll(purposeFaults(type, body))
  const check = await store.lockCheck(tx, profileId, context.now)
  if (next(checkStates, check.state, 'submit') === undefined) refuse(EvidenceExists)
  await record(tx, check, { kind: 'ACCOUNT_PURPOSE', details: answersOf(type, body) }, context)
}

/** Keeps a document in any state. Refuses with EvidenceExists a second one of its type before a decision. */
export async function submitDocument(
  tx: Tx,
  {
    profileId,
    body: { documentType, files },
    ...context
  }: Input<{ documentType: EvidenceDocument; files: readonly string[] }>,
): Promise<void> {
  const check = await store.lockCheck(tx, profileId, context.now)
  await record(tx, check, { kind: documentType, details: { files } }, context)
}

/** Keeps an explanation in any state. */
export async function submitExplanation(
  tx: Tx,
  { profileId, body, ...context }: Input<Explanation>,
): Promise<void> {
  const check = await store.lockCheck(tx, profileId, context.now)
  await record(tx, check, { kind: 'EXPLANATION', details: body }, context)
}

type Sending = Omit<store.EvidenceRow, 'reviewCount'>

/** `check` is locked. */
async function record(
  tx: Tx,
  check: store.CheckRow,
  sending: Sending,
  { now, mode }: Pick<Context, 'now' | 'mode'>,
): Promise<void> {
  const { profileId, reviewCount } = check
  const evidence = { ...sending, reviewCount } as store.EvidenceRow
  const earlier = await store.listEvidences(tx, profileId)
  const sent = [...earlier.filter((each) => each.reviewCount === reviewCount), evidence]
  const complete = missingEvidences(await requiredOf(tx, check), sent).length === 0
  const state = complete ? next(checkStates, check.state, 'submit') : undefined
  const reviewAt = mode === 'sandbox' ? endOf(reviewTime, now) : null
  await tx.write(
    store.insertEvidence(profileId, evidence, now),
    ...(state ? [store.updateCheck({ ...check, state, reviewAt }, now)] : []),
  )
}

/** A customer whom nothing requires to send evidence may send the first list (D46). */
async function requiredOf(tx: Tx, check: store.CheckRow): Promise<readonly Evidence[]> {
  if (check.state !== 'NONE') return check.requiredEvidences
  const { type } = await getProfile(tx, check.profileId)
  return firstEvidences[type]
}
