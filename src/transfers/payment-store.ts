// Every SQL statement about the payments of transfers.

import { type Reader, sql } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { type Part, part } from '../kernel/part.ts'
import { PaymentExists } from './errors.ts'
import type { PaymentMethod, TransferRow } from './store.ts'

const paid = part<{ id: Id<'payment'> }>({
  name: 'transfer_paid',
  text: `transfer_paid as (
    insert into transfer_payments
      (profile_id, transfer_id, method, amount, currency, balance_id, created_at)
    values ($1, $2, $3, $4, $5, $6, $7)
    returning id)`,
  constraints: { transfer_payments_one: PaymentExists },
})

/** Refuses with PaymentExists when the transfer has one already. */
export function insertPayment(
  { profileId, id, sourceMinor, sourceCurrency, paidBalanceId }: TransferRow,
  method: PaymentMethod,
  now: Temporal.Instant,
): Part<{ id: Id<'payment'> }> {
  return paid([
    profileId,
    id,
    method,
    sourceMinor.toString(),
    sourceCurrency,
    paidBalanceId,
    now.toString(),
  ])
}

export type PaymentRow = {
  id: Id<'payment'>
  method: PaymentMethod
  amountMinor: bigint
  currency: Currency
  createdAt: Temporal.Instant
}

const ofTransfer = sql<PaymentRow>(`
  select id, method, amount as amount_minor, currency, created_at
    from transfer_payments where profile_id = $1 and transfer_id = $2`)

/** What was paid for a transfer: nothing, or all of it at once. */
export function listPayments(
  db: Reader,
  { profileId, id }: Pick<TransferRow, 'profileId' | 'id'>,
): Promise<PaymentRow[]> {
  return db.rows(ofTransfer, [profileId, id])
}
