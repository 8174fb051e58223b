// Money for a transfer, whichever way it came, is booked in one statement: the payment, the move,
// the money, the quote's end and what is told of it (D22).

import type { Tx } from '../kernel/db.ts'
import { announce } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import type { Part } from '../kernel/part.ts'
import { fundQuote } from '../quotes/index.ts'
import { casesChanged, stateChanged } from './announce-moves.ts'
import { casesOncePaid } from './model.ts'
import { insertPayment } from './payment-store.ts'
import type { PaymentMethod, TransferChange, TransferRow } from './store.ts'
import * as store from './store.ts'

type Payment = {
  readonly method: PaymentMethod
  readonly change: TransferChange
  /** What moves the money, once the terms are settled. */
  readonly money: (after: TransferRow) => readonly Part[]
}

export type Paid = { readonly transfer: TransferRow; readonly paymentId: Id<'payment'> }

/** The whole amount is there, so a former deposit that was short holds nothing up any more. */
export async function bookPayment(
  tx: Tx,
  before: TransferRow,
  { method, change, money }: Payment,
  now: Temporal.Instant,
): Promise<Paid> {
  const cases = casesOncePaid(before.cases)
  const cleared = cases.length < before.cases.length
  const { after, write } = store.changeTransfer(before, { ...change, cases }, cleared ? 2 : 1, now)
  const told = { transfer: after, now }
  const [paid] = await tx.write(
    insertPayment(after, method, now),
    write,
    ...money(after),
    announce(
      stateChanged(before.status, { ...told, number: before.announced + 1 }),
      ...(cleared ? [casesChanged({ ...told, number: after.announced })] : []),
    ),
    fundQuote({ profileId: after.profileId, id: after.quoteId }),
  )
  if (paid === undefined) throw new Error(`transfer ${before.id} was paid without a payment`)
  return { transfer: { ...after, paymentMethod: method }, paymentId: paid.id }
}
