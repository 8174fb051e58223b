// Submits a dispute for each transaction of a submission: all of them, or none (D82).

import { findFile, useFiles } from '../files/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import { recordEvents } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { type Fault, refuse, refuseAll } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { dayOf } from '../kernel/wire.ts'
import { disputeEvent } from './dispute-event.ts'
import { FileExpired, ReasonNotFound, SubOptionRequired } from './errors.ts'
import { findDisputedTransactions, readScheme } from './find-transactions.ts'
import { checkSubmission, type SubmissionBody } from './form/check-submission.ts'
import { forms } from './form/forms.ts'
import { readReason, refusalFaults } from './model.ts'
import { disputeStates } from './states.ts'
import { type DisputeRow, insertDisputes } from './store.ts'

type Input = {
  readonly params: {
    readonly profileId: Id<'profile'>
    readonly scheme: string
    readonly reason: string
  }
  readonly body: SubmissionBody
  readonly caller: UserCaller
  readonly now: Temporal.Instant
  readonly random: { uuid(): string }
  readonly settings: Settings
}

/**
 * Returns the disputes, ascending by transaction. Refuses with SchemeNotFound, ReasonNotFound, SubOptionRequired, every fault
 * of the submission, the refusals of `findDisputedTransactions`, FileExpired or DisputeExists.
 */
export async function submitDispute(tx: Tx, input: Input): Promise<DisputeRow[]> {
  const { params, body, caller, now, random, settings } = input
  const { profileId, scheme, reason } = params
  const network = readScheme(scheme, settings)
  const code = readReason(reason) ?? refuse(ReasonNotFound, { arguments: [reason] })
  if (code === 'UNAUTHORIZED') return refuse(SubOptionRequired, { arguments: [reason] })
  const submission = checkSubmission(forms[code], body, dayOf(now))
  if ('faults' in submission) {
    refuseAll(refusalFaults(submission.faults))
    throw new Error('a refused submission has no faults')
  }
  const { transactionIds, email, form, files } = submission
  const path = 'transaction.transactionId'
  const { transactions } = await findDisputedTransactions(tx, {
    profileId,
    transactionIds,
    code,
    network,
    path,
  })
  refuseAll(await unusableFileFaults(tx, profileId, files, now))

  // Ordered by transaction, so that concurrent submissions of the same transactions wait for each other in one order. In two
  // orders they could deadlock.
  const disputes = transactions.map(({ id: transactionId }) => ({
    profileId,
    id: random.uuid(),
    transactionId,
    reason: code,
    email,
    files,
    form,
    subStatus: disputeStates.initial,
    eventCount: 1,
    createdBy: caller.userId,
    createdAt: now,
    updatedAt: now,
  }))
  const usedFiles = Object.values(files).map((id) => ({
    profileId,
    id,
    purpose: 'dispute',
    usedAt: now,
  }))
  await tx.write(
    insertDisputes(disputes),
    recordEvents(...disputes.map(disputeEvent)),
    ...(usedFiles.length > 0 ? [useFiles(usedFiles)] : []),
  )
  return disputes
}

/** A fault for each file that is unknown, used, expired, uploaded for another purpose, or named twice. */
async function unusableFileFaults(
  db: Reader,
  profileId: Id<'profile'>,
  files: Readonly<Record<string, string>>,
  now: Temporal.Instant,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const seen = new Set<string>()
  for (const [name, id] of Object.entries(files)) {
    const file = await findFile(db, profileId, id)
    const isUsable =
      file?.purpose === 'dispute' && file.expiresAt !== null && isAfter(file.expiresAt, now)
    if (!isUsable || seen.has(id))
      faults.push({ kind: FileExpired, path: `files.${name}`, arguments: [id] })
    seen.add(id)
  }
  return faults
}
