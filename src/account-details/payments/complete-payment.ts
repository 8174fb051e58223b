// Puts the money of an incoming payment on the balance.

import {
  type BalanceRow,
  ensureStandardBalance,
  findBalance,
  generateMovementId,
  insertMovement,
  recordEntries,
} from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { type NewEvent, recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { next } from '../../kernel/states.ts'
import { depositReceived, post } from '../../ledger/index.ts'
import { getProfile, type ProfileRow } from '../../profiles/index.ts'
import { findNumbers } from '../details/store.ts'
import { incomingPaymentStates } from '../states.ts'
import { paymentEvent, swiftCredit } from './payment-events.ts'
import { listWaitingPayments, type PaymentRow, updatePayment } from './store.ts'

/**
 * A database transaction keeps the accounts that it credits locked until its end, so one transaction credits at most this
 * number of payments; a choice of this project. The sweep `account-details.complete-payments` credits the others.
 */
const PAYMENTS_PER_TRANSACTION_MAX = 100

/**
 * Credits payments that waited for the verification of the profile, at most PAYMENTS_PER_TRANSACTION_MAX, or only the payment
 * `id` (D55). Returns false, without effect, while the profile is not verified, and when no such payment waits.
 */
export async function completeWaitingPayments(
  tx: Tx,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
  id?: Id<'incoming-payment'>,
): Promise<boolean> {
  const waiting = await listWaitingPayments(tx, profileId, {
    ...(id && { id }),
    rowsMax: PAYMENTS_PER_TRANSACTION_MAX,
  })
  if (waiting.length === 0) return false
  const profile = await getProfile(tx, profileId)
  if (!profile.verified) return false
  for (const payment of waiting) {
    const balance = await findOrOpenBalance(tx, payment, now)
    const context = { profile, balance, hasWaited: true }
    const { after, events, writes } = await planCompletion(tx, payment, context, now)
    await tx.write(updatePayment(after), recordEvents(...events), ...writes)
  }
  return true
}

/**
 * Returns the balance of the payment or, when that balance is closed, the STANDARD balance of the currency, which is opened
 * if the profile has none.
 */
async function findOrOpenBalance(
  tx: Tx,
  { profileId, balanceId, currency }: PaymentRow,
  now: Temporal.Instant,
): Promise<BalanceRow> {
  const balance = await findBalance(tx, profileId, balanceId)
  return balance?.state === 'OPEN' ? balance : ensureStandardBalance(tx, profileId, currency, now)
}

type Completion = {
  readonly after: PaymentRow
  readonly events: readonly NewEvent[]
  /** The posting, its balance entries and the movement. The caller writes the row of the payment. */
  readonly writes: readonly WriteStep[]
}

type CompletionContext = {
  readonly profile: ProfileRow
  /** An open balance. */
  readonly balance: BalanceRow
  /**
   * Whether the payment has waited for the verification. Such a payment is credited even to a full balance: a refusal would
   * undo the verification.
   */
  readonly hasWaited: boolean
}

/**
 * Plans the credit of a payment: returns the payment after the credit, its events, and the write steps that credit the balance.
 * The use case is retried when another request closes the balance before the caller writes them.
 */
export async function planCompletion(
  tx: Tx,
  before: PaymentRow,
  { profile, balance, hasWaited }: CompletionContext,
  now: Temporal.Instant,
): Promise<Completion> {
  const state = next(incomingPaymentStates, before.state, 'complete')
  if (state === undefined) throw new Error(`payment ${before.id} is ${before.state}`)
  const { profileId, currency } = before
  const after = { ...before, state, balanceId: balance.id, eventCount: before.eventCount + 1 }
  const amount = money(before.amountMinor, currency)
  const journal = depositReceived(balance.id, before.id, amount)
  const channel = 'TRANSFER'
  const numbers =
    before.kind === 'SWIFT' ? await findNumbers(tx, profileId, before.accountDetailsId) : undefined
  return {
    after,
    events: [
      paymentEvent(after, before.state, now),
      ...(numbers === undefined ? [] : [swiftCredit(after, { profile, numbers }, now)]),
    ],
    writes: [
      post(profileId, journal, now),
      recordEntries({
        profileId,
        reference: journal.reference,
        channel,
        now,
        currencies: [currency],
      }),
      // The list of activities shows the movement. Its insert refuses a payment that a full balance cannot hold, unless the
      // payment has waited.
      insertMovement({
        profileId,
        id: await generateMovementId(tx),
        type: 'DEPOSIT',
        target: { balanceId: balance.id, amount },
        channel,
        hasArrived: hasWaited,
        createdAt: now,
      }),
    ],
  }
}
