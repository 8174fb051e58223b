// The members of a batch group, taken together: paid, ended or taken back with a few statements,
// however many they are. Whoever calls holds the group, and locks its members before anything else.

import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
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
import { type Changing, changeTransfers } from '../change-transfer.ts'
import { InBatchGroup } from '../errors.ts'
import { advancesAt, casesOncePaid, quoteFunding, sourceOf, termsOf } from '../model.ts'
import { insertPayments } from '../payments/store.ts'
import type { IssueType, TransferChange, TransferRow } from '../row.ts'
import { type TransferMove, type TransferStatus, transferStates } from '../states.ts'

/** Until its group is paid, what happens to a member happens to the whole group (D27). */
export function refuseMember({ id, status, batchGroupId }: TransferRow): void {
  if (batchGroupId !== null && status === 'incoming_payment_waiting')
    refuse(InBatchGroup, { arguments: [id, batchGroupId] })
}

function moved(before: TransferRow, move: TransferMove): TransferStatus {
  const status = next(transferStates, before.status, move)
  if (status === undefined)
    throw new Error(`transfer ${before.id} cannot ${move}: ${before.status}`)
  return status
}

/** A member with the terms at which it is paid, as `settleTransfers` answers it. */
export type Settled = { readonly before: TransferRow; readonly terms: TransferChange }

export type PaidBy =
  | { readonly method: 'BALANCE'; readonly balanceId: Id<'balance'> }
  | { readonly method: 'BANK_TRANSFER' | 'DIRECT_DEBIT' }

/** The write steps that pay all of these members of one profile; there must be at least one. */
export function payMembers(
  settled: readonly Settled[],
  by: PaidBy,
  { now, settings }: { now: Temporal.Instant; settings: Settings },
): WriteStep[] {
  const paidBalanceId = by.method === 'BALANCE' ? by.balanceId : null
  const { after, write } = changeTransfers(
    settled.map(({ before, terms }) => {
      const activeIssues = casesOncePaid(before.activeIssues)
      const status = moved(before, 'fund')
      const moves = { status, advancesAt: advancesAt(status, now, settings) }
      return { before, change: { ...terms, ...moves, activeIssues, paidBalanceId } }
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
    ...write,
    post(profileId, journals, now),
    fundQuotes(
      profileId,
      after.map((paid, n) => quoteFunding(paid, settled[n]?.terms ?? {})),
    ),
  ]
}

/** The write steps that end members nobody paid for: their money was never there. */
export function endMembers(
  waiting: readonly TransferRow[],
  move: 'cancel' | 'lapse',
  now: Temporal.Instant,
) {
  const ending = waiting.map((before) => ({ before, change: { status: moved(before, move) } }))
  return changeTransfers(ending, now).write
}

/** The write steps that hold members up, because less money came than they cost (D22a). */
export function holdMembers(waiting: readonly TransferRow[], now: Temporal.Instant) {
  const short: IssueType = 'deposit_amount_less_invoice'
  const holding = waiting
    .filter(({ activeIssues }) => !activeIssues.includes(short))
    .map((before) => ({ before, change: { activeIssues: [...before.activeIssues, short] } }))
  return changeTransfers(holding, now).write
}

/** Members whose money has not left can still be stopped; what left, or went back, is owed. */
function isStoppable({ status }: TransferRow): boolean {
  return next(transferStates, status, 'takeBack') !== undefined
}

/** What left may come back, to wherever it is refunded. */
export function mayBounce({ status }: TransferRow): boolean {
  return status === 'outgoing_payment_sent' || status === 'bounced_back'
}

/**
 * The write steps that take the money of a direct debit back from those it paid for (D29). Of what left
 * already, and may bounce yet, the refund goes to the balance, where it settles what is owed.
 */
export function takeBackMembers(
  paid: readonly TransferRow[],
  refundsTo: Id<'balance'> | null,
  now: Temporal.Instant,
) {
  const changing = paid.flatMap((before): Changing[] => {
    if (isStoppable(before)) return [{ before, change: { status: moved(before, 'takeBack') } }]
    return mayBounce(before) ? [{ before, change: { paidBalanceId: refundsTo } }] : []
  })
  const journals: Journal[] = paid.map((transfer) =>
    isStoppable(transfer)
      ? transferChargedBack(transfer.id, termsOf(transfer), transfer.status === 'funds_converted')
      : debtIncurred(transfer.id, sourceOf(transfer)),
  )
  return [...changeTransfers(changing, now).write, post(profileOf(paid), journals, now)] as const
}

function profileOf([first]: readonly TransferRow[]): Id<'profile'> {
  if (first === undefined) throw new Error('a batch group without members')
  return first.profileId
}
