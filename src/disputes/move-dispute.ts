// Moves a dispute to another sub-status: in its review, or because the customer withdraws it.

import {
  CardAmountInvalid,
  CardCurrencyMismatch,
  findTransaction,
  RefundAmount,
  refundTransaction,
  TransactionWrongStatus,
} from '../card-transactions/index.ts'
import type { Reader, Tx } from '../kernel/database/db.ts'
import { recordEvents } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import { parseMoney } from '../kernel/money.ts'
import { type ErrorKind, refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { disputeEvent } from './dispute-event.ts'
import {
  DisputeNotFound,
  DisputeWrongStatus,
  RefundAmountUnexpected,
  WithdrawalNotAllowed,
} from './errors.ts'
import { type DisputeMove, disputeStates } from './states.ts'
import { type DisputeRow, lockDispute, updateDispute } from './store.ts'

/** The sub-statuses that a review can move a dispute to. */
export const nextSubStatuses = [
  'IN_REVIEW',
  'ACCEPTED',
  'CHARGEBACK_SUBMITTED',
  'REFUNDED',
  'REJECTED',
] as const
export type NextSubStatus = (typeof nextSubStatuses)[number]

const moveTo: Readonly<Record<NextSubStatus, DisputeMove>> = {
  IN_REVIEW: 'review',
  ACCEPTED: 'accept',
  CHARGEBACK_SUBMITTED: 'requestChargeback',
  REFUNDED: 'refund',
  REJECTED: 'reject',
}

type Target = {
  readonly profileId: Id<'profile'>
  readonly disputeId: string
  readonly now: Temporal.Instant
}

/** `value` is decimal text in major units. */
type Amount = { readonly value: string; readonly currency: string }

type Input = Target & {
  readonly nextSubStatus: NextSubStatus
  /**
   * The amount to refund, in the currency of the transaction. The default and the maximum is the captured amount that
   * is not refunded yet.
   */
  readonly amount?: Amount | undefined
}

/** The refusals of `moveDispute`. TransactionNotFound is not among them, because the transaction of a dispute exists. */
export const moveErrors: readonly ErrorKind[] = [
  DisputeNotFound,
  DisputeWrongStatus,
  RefundAmountUnexpected,
  CardAmountInvalid,
  CardCurrencyMismatch,
  TransactionWrongStatus,
  RefundAmount,
]

/**
 * Moves a dispute in its review. A move to REFUNDED also refunds the transaction; a move to the current sub-status changes
 * nothing. Refuses with `moveErrors`.
 */
export async function moveDispute(tx: Tx, input: Input): Promise<DisputeRow> {
  const { profileId, nextSubStatus, amount, now } = input
  if (amount !== undefined && nextSubStatus !== 'REFUNDED') refuse(RefundAmountUnexpected)
  const before = await lockTarget(tx, input)
  if (before.subStatus === nextSubStatus) return before
  const after = rowAfterMove(before, moveTo[nextSubStatus], now, DisputeWrongStatus)
  if (nextSubStatus === 'REFUNDED') {
    const { transactionId } = before
    const amountMinor = amount && (await readAmount(tx, before, amount))
    await refundTransaction(tx, {
      profileId,
      transactionId,
      now,
      ...(amountMinor !== undefined && { amountMinor }),
    })
  }
  await tx.write(updateDispute(before, after), recordEvents(disputeEvent(after)))
  return after
}

/** Withdraws a dispute for the customer. Refuses with DisputeNotFound or WithdrawalNotAllowed. */
export async function withdrawDispute(tx: Tx, target: Target): Promise<DisputeRow> {
  const before = await lockTarget(tx, target)
  const after = rowAfterMove(before, 'withdraw', target.now, WithdrawalNotAllowed)
  await tx.write(updateDispute(before, after), recordEvents(disputeEvent(after)))
  return after
}

/** In minor units of the currency of the transaction. */
async function readAmount(
  db: Reader,
  { profileId, transactionId }: DisputeRow,
  { value, currency }: Amount,
): Promise<bigint> {
  const transaction = await findTransaction(db, profileId, transactionId)
  if (transaction === undefined) throw new Error(`card transaction ${transactionId} is missing`)
  if (currency !== transaction.currency)
    refuse(CardCurrencyMismatch, { arguments: [currency, transaction.currency] })
  const amount = parseMoney(value, currency)
  return amount?.minor ?? refuse(CardAmountInvalid, { arguments: [value, currency] })
}

/** Refuses with DisputeNotFound. */
async function lockTarget(tx: Tx, { profileId, disputeId }: Target): Promise<DisputeRow> {
  const found = await lockDispute(tx, profileId, disputeId)
  return found ?? refuse(DisputeNotFound, { arguments: [disputeId] })
}

function rowAfterMove(
  before: DisputeRow,
  move: DisputeMove,
  now: Temporal.Instant,
  refusal: ErrorKind,
): DisputeRow {
  const subStatus = next(disputeStates, before.subStatus, move)
  if (subStatus === undefined)
    return refuse(refusal, { arguments: [before.subStatus, disputeStates.moves[move].to] })
  return { ...before, subStatus, eventCount: before.eventCount + 1, updatedAt: now }
}
