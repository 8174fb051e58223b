// A transfer to a recipient known by e-mail only (D19): it is paid and converted, and then waits until the
// recipient names a bank account. The module `claims` invites the recipient and takes the answer.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { smallerMinor } from '../../kernel/money.ts'
import { next } from '../../kernel/states.ts'
import { endOf } from '../../kernel/timer.ts'
import { post, transferRateDifference, transferRefunded } from '../../ledger/index.ts'
import { worthNow } from '../../quotes/index.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { advancesAt, isRepriced, type MoveContext, sourceOf, targetOf, termsOf } from '../model.ts'
import { convertMoney } from '../moves/convert-money.ts'
import { recordRefundEntries } from '../payments/balance-entries.ts'
import { ensureRefundDestination } from '../payments/refund-destination.ts'
import type { IssueType, TransferRow } from '../row.ts'
import { type TransferStatus, transferStates } from '../states.ts'
import { findTransfer } from '../store.ts'
import { timeToClaim } from '../timers.ts'
import * as claims from './store.ts'

const DETAILS_MISSING: IssueType = 'recipient_details_missing'

/**
 * Converts the money and opens the claim in one statement. Otherwise a converted transfer could lack its claim, and nobody
 * would invite the recipient.
 */
export async function convertForClaim(
  tx: Tx,
  before: TransferRow,
  status: TransferStatus,
  { now, settings }: MoveContext,
): Promise<TransferRow> {
  const activeIssues = [...before.activeIssues, DETAILS_MISSING]
  const change = { status, activeIssues, advancesAt: advancesAt(status, now, settings) }
  const claim = claims.openClaim(before, now, endOf(timeToClaim, now))
  return convertMoney(tx, before, { change, now, extraSteps: [claim] })
}

/** Whether the transfer still waits for its recipient. */
export function awaitsClaim({ status, activeIssues }: TransferRow): boolean {
  return status === 'funds_converted' && activeIssues.includes(DETAILS_MISSING)
}

/** Stores the account that the recipient named and releases the transfer, in one statement. */
export async function storeClaimAnswer(
  tx: Tx,
  { transfer, claim }: { transfer: TransferRow; claim: claims.ClaimRow },
  account: claims.ClaimedAccount,
  { now, settings }: MoveContext,
): Promise<void> {
  const activeIssues = transfer.activeIssues.filter((issue) => issue !== DETAILS_MISSING)
  const change = { activeIssues, advancesAt: advancesAt(transfer.status, now, settings) }
  const { steps } = changeTransfer(transfer, change, now)
  await tx.write(...steps, claims.answerClaim(claim, account, now))
}

/**
 * Undoes the conversion of a transfer whose claim has lapsed (D19, D22). Within one currency the sender gets the source
 * amount back. Otherwise the sender gets the smaller of the source amount and the current worth of the target amount, so
 * at an unchanged rate the fee is not refunded (D111a, gap 323). A claim lapses long after the rate lock (`timeToClaim`,
 * `rateLock`). Returns false, without effect, when the claim was answered, has ended or has not lapsed. When the transfer has
 * ended in another way, only ends the claim.
 */
export async function refundLapsedClaim(
  tx: Tx,
  key: { readonly profileId: Id<'profile'>; readonly transferId: Id<'transfer'> },
  now: Temporal.Instant,
): Promise<boolean> {
  const [claim, before] = await Promise.all([
    claims.findClaim(tx, key),
    findTransfer(tx, [key.profileId], key.transferId),
  ])
  if (claim === undefined || before === undefined || !hasClaimLapsed(claim, now)) return false
  const status = next(transferStates, before.status, 'giveUp')
  if (status === undefined || !awaitsClaim(before)) {
    // The transfer has ended in another way: the recipient must not be invited any more.
    await tx.write(claims.endClaim(key, now))
    return true
  }
  const destination = await ensureRefundDestination(tx, before, now)
  const refundMinor = await findRefundMinor(tx, before, now)
  const difference = { ...sourceOf(before), minor: refundMinor - before.sourceMinor }
  const { after, steps } = changeTransfer(before, { status }, now)
  const journals = [
    transferRefunded(before.id, termsOf(before), destination, refundMinor),
    transferRateDifference(before.id, difference),
  ]
  await tx.write(
    ...steps,
    claims.endClaim(key, now),
    post(before.profileId, journals, now),
    ...recordRefundEntries(after, destination, now),
  )
  return true
}

function hasClaimLapsed(
  { claimedAt, endedAt, expiresAt }: claims.ClaimRow,
  now: Temporal.Instant,
): boolean {
  return claimedAt === null && endedAt === null && !isAfter(expiresAt, now)
}

/**
 * How much of the source amount goes back when a claim has lapsed, in minor units: after the rate lock no more than the
 * target amount is worth at the mid-market rate now. Without this limit the recipient could wait, and let the claim lapse only
 * when the source amount has become worth more than the target amount (D111a).
 */
async function findRefundMinor(
  db: Reader,
  transfer: TransferRow,
  now: Temporal.Instant,
): Promise<bigint> {
  const { sourceMinor, sourceCurrency } = transfer
  if (!isRepriced(transfer, now)) return sourceMinor
  const worthMinor = await worthNow(db, targetOf(transfer), {
    currency: sourceCurrency,
    now,
    rounding: 'down',
  })
  return smallerMinor(worthMinor, sourceMinor)
}
