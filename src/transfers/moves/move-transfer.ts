// Moves a paid transfer to its next status, and books the journal of that move (D22). A move to the current status
// changes nothing. A transfer with active issues is not moved (D22a).

import { ensureStandardBalance } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { refuse } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import {
  type Journal,
  post,
  transferBounced,
  transferDelivered,
  transferRefunded,
  transferSent,
} from '../../ledger/index.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { type EventBuilder, payoutFailureEvent } from '../changes/event-payloads.ts'
import { convertForClaim } from '../claims/await-claim.ts'
import { BounceReasonUnknown, HeldByIssues, WrongStatus } from '../errors.ts'
import { getMovableTransfer } from '../get-transfer.ts'
import { advancesAt, isForBalance, type MoveContext, targetOf, termsOf } from '../model.ts'
import { recordBalanceEntries, recordRefundEntries } from '../payments/balance-entries.ts'
import { ensureRefundDestination } from '../payments/refund-destination.ts'
import type { TransferReference, TransferRow } from '../row.ts'
import { type TransferMove, type TransferStatus, transferStates } from '../states.ts'
import { convertMoney } from './convert-money.ts'
import { DEFAULT_REASON, payoutFailures } from './payout-failures.ts'

const CANNOT_BOUNCE =
  'A transfer to a balance cannot bounce. Choose a transfer to a recipient with a bank account.'

/** A status that a paid transfer can be moved to by request. */
export type NextStatus =
  | 'funds_converted'
  | 'outgoing_payment_sent'
  | 'bounced_back'
  | 'funds_refunded'

const moveByStatus: Readonly<Record<NextStatus, TransferMove>> = {
  funds_converted: 'convert',
  outgoing_payment_sent: 'send',
  bounced_back: 'bounce',
  funds_refunded: 'refund',
}

type MoveInput = MoveContext & {
  readonly to: NextStatus
  /** The reason of a bounce: a key of `payoutFailures`. */
  readonly reason?: string | undefined
}

export async function moveTransfer(
  tx: Tx,
  input: TransferReference & MoveInput,
): Promise<TransferRow> {
  const before = await getMovableTransfer(tx, input.profileIds, input.transferId)
  return moveLoadedTransfer(tx, before, input)
}

export async function moveLoadedTransfer(
  tx: Tx,
  before: TransferRow,
  input: MoveInput,
): Promise<TransferRow> {
  if (before.status === input.to) return before
  const status = next(transferStates, before.status, moveByStatus[input.to])
  if (status === undefined) refuse(WrongStatus, { arguments: [before.status, input.to] })
  if (input.to === 'bounced_back' && isForBalance(before))
    refuse(WrongStatus, { message: CANNOT_BOUNCE, arguments: [before.status, input.to] })
  if (before.activeIssues.length > 0) refuse(HeldByIssues, { arguments: [...before.activeIssues] })
  switch (input.to) {
    case 'funds_converted':
      return convert(tx, before, input, status)
    case 'outgoing_payment_sent':
      return isForBalance(before)
        ? deliver(tx, before, input, status)
        : send(tx, before, input, status)
    case 'bounced_back':
      return bounce(tx, before, input, status)
    case 'funds_refunded':
      return refund(tx, before, input, status)
  }
}

async function convert(
  tx: Tx,
  before: TransferRow,
  { now, settings }: MoveContext,
  status: TransferStatus,
): Promise<TransferRow> {
  if (before.byEmail) return convertForClaim(tx, before, status, { now, settings })
  const change = { status, advancesAt: advancesAt(status, now, settings) }
  return convertMoney(tx, before, { change, now })
}

function send(
  tx: Tx,
  before: TransferRow,
  context: MoveContext,
  status: TransferStatus,
): Promise<TransferRow> {
  const journal = transferSent(before.id, targetOf(before))
  return bookMove(tx, before, { status, journal }, context)
}

/** A transfer to the profile's own balances credits the STANDARD balance of the target currency (D50). */
async function deliver(
  tx: Tx,
  before: TransferRow,
  context: MoveContext,
  status: TransferStatus,
): Promise<TransferRow> {
  const { profileId, id, targetCurrency } = before
  const balance = await ensureStandardBalance(tx, profileId, targetCurrency, context.now)
  const journal = transferDelivered(id, balance.id, targetOf(before))
  const entries = [recordBalanceEntries(before, targetCurrency, context.now)]
  return bookMove(tx, before, { status, journal, entries }, context)
}

async function bounce(
  tx: Tx,
  before: TransferRow,
  { reason = DEFAULT_REASON, ...context }: MoveInput,
  status: TransferStatus,
): Promise<TransferRow> {
  if (!Object.hasOwn(payoutFailures, reason)) refuse(BounceReasonUnknown, { arguments: [reason] })
  const journal = transferBounced(before.id, targetOf(before))
  const extraEvents = [payoutFailureEvent(reason)]
  return bookMove(tx, before, { status, journal, extraEvents }, context)
}

async function refund(
  tx: Tx,
  before: TransferRow,
  context: MoveContext,
  status: TransferStatus,
): Promise<TransferRow> {
  const destination = await ensureRefundDestination(tx, before, context.now)
  const journal = transferRefunded(before.id, termsOf(before), destination)
  const entries = recordRefundEntries(before, destination, context.now)
  return bookMove(tx, before, { status, journal, entries }, context)
}

type Move = {
  readonly status: TransferStatus
  readonly journal: Journal
  /** The write steps that record the journal's changes of balances. */
  readonly entries?: readonly WriteStep[]
  readonly extraEvents?: readonly EventBuilder[]
}

/** Changes the transfer and records its events, its journal and its balance entries in one statement. */
export async function bookMove(
  tx: Tx,
  before: TransferRow,
  { status, journal, entries = [], extraEvents = [] }: Move,
  { now, settings }: MoveContext,
): Promise<TransferRow> {
  const change = { status, advancesAt: advancesAt(status, now, settings) }
  const { after, steps } = changeTransfer(before, change, now, ...extraEvents)
  await tx.write(...steps, post(before.profileId, journal, now), ...entries)
  return after
}
