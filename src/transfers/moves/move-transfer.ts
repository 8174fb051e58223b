// Moves a paid transfer along the way of its money, with the money that goes with each move (D22). A move to the
// status it already has changes nothing; a transfer with active issues stays where it is (D22a).

import { ensureStandard } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
import { next } from '../../kernel/states.ts'
import {
  type Journal,
  post,
  type RefundDestination,
  transferBounced,
  transferDelivered,
  transferRefunded,
  transferSent,
} from '../../ledger/index.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { payoutFailed } from '../changes/event-payloads.ts'
import { convertForClaim } from '../claims/await-claim.ts'
import { BounceReasonUnknown, HeldByIssues, WrongStatus } from '../errors.ts'
import { getMovable } from '../get-transfer.ts'
import { advancesAt, isForBalance, targetOf, termsOf } from '../model.ts'
import { recordBalanceEntries, recordRefundEntries } from '../payments/balance-entries.ts'
import { ensureRefundDestination } from '../payments/refund-destination.ts'
import type { TransferRow } from '../row.ts'
import { type TransferMove, type TransferStatus, transferStates } from '../states.ts'
import { convertMoney } from './convert-money.ts'
import { payoutFailures, REASON_UNKNOWN } from './payout-failures.ts'

/** A status that a paid transfer can be moved to by request. */
export type NextStatus =
  | 'funds_converted'
  | 'outgoing_payment_sent'
  | 'bounced_back'
  | 'funds_refunded'

const moveTo: Readonly<Record<NextStatus, TransferMove>> = {
  funds_converted: 'convert',
  outgoing_payment_sent: 'send',
  bounced_back: 'bounce',
  funds_refunded: 'refund',
}

type Time = { readonly now: Temporal.Instant; readonly settings: Settings }

type Moving = Time & {
  readonly to: NextStatus
  /** Of a bounce: a key of `payoutFailures`. */
  readonly reason?: string | undefined
}

type OneTransfer = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly transferId: Id<'transfer'>
}

export async function moveTransfer(tx: Tx, input: OneTransfer & Moving): Promise<TransferRow> {
  return moveFrom(tx, await getMovable(tx, input.profileIds, input.transferId), input)
}

/** The same for a transfer that was read already. */
export async function moveFrom(tx: Tx, before: TransferRow, moving: Moving): Promise<TransferRow> {
  if (before.status === moving.to) return before
  const status = next(transferStates, before.status, moveTo[moving.to])
  if (status === undefined || (moving.to === 'bounced_back' && isForBalance(before)))
    refuse(WrongStatus, { arguments: [before.status, moving.to] })
  if (before.activeIssues.length > 0) refuse(HeldByIssues, { arguments: [...before.activeIssues] })
  switch (moving.to) {
    case 'funds_converted':
      return convert(tx, before, moving, status)
    case 'outgoing_payment_sent':
      return isForBalance(before)
        ? deliver(tx, before, moving, status)
        : bookMove(tx, before, moving, status, transferSent(before.id, targetOf(before)))
    case 'bounced_back':
      return bounce(tx, before, moving, status)
    case 'funds_refunded':
      return refund(tx, before, moving, status)
  }
}

async function convert(
  tx: Tx,
  before: TransferRow,
  { now, settings }: Time,
  status: TransferStatus,
): Promise<TransferRow> {
  if (before.byEmail) return convertForClaim(tx, before, status, { now, settings })
  return convertMoney(tx, before, { status, advancesAt: advancesAt(status, now, settings) }, now)
}

/** Money for the recipient of the profile's balances arrives on the STANDARD balance of its currency (D50). */
async function deliver(
  tx: Tx,
  before: TransferRow,
  { now, settings }: Time,
  status: TransferStatus,
): Promise<TransferRow> {
  const { profileId, id, targetCurrency } = before
  const balance = await ensureStandard(tx, profileId, targetCurrency, now)
  const change = { status, advancesAt: advancesAt(status, now, settings) }
  const { after, steps } = changeTransfer(before, change, now)
  await tx.write(
    ...steps,
    post(profileId, transferDelivered(id, balance.id, targetOf(before)), now),
    recordBalanceEntries(after, targetCurrency, now),
  )
  return after
}

async function bounce(
  tx: Tx,
  before: TransferRow,
  { now, settings, reason = REASON_UNKNOWN }: Moving,
  status: TransferStatus,
): Promise<TransferRow> {
  if (!Object.hasOwn(payoutFailures, reason)) refuse(BounceReasonUnknown, { arguments: [reason] })
  const change = { status, advancesAt: advancesAt(status, now, settings) }
  const { after, steps } = changeTransfer(before, change, now, payoutFailed(reason))
  await tx.write(
    ...steps,
    post(before.profileId, transferBounced(before.id, targetOf(before)), now),
  )
  return after
}

async function refund(
  tx: Tx,
  before: TransferRow,
  time: Time,
  status: TransferStatus,
): Promise<TransferRow> {
  const destination = await ensureRefundDestination(tx, before, time.now)
  const journal = transferRefunded(before.id, termsOf(before), destination)
  return bookMove(tx, before, time, status, journal, destination)
}

/** The transfer, its money and its events change together, in one statement. */
export async function bookMove(
  tx: Tx,
  before: TransferRow,
  { now, settings }: Time,
  status: TransferStatus,
  journal: Journal,
  refundsTo?: RefundDestination,
): Promise<TransferRow> {
  const change = { status, advancesAt: advancesAt(status, now, settings) }
  const { after, steps } = changeTransfer(before, change, now)
  await tx.write(
    ...steps,
    post(before.profileId, journal, now),
    ...(refundsTo ? recordRefundEntries(after, refundsTo, now) : []),
  )
  return after
}
