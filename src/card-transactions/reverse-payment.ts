// Releases a hold: in part or whole when the merchant reverses the payment (D71a), and whole when the merchant has
// not captured the payment in time (D72).

import { type CardRow, findCardById } from '../cards/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { money } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { cardReleased, type Journal } from '../ledger/index.ts'
import { changeTransaction, movementsOf } from './change-transaction.ts'
import { ReversalAmount, TransactionWrongStatus } from './errors.ts'
import { hasLapsed, holdMinor, openUsageMinor } from './model.ts'
import { type FollowUp, lockReferencedTransaction, readFollowUpAmount } from './read-follow-up.ts'
import { type BalanceMovement, type ChangingFields, hasDebit, type TransactionRow } from './row.ts'
import { cardTransactionStates } from './states.ts'
import { lockTransaction } from './store.ts'
import type { CardShown } from './transaction-event.ts'

/**
 * Reduces the amount of an authorised payment; an amount of zero cancels the payment. The current amount changes nothing, and
 * neither does zero for a cancelled payment. Refuses with ReferenceNotFound, CardCurrencyMismatch, CardAmountInvalid,
 * TransactionWrongStatus or ReversalAmount.
 */
export async function reversePayment(
  tx: Tx,
  card: CardRow,
  input: FollowUp,
): Promise<TransactionRow> {
  const { now } = input
  const before = await lockReferencedTransaction(tx, card, input.transactionId)
  const amount = readFollowUpAmount(input, before)
  if (before.state === 'CANCELLED' && amount.minor === 0n) return before
  const state = next(cardTransactionStates, before.state, 'reverse')
  if (state === undefined || hasLapsed(before, now))
    return refuse(TransactionWrongStatus, { arguments: [before.state] })
  if (amount.minor > before.openMinor) refuse(ReversalAmount, { arguments: [input.amount.value] })
  if (amount.minor === before.openMinor) return before
  const isWhole = amount.minor === 0n
  const step = isWhole ? 'FULL_REVERSAL' : 'PARTIAL_REVERSAL'
  const target = { openMinor: amount.minor, state: isWhole ? state : before.state }
  return releaseHold(tx, before, { target, step, card, now })
}

/** Cancels a payment whose hold has ended. `lapsedAt` is the end of the hold, even when the sweep runs later. */
export async function lapsePayment(
  tx: Tx,
  before: TransactionRow,
  card: CardShown,
  now: Temporal.Instant,
): Promise<TransactionRow> {
  const { to: state } = cardTransactionStates.moves.lapse
  const target = { openMinor: 0n, state, lapsedAt: before.lapsesAt }
  return releaseHold(tx, before, { target, step: 'FULL_REVERSAL', card, now })
}

/** Cancels a payment for the sweep. Returns false, without effect, for a payment that was captured or reversed meanwhile. */
export async function lapseIfDue(
  tx: Tx,
  profileId: Id<'profile'>,
  id: Id<'card-transaction'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const before = await lockTransaction(tx, profileId, id)
  if (before === undefined || !hasLapsed(before, now)) return false
  const card = await findCardById(tx, profileId, before.cardId)
  if (card === undefined) throw new Error(`the card of transaction ${id} is missing`)
  await lapsePayment(tx, before, card, now)
  return true
}

type Release = {
  /** The open amount and the state after the release; after a lapse also the time of the lapse. */
  readonly target: Pick<ChangingFields, 'openMinor' | 'state'> & {
    readonly lapsedAt?: Temporal.Instant
  }
  readonly step: 'FULL_REVERSAL' | 'PARTIAL_REVERSAL'
  readonly card: CardShown
  readonly now: Temporal.Instant
}

async function releaseHold(
  tx: Tx,
  before: TransactionRow,
  { target, step, card, now }: Release,
): Promise<TransactionRow> {
  const { openMinor } = target
  const heldMinor = hasDebit(before) ? holdMinor(before, openMinor) : 0n
  const releasedMinor = before.heldMinor - heldMinor
  const changes = {
    ...target,
    heldMinor,
    countedUsageMinor: openUsageMinor(before.authorisedUsageMinor, openMinor, before.amountMinor),
    movements: [...before.movements, ...releaseMovements(before, releasedMinor, now)],
  }
  const journals = releaseJournals(before, releasedMinor)
  return changeTransaction(tx, before, { changes, journals, step, card, now })
}

function releaseMovements(
  { debit }: TransactionRow,
  releasedMinor: bigint,
  now: Temporal.Instant,
): BalanceMovement[] {
  return debit === null ? [] : movementsOf(debit.balanceId, releasedMinor, now)
}

function releaseJournals({ id, debit }: TransactionRow, releasedMinor: bigint): Journal[] {
  return debit === null
    ? []
    : [cardReleased(id, debit.balanceId, money(releasedMinor, debit.currency))]
}
