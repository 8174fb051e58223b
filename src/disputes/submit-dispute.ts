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
import { DisputeExists, FileExpired, ReasonNotFound, SubOptionRequired } from './errors.ts'
import { checkSubmission, type SubmissionBody } from './form/check-submission.ts'
import { forms } from './form/forms.ts'
import { getDisputedTransactions, readScheme } from './get-transactions.ts'
import { readReason, refusalFaults } from './model.ts'
import { disputeStates } from './states.ts'
import { type DisputeFiles, type DisputeRow, insertDisputes, listPreventingFiles } from './store.ts'

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
 * Submits a dispute of each transaction. Returns the disputes, ascending by transaction. Refuses with SchemeNotFound,
 * ReasonNotFound, SubOptionRequired, every fault of the submission, the refusals of `getDisputedTransactions`, FileExpired
 * or DisputeExists.
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
  const { transactions } = await getDisputedTransactions(tx, {
    profileId,
    transactionIds,
    code,
    network,
    path,
  })
  await checkFiles(tx, { profileId, transactionIds: transactions.map(({ id }) => id), files, now })

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

type FileUse = {
  readonly profileId: Id<'profile'>
  /** The transactions of the submission. */
  readonly transactionIds: readonly Id<'card-transaction'>[]
  readonly files: DisputeFiles
  readonly now: Temporal.Instant
}

/**
 * Refuses with FileExpired for each unusable file that does not belong, under the same name, to a dispute that prevents this
 * one. Refuses with DisputeExists when every unusable file belongs to a dispute that prevents this one. Otherwise a client that
 * lost the reply to its submission, and repeats the submission, would have to upload its files again.
 */
async function checkFiles(db: Reader, use: FileUse): Promise<void> {
  const unusable = await findUnusableFiles(db, use)
  if (unusable.length === 0) return
  const preventing = await listPreventingFiles(db, use.profileId, use.transactionIds)
  const isRepeated = ({ name, id }: UnusableFile) => preventing.some((files) => files[name] === id)
  refuseAll(unusable.filter((file) => !isRepeated(file)).map(fileFault))
  refuse(DisputeExists)
}

type UnusableFile = { readonly name: string; readonly id: string }

function fileFault({ name, id }: UnusableFile): Fault {
  return { kind: FileExpired, path: `files.${name}`, arguments: [id] }
}

/** Each file that is unknown, used, expired, uploaded for another purpose, or named twice. */
async function findUnusableFiles(
  db: Reader,
  { profileId, files, now }: FileUse,
): Promise<UnusableFile[]> {
  const unusable: UnusableFile[] = []
  const seen = new Set<string>()
  for (const [name, id] of Object.entries(files)) {
    const file = await findFile(db, profileId, id)
    const isUsable =
      file?.purpose === 'dispute' && file.expiresAt !== null && isAfter(file.expiresAt, now)
    if (!isUsable || seen.has(id)) unusable.push({ name, id })
    seen.add(id)
  }
  return unusable
}
