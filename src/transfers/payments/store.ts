// SQL statements about the payments of transfers. `transfers/store.ts` joins payments to the transfers that it reads.

import { type Reader, sql } from '../../kernel/database/db.ts'
import {
  INSERT_EVERY_ROW,
  rowType,
  type WriteStep,
  writeStep,
} from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { PaymentExists } from '../errors.ts'
import type { PaymentMethod, TransferRow } from '../row.ts'

// `merge`, because the `returning` of an insert cannot contain the request index.
const insertPaymentsStep = writeStep({
  name: 'transfer_paid',
  input: {
    profileId: 'bigint',
    transferId: 'bigint',
    method: 'text',
    amount: 'numeric',
    currency: 'text',
    balanceId: 'bigint',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `transfer_paid as (
    merge into transfer_payments p using ${input} ${INSERT_EVERY_ROW}
          (profile_id, transfer_id, method, amount, currency, balance_id, created_at)
   values (input.profile_id, input.transfer_id, input.method, input.amount, input.currency,
           input.balance_id, input.created_at)
    returning input.request_index, p.id)`,
  constraints: { transfer_payments_pkey: PaymentExists },
  returns: rowType<{ id: Id<'payment'> }>(),
})

/** The write step that inserts payments. Refuses when one of the transfers has a payment already. */
export function insertPayments(
  transfers: readonly TransferRow[],
  method: PaymentMethod,
  now: Temporal.Instant,
): WriteStep<{ id: Id<'payment'> }> {
  return insertPaymentsStep(
    transfers.map((transfer) => ({
      profileId: transfer.profileId,
      transferId: transfer.id,
      method,
      amount: transfer.sourceMinor,
      currency: transfer.sourceCurrency,
      balanceId: transfer.paidBalanceId,
      createdAt: now,
    })),
  )
}

type PaymentRow = {
  id: Id<'payment'>
  method: PaymentMethod
  amountMinor: bigint
  currency: Currency
  /** The balance that paid; null where the money came from outside. */
  balanceId: Id<'balance'> | null
  createdAt: Temporal.Instant
}

const listPaymentsSql = sql<PaymentRow>(`
  select id, method, amount as amount_minor, currency, balance_id, created_at
    from transfer_payments where profile_id = $1 and transfer_id = $2`)

/** The payments of a transfer: none or one, because a transfer is paid in full by one payment. */
export function listPayments(
  db: Reader,
  { profileId, id }: Pick<TransferRow, 'profileId' | 'id'>,
): Promise<PaymentRow[]> {
  return db.rows(listPaymentsSql, [profileId, id])
}
