// The moves of a transfer and the money that goes with each (D22). A move to the state it is already
// in changes nothing; a transfer that issues hold up stays where it is (D22a).

import type { PayIn } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { parseMoney } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
import { next } from '../../kernel/states.ts'
import {
  type Journal,
  owesNothing,
  post,
  type RefundDestination,
  transferBounced,
  transferCancelled,
  transferPaidIn,
  transferRefunded,
  transferSent,
} from '../../ledger/index.ts'
import { releaseQuote } from '../../quotes/index.ts'
import { payoutFailed, refunded } from '../announce-moves.ts'
import { changeTransfer, changeTransfers } from '../change-transfer.ts'
import { convertForClaim } from '../claims/await-claim.ts'
import {
  BounceReasonUnknown,
  CancellationNotAllowed,
  DepositInvalid,
  HeldByIssues,
  WrongStatus,
} from '../errors.ts'
import { getTransfer } from '../get-transfer.ts'
import { refuseMember } from '../members/members.ts'
import { advancesAt, hasLapsed, sourceOf, targetOf, termsOf } from '../model.ts'
import { bookPayment } from '../payments/book-payment.ts'
import { listMoney } from '../payments/list-payments.ts'
import { openPurse, stepsOf } from '../payments/refund-destination.ts'
import { settleTerms } from '../payments/settle-terms.ts'
import type { IssueType, TransferRow } from '../row.ts'
import { type TransferMove, type TransferStatus, transferStates } from '../states.ts'
import * as store from '../store.ts'
import { convertMoney } from './convert-money.ts'
import { payoutFailures, REASON_NOT_GIVEN } from './payout-failures.ts'

type Asked = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly transferId: Id<'transfer'>
  readonly now: Temporal.Instant
  readonly settings: Settings
}

/** Which of the moves of the simulation may be asked for by the name of their goal. */
export type Step =
  | 'processing'
  | 'funds_converted'
  | 'outgoing_payment_sent'
  | 'bounced_back'
  | 'funds_refunded'

const moveTo: Readonly<Record<Step, TransferMove>> = {
  processing: 'fund',
  funds_converted: 'convert',
  outgoing_payment_sent: 'send',
  bounced_back: 'bounce',
  funds_refunded: 'refund',
}

async function take(tx: Tx, { profileIds, transferId }: Asked): Promise<TransferRow> {
  const transfer = await getTransfer(tx, profileIds, transferId)
  refuseMember(transfer)
  return transfer
}

type Moving = Pick<Asked, 'now' | 'settings'> & {
  readonly step: Exclude<Step, 'processing'>
  readonly reason?: string | undefined
}

/** Moves a transfer along the way that its money takes. Paying it in is `receivePayment`. */
export async function moveTransfer(tx: Tx, asked: Asked & Moving): Promise<TransferRow> {
  return moveOn(tx, await take(tx, asked), asked)
}

/** The same for one that was read already. */
export async function moveOn(tx: Tx, before: TransferRow, asked: Moving): Promise<TransferRow> {
  if (before.status === asked.step) return before
  const status = next(transferStates, before.status, moveTo[asked.step])
  if (status === undefined) refuse(WrongStatus, { arguments: [before.status, asked.step] })
  if (before.activeIssues.length > 0) refuse(HeldByIssues, { arguments: [...before.activeIssues] })
  switch (asked.step) {
    case 'funds_converted':
      if (before.byEmail) return convertForClaim(tx, before, status, asked)
      return convertMoney(
        tx,
        before,
        { status, advancesAt: advancesAt(status, asked.now, asked.settings) },
        asked.now,
      )
    case 'outgoing_payment_sent':
      return book(tx, before, asked, status, transferSent(before.id, targetOf(before)))
    case 'bounced_back':
      return bounce(tx, before, asked, status)
    case 'funds_refunded': {
      const purse = await openPurse(tx, before, asked.now)
      const journal = transferRefunded(before.id, termsOf(before), purse)
      return book(tx, before, asked, status, journal, purse)
    }
  }
}

/** The transfer, its money and its announcement change together, in one statement. */
async function book(
  tx: Tx,
  before: TransferRow,
  { now, settings }: Pick<Asked, 'now' | 'settings'>,
  status: TransferStatus,
  journal: Journal,
  purse?: RefundDestination,
): Promise<TransferRow> {
  const change = { status, advancesAt: advancesAt(status, now, settings) }
  const { write, after } = changeTransfer(before, change, now)
  await tx.write(
    ...write,
    post(before.profileId, journal, now),
    ...(purse?.kind === 'balance' ? [stepsOf(after, now)] : []),
  )
  return after
}

async function bounce(
  tx: Tx,
  before: TransferRow,
  { now, settings, reason = REASON_NOT_GIVEN }: Moving,
  status: TransferStatus,
): Promise<TransferRow> {
  if (!Object.hasOwn(payoutFailures, reason)) refuse(BounceReasonUnknown, { arguments: [reason] })
  const change = { status, advancesAt: advancesAt(status, now, settings) }
  const { after, write } = changeTransfer(before, change, now, payoutFailed(reason))
  await tx.write(
    ...write,
    post(before.profileId, transferBounced(before.id, targetOf(before)), now),
  )
  return after
}

/** The ways of paying in by which money arrives from outside. */
export const outsidePayIns = [
  'BANK_TRANSFER',
  'DEBIT',
  'CREDIT',
  'CARD',
  'DIRECT_DEBIT',
] as const satisfies readonly PayIn[]

type Arrival = {
  /** BANK_TRANSFER unless given. */
  readonly payIn?: (typeof outsidePayIns)[number] | undefined
  readonly amount?: string | undefined
}

/**
 * Money for a transfer arrives from outside (D23, D93): exactly what the quote's option of that way
 * costs is booked. Less than that is not accepted, and holds the transfer up until the whole arrives
 * (D22a).
 */
export async function receivePayment(tx: Tx, asked: Asked & Arrival): Promise<TransferRow> {
  const { now, settings, payIn: method = 'BANK_TRANSFER' } = asked
  const before = await take(tx, asked)
  const status = next(transferStates, before.status, 'fund')
  if (before.status === 'processing') return before
  if (status === undefined || hasLapsed(before, now))
    refuse(WrongStatus, { arguments: [before.status, 'processing'] })
  const terms = await settleTerms(tx, before, method, now)
  if (isLess(asked.amount, { ...before, ...terms }))
    return holdUp(tx, before, 'deposit_amount_less_invoice', now)

  const change = { ...terms, status, advancesAt: advancesAt(status, now, settings) }
  const money = (after: TransferRow) => [
    post(after.profileId, transferPaidIn(after.id, sourceOf(after)), now),
    owesNothing(after.profileId),
  ]
  return (await bookPayment(tx, before, { method, change, money }, now)).transfer
}

function isLess(amount: string | undefined, due: TransferRow): boolean {
  if (amount === undefined) return false
  const arrived = parseMoney(amount, due.sourceCurrency)
  if (arrived === undefined || arrived.minor <= 0n || arrived.minor > due.sourceMinor)
    refuse(DepositInvalid, { arguments: [amount, due.sourceCurrency] })
  return arrived.minor < due.sourceMinor
}

async function holdUp(
  tx: Tx,
  before: TransferRow,
  by: IssueType,
  now: Temporal.Instant,
): Promise<TransferRow> {
  if (before.activeIssues.includes(by)) return before
  const { after, write } = changeTransfer(
    before,
    { activeIssues: [...before.activeIssues, by] },
    now,
  )
  await tx.write(...write)
  return after
}

/** Clears `resolved` from every transfer of the profile that it held up. */
export async function clearCase(
  tx: Tx,
  profileId: Id<'profile'>,
  resolved: IssueType,
  now: Temporal.Instant,
): Promise<void> {
  const held = await store.lockHeldBy(tx, profileId, resolved)
  const clearing = held.map((before) => ({
    before,
    change: { activeIssues: before.activeIssues.filter((one) => one !== resolved) },
  }))
  if (held.length > 0) await tx.write(...changeTransfers(clearing, now).write)
}

/** The sender's cancellation: at once while unpaid; paid only before the money was exchanged. */
export async function cancelTransfer(tx: Tx, asked: Asked): Promise<TransferRow> {
  const before = await take(tx, asked)
  const status = next(transferStates, before.status, 'cancel')
  if (status === undefined || hasLapsed(before, asked.now)) refuse(CancellationNotAllowed)
  if (before.paymentMethod === null) return endUnpaid(tx, before, status, asked.now)
  const purse = await openPurse(tx, before, asked.now)
  const journal = transferCancelled(before.id, sourceOf(before), purse)
  return book(tx, before, asked, status, journal, purse)
}

/** An unpaid transfer ends: nothing moves, and its rate is no longer held. */
export async function endUnpaid(
  tx: Tx,
  before: TransferRow,
  status: TransferStatus,
  now: Temporal.Instant,
): Promise<TransferRow> {
  const { write, after } = changeTransfer(before, { status }, now)
  await tx.write(...write, releaseQuote({ profileId: before.profileId, id: before.quoteId }))
  return after
}

/**
 * Tells subscribers of a refund without making one: the transfer stays as it is (D23). What went back
 * already may have been less than what was paid (D111a).
 */
export async function announceRefund(tx: Tx, asked: Asked): Promise<TransferRow> {
  const before = await take(tx, asked)
  const refund = (await listMoney(tx, before)).find(({ type }) => type === 'REFUND')
  const tell = refunded(refund?.amount ?? sourceOf(before))
  const { after, write } = changeTransfer(before, {}, asked.now, tell)
  await tx.write(...write)
  return after
}
