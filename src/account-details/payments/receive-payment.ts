// Records money that a bank reports for account details (D55, D55a).

import { findBalance, parseMovableAmount, requireOpen } from '../../balances/index.ts'
import { receivesSwift } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { getProfile } from '../../profiles/index.ts'
import { type DetailsRow, listActiveDetails } from '../details/store.ts'
import { DetailsMissing } from '../errors.ts'
import type { PaymentKind } from '../model.ts'
import { incomingPaymentStates } from '../states.ts'
import { planCompletion } from './complete-payment.ts'
import { paymentEvent } from './payment-events.ts'
import { generatePaymentId, insertPayment, type PaymentRow, type Sender } from './store.ts'

type ReceivedPayment = {
  readonly profileId: Id<'profile'>
  readonly currency: Currency
  /** Major units, as decimal text. */
  readonly amount: string
  readonly kind: PaymentKind
  /** The account details that the sender named. When absent, the newest account details of the currency are used. */
  readonly accountDetailsId?: Id<'account-details'> | undefined
  readonly sender: Sender
  readonly reference: string
  /** The end-to-end reference of a SWIFT payment; ignored for a LOCAL payment. */
  readonly uetr: string
  /** The id of the transaction at the bank. A second payment to the profile in the currency with the same id is refused. */
  readonly bankTransactionId?: string
  readonly now: Temporal.Instant
}

/**
 * Credits the balance when the profile is verified; otherwise the payment waits for the verification. Refuses with DetailsMissing
 * when the profile has no account details that can receive the payment, with AmountNotExact or AmountNotPositive, with
 * PaymentRecorded for a payment that was recorded before, and, when the balance is credited now, with BalanceFull.
 */
export async function receivePayment(tx: Tx, input: ReceivedPayment): Promise<PaymentRow> {
  const { profileId, currency, kind, now } = input
  const details = detailsFor(await listActiveDetails(tx, profileId), input)
  if (details === undefined) return refuse(DetailsMissing, { arguments: [profileId, currency] })
  const amount = parseMovableAmount(input.amount, currency, 'amount')
  const { balanceId } = details
  const balance = requireOpen(await findBalance(tx, profileId, balanceId), balanceId)
  const profile = await getProfile(tx, profileId)

  const payment: PaymentRow = {
    profileId,
    id: await generatePaymentId(tx),
    accountDetailsId: details.id,
    balanceId,
    currency,
    amountMinor: amount.minor,
    kind,
    state: incomingPaymentStates.initial,
    sender: input.sender,
    reference: input.reference,
    uetr: kind === 'SWIFT' ? input.uetr : null,
    bankTransactionId: input.bankTransactionId ?? null,
    eventCount: 1,
    receivedAt: now,
  }
  const arrivalEvent = paymentEvent(payment, null, now)
  if (!profile.verified) {
    await tx.write(insertPayment(payment), recordEvents(arrivalEvent))
    return payment
  }
  const context = { profile, balance, hasWaited: false }
  const { after, events, writes } = await planCompletion(tx, payment, context, now)
  await tx.write(insertPayment(after), recordEvents(arrivalEvent, ...events), ...writes)
  return after
}

/** Deprecated account details still receive money when the sender names them (B 2.8). */
function detailsFor(
  active: readonly DetailsRow[],
  { currency, kind, accountDetailsId }: ReceivedPayment,
): DetailsRow | undefined {
  if (kind === 'SWIFT' && !receivesSwift(currency)) return undefined
  const ofCurrency = active.filter((each) => each.currency === currency)
  return accountDetailsId === undefined
    ? ofCurrency.at(-1)
    : ofCurrency.find(({ id }) => id === accountDetailsId)
}
