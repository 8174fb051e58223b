// Money for a transfer arrives from outside, by bank or card (D23, D93).

import type { PayIn } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { type Money, parseMoney } from '../../kernel/money.ts'
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

const TIME_TO_PAY_OVER =
  'The time to pay for the transfer is over. Create another quote and transfer.'

type Input = TransferReference &
  MoveContext & {
    /** Default: BANK_TRANSFER. */
    readonly payIn?: (typeof outsidePayIns)[number] | undefined
    /** Decimal text; default: the amount due. */
    readonly amount?: string | undefined
  }

/**
 * Books exactly the price of the quote's option for `payIn`. A smaller amount is not booked, and an issue holds the transfer
 * up until the whole amount arrives (D22a). A transfer that is `processing` does not change: its money has arrived already.
 */
export async function receivePayment(tx: Tx, input: Input): Promise<TransferRow> {
  const { profileIds, transferId, payIn: method = 'BANK_TRANSFER', now, settings } = input
  const transfer = await getMovableTransfer(tx, profileIds, transferId)
  if (transfer.status === 'processing') return transfer
  const status = next(transferStates, transfer.status, 'fund')
  const move = [transfer.status, 'processing'] as const
  if (status === undefined) refuse(WrongStatus, { arguments: move })
  if (hasLapsed(transfer, now)) refuse(WrongStatus, { message: TIME_TO_PAY_OVER, arguments: move })

  const terms = await priceTransfer(tx, transfer, method, now)
  const due = sourceOf({ ...transfer, ...terms })
  if (parseDeposit(input.amount, due).minor < due.minor)
    return addIssue(tx, transfer, 'deposit_amount_less_invoice', now)

  const change = { ...terms, status, advancesAt: advancesAt(status, now, settings) }
  const paymentSteps = (after: TransferRow) => [
    requireNoDebt(after.profileId),
    post(after.profileId, transferPaidIn(after.id, sourceOf(after)), now),
  ]
  return (await bookPayment(tx, transfer, { method, change, paymentSteps }, now)).transfer
}

/** The money that arrived. Refuses more than the amount due, because a payment books exactly the amount due (D23). */
function parseDeposit(amount: string | undefined, due: Money): Money {
  if (amount === undefined) return due
  const arrived = parseMoney(amount, due.currency)
  if (arrived === undefined || arrived.minor <= 0n || arrived.minor > due.minor)
    refuse(DepositInvalid, { arguments: [amount, due.currency] })
  return arrived
}
