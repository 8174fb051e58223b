// The write steps that pay, end or charge back the members of a batch group together, or mark them as underpaid. The caller
// has locked the group and then its members, because every use case of groups locks in this order; another order could
// deadlock.

import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { next } from '../../kernel/states.ts'
import {
  debtIncurred,
  type Journal,
  post,
  transferChargedBack,
  transferFunded,
  transferPaidIn,
} from '../../ledger/index.ts'
import { fundQuotes } from '../../quotes/index.ts'
import { changeTransfers, type PlannedChange } from '../changes/change-transfer.ts'
import {
  advancesAt,
  issuesOncePaid,
  type MoveContext,
  quoteFunding,
  sourceOf,
  termsOf,
} from '../model.ts'
import type { PricedTransfer } from '../payments/price-transfers.ts'
import { insertPayments } from '../payments/store.ts'
import type { IssueType, TransferRow } from '../row.ts'
import { type TransferMove, type TransferStatus, transferStates } from '../states.ts'

export type PaidBy =
  | { readonly method: 'BALANCE'; readonly balanceId: Id<'balance'> }
  | { readonly method: 'BANK_TRANSFER' | 'DIRECT_DEBIT' }

/** Pays these members of one profile; there must be at least one. */
export function payMembers(
  priced: readonly PricedTransfer[],
  by: PaidBy,
  { now, settings }: MoveContext,
): WriteStep[] {
  const paidBalanceId = by.method === 'BALANCE' ? by.balanceId : null
  const { after, steps } = changeTransfers(
    priced.map(({ before, terms }) => {
      const activeIssues = issuesOncePaid(before.activeIssues)
      const status = statusAfter(before, 'fund')
      const times = { advancesAt: advancesAt(status, now, settings) }
      return { before, change: { ...terms, ...times, status, activeIssues, paidBalanceId } }
    }),
    now,
  )
  const journals = after.map((paid) =>
    by.method === 'BALANCE'
      ? transferFunded(paid.id, by.balanceId, sourceOf(paid))
      : transferPaidIn(paid.id, sourceOf(paid)),
  )
  const profileId = profileOf(after)
  return [
    insertPayments(after, by.method, now),
    ...steps,
    post(profileId, journals, now),
    fundQuotes(
      profileId,
      after.map((paid, n) => quoteFunding(paid, priced[n]?.terms ?? {})),
    ),
  ]
}

/** Ends unpaid members. No money moves, and no rate is released, because the rates of members are not counted (D12a). */
export function endMembers(
  waitingMembers: readonly TransferRow[],
  move: 'cancel' | 'lapse',
  now: Temporal.Instant,
) {
  const changes = waitingMembers.map((before) => ({
    before,
    change: { status: statusAfter(before, move) },
  }))
  return changeTransfers(changes, now).steps
}

/** Adds the issue `deposit_amount_less_invoice` to the members that do not have it: less money arrived than they cost (D22a). */
export function addUnderpaymentIssue(
  waitingMembers: readonly TransferRow[],
  now: Temporal.Instant,
) {
  const issue: IssueType = 'deposit_amount_less_invoice'
  const changes = waitingMembers
    .filter(({ activeIssues }) => !activeIssues.includes(issue))
    .map((before) => ({ before, change: { activeIssues: [...before.activeIssues, issue] } }))
  return changeTransfers(changes, now).steps
}

/** Whether a refund may still follow after the money has left: the pay-out may bounce, or has bounced. */
export function mayBeRefunded({ status }: TransferRow): boolean {
  return status === 'outgoing_payment_sent' || status === 'bounced_back'
}

/**
 * Charges back a direct debit that paid for these members (D29). Members whose money has not left are
 * cancelled; for the others the profile owes the amount. The refund of a pay-out that bounces goes to the balance
 * `refundsTo`, where it settles the debt; the caller passes null when no member may be refunded (`mayBeRefunded`).
 */
export function chargeBackMembers(
  paid: readonly TransferRow[],
  refundsTo: Id<'balance'> | null,
  now: Temporal.Instant,
) {
  const changes = paid.flatMap((before): PlannedChange[] => {
    if (isStoppable(before))
      return [{ before, change: { status: statusAfter(before, 'chargeBack') } }]
    return mayBeRefunded(before) ? [{ before, change: { paidBalanceId: refundsTo } }] : []
  })
  const journals: Journal[] = paid.map((transfer) =>
    isStoppable(transfer)
      ? transferChargedBack(transfer.id, termsOf(transfer), {
          isConverted: transfer.status === 'funds_converted',
        })
      : debtIncurred(transfer.id, sourceOf(transfer)),
  )
  return [...changeTransfers(changes, now).steps, post(profileOf(paid), journals, now)] as const
}

function isStoppable({ status }: TransferRow): boolean {
  return next(transferStates, status, 'chargeBack') !== undefined
}

function statusAfter(before: TransferRow, move: TransferMove): TransferStatus {
  const status = next(transferStates, before.status, move)
  if (status === undefined)
    throw new Error(`transfer ${before.id} is ${before.status}: it cannot ${move}`)
  return status
}

function profileOf([first]: readonly TransferRow[]): Id<'profile'> {
  if (first === undefined) throw new Error('a batch group has no members')
  return first.profileId
}
