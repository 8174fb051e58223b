// Books the payment of a transfer by any pay-in method. One statement inserts the payment, updates the transfer, records its
// events, runs the steps of `paymentSteps`, and marks the quote as funded (D22).

import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { fundQuote } from '../../quotes/index.ts'
import { changeTransfer } from '../changes/change-transfer.ts'
import { issuesOncePaid, quoteFunding } from '../model.ts'
import type { PaymentMethod, TransferChange, TransferRow } from '../row.ts'
import { insertPayments } from './store.ts'

export type PaymentPlan = {
  readonly method: PaymentMethod
  readonly change: TransferChange
  /**
   * The write steps that move the money of the transfer as it is after the change: its postings, the check for a
   * debt, and the balance entries of a payment from a balance.
   */
  readonly paymentSteps: (after: TransferRow) => readonly WriteStep[]
}

export type PaidTransfer = { readonly transfer: TransferRow; readonly paymentId: Id<'payment'> }

export async function bookPayment(
  tx: Tx,
  before: TransferRow,
  { method, change, paymentSteps }: PaymentPlan,
  now: Temporal.Instant,
): Promise<PaidTransfer> {
  // The payment covers the whole amount, so the issue of a deposit that was too small is resolved.
  const activeIssues = issuesOncePaid(before.activeIssues)
  const { after, steps } = changeTransfer(before, { ...change, activeIssues }, now)
  const [payment] = await tx.write(
    insertPayments([after], method, now),
    ...steps,
    ...paymentSteps(after),
    fundQuote({ profileId: after.profileId, ...quoteFunding(after, change) }),
  )
  if (payment === undefined)
    throw new Error(`the insert of the payment of transfer ${before.id} returned no row`)
  return { transfer: { ...after, paymentMethod: method }, paymentId: payment.id }
}
