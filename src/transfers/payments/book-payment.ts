// Money for a transfer, whichever way it came, is booked in one statement: the payment, the move,
// the money, the quote's end and what is told of it (D22).

import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { fundQuote } from '../../quotes/index.ts'
import { changeTransfer } from '../change-transfer.ts'
import { casesOncePaid, quoteFunding } from '../model.ts'
import type { PaymentMethod, TransferChange, TransferRow } from '../row.ts'
import { insertPayments } from './store.ts'

type Payment = {
  readonly method: PaymentMethod
  readonly change: TransferChange
  /** What moves the money, once the terms are settled. */
  readonly money: (after: TransferRow) => readonly WriteStep[]
}

export type Paid = { readonly transfer: TransferRow; readonly paymentId: Id<'payment'> }

/** The whole amount is there, so a former deposit that was short holds nothing up any more. */
export async function bookPayment(
  tx: Tx,
  before: TransferRow,
  { method, change, money }: Payment,
  now: Temporal.Instant,
): Promise<Paid> {
  const activeIssues = casesOncePaid(before.activeIssues)
  const { after, write } = changeTransfer(before, { ...change, activeIssues }, now)
  const [paid] = await tx.write(
    insertPayments([after], method, now),
    ...write,
    ...money(after),
    fundQuote({ profileId: after.profileId, ...quoteFunding(after, change) }),
  )
  if (paid === undefined) throw new Error(`transfer ${before.id} was paid without a payment`)
  return { transfer: { ...after, paymentMethod: method }, paymentId: paid.id }
}
