// Sends a received payment back (D56).

import {
  type BalanceRow,
  findBalance,
  findStandardBalance,
  recordEntries,
} from '../../balances/index.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import { money } from '../../kernel/money.ts'
import { refuse, refuseAll } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { depositReturned, post, requireNoDebt } from '../../ledger/index.ts'
import { BalanceMissing, PaymentNotFound, ReturnExists } from '../errors.ts'
import { reasonFaults } from '../model.ts'
import { incomingPaymentStates } from '../states.ts'
import { paymentEvent } from './payment-events.ts'
import { isReturnReason } from './return-reasons.ts'
import { findPayment, insertReturn, type PaymentRow, updatePayment } from './store.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly paymentId: Id<'incoming-payment'>
  readonly reason?: string | undefined
  /** The id of the return. */
  readonly returnId: string
  readonly now: Temporal.Instant
}

/**
 * Returns the id of the return. Checks in the order of D56: whether the payment exists, the reason, the state, the money. Refuses
 * with PaymentNotFound, ReturnInvalid, ReturnExists, BalanceMissing, ProfileOwes or InsufficientFunds.
 */
export async function returnPayment(tx: Tx, input: Input): Promise<{ readonly id: string }> {
  const { profileId, paymentId, reason, returnId: id, now } = input
  const payment = await findPayment(tx, profileId, paymentId)
  if (payment === undefined) return refuseUnknown(input)
  refuseAll(reasonFaults(payment.kind, reason))
  const state = next(incomingPaymentStates, payment.state, 'refund')
  if (state === undefined) return refuse(ReturnExists, { arguments: [paymentId, payment.state] })
  const balance = await balanceOfPayment(tx, payment)

  const { currency, amountMinor } = payment
  const journal = depositReturned(balance.id, paymentId, money(amountMinor, currency))
  const after = { ...payment, state, eventCount: payment.eventCount + 1 }
  await tx.write(
    updatePayment(after),
    insertReturn({
      profileId,
      id,
      paymentId,
      balanceId: balance.id,
      reason: reason !== undefined && isReturnReason(reason) ? reason : null,
      createdAt: now,
    }),
    recordEvents(paymentEvent(after, payment.state, now)),
    requireNoDebt(profileId),
    post(profileId, journal, now),
    recordEntries({
      profileId,
      reference: journal.reference,
      channel: 'TRANSFER',
      now,
      currencies: [currency],
    }),
  )
  return { id }
}

/** The message contains the ids (D56). */
function refuseUnknown({ profileId, paymentId }: Input): never {
  const message = `Profile ${profileId} has received no payment ${paymentId}. Send the id from an account-details-payment event.`
  return refuse(PaymentNotFound, { message, arguments: [paymentId, profileId] })
}

/** The balance that was credited; when that balance is closed, the STANDARD balance of the currency. */
async function balanceOfPayment(
  db: Reader,
  { profileId, balanceId, currency }: PaymentRow,
): Promise<BalanceRow> {
  const credited = await findBalance(db, profileId, balanceId)
  if (credited?.state === 'OPEN') return credited
  const standard = await findStandardBalance(db, profileId, currency)
  return standard ?? refuse(BalanceMissing, { path: 'paymentId', arguments: [currency] })
}
