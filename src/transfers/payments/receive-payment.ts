// Money for a transfer arrives from outside, by bank or card (D23, D93).

import type { PayIn } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { parseMoney } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { post, requireNoDebt, transferPaidIn } from '../../ledger/index.ts'
import { DepositInvalid, WrongStatus } from '../errors.ts'
import { getMovableTransfer } from '../get-transfer.ts'
import { advancesAt, hasLapsed, type MoveContext, sourceOf } from '../model.ts'
import { addIssue } from '../moves/issues.ts'
import type { TransferReference, TransferRow } from '../row.ts'
import { transferStates } from '../states.ts'
import { bookPayment } from './book-payment.ts'
import { priceTransfer } from './price-transfers.ts'

/** The pay-in methods by which money arrives from outside. */
export const outsidePayIns = [
  'BANK_TRANSFER',
  'DEBIT',
  'CREDIT',
  'CARD',
  'DIRECT_DEBIT',
] as const satisfies readonly PayIn[]

type Input = TransferReference &
  MoveContext & {
    /** Default: BANK_TRANSFER. */
    readonly payIn?: (typeof outsidePayIns)[number] | undefined
    /** Decimal text; default: the amount due. */
    readonly amount?: string | undefined
  }

/**
 * Books exactly the price of the quote's option for `payIn`. A smaller amount is not accepted: it holds the
 * transfer up until the whole amount arrives (D22a). A transfer that is `processing` does not change: its money has
 * arrived already.
 */
export async function receivePayment(tx: Tx, input: Input): Promise<TransferRow> {
  const { profileIds, transferId, payIn: method = 'BANK_TRANSFER', now, settings } = input
  const transfer = await getMovableTransfer(tx, profileIds, transferId)
  if (transfer.status === 'processing') return transfer
  const status = next(transferStates, transfer.status, 'fund')
  if (status === undefined || hasLapsed(transfer, now))
    refuse(WrongStatus, { arguments: [transfer.status, 'processing'] })

  const terms = await priceTransfer(tx, transfer, method, now)
  if (isLessThanDue(input.amount, { ...transfer, ...terms }))
    return addIssue(tx, transfer, 'deposit_amount_less_invoice', now)

  const change = { ...terms, status, advancesAt: advancesAt(status, now, settings) }
  const paymentSteps = (after: TransferRow) => [
    requireNoDebt(after.profileId),
    post(after.profileId, transferPaidIn(after.id, sourceOf(after)), now),
  ]
  return (await bookPayment(tx, transfer, { method, change, paymentSteps }, now)).transfer
}

/** Whether less than the amount due arrived. Refuses a greater amount: a payment books exactly the amount due (D23). */
function isLessThanDue(amount: string | undefined, due: TransferRow): boolean {
  if (amount === undefined) return false
  const arrived = parseMoney(amount, due.sourceCurrency)
  if (arrived === undefined || arrived.minor <= 0n || arrived.minor > due.sourceMinor)
    refuse(DepositInvalid, { arguments: [amount, due.sourceCurrency] })
  return arrived.minor < due.sourceMinor
}
