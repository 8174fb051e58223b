// Pays a transfer from a balance. One statement takes the money from the balance and makes the transfer `processing`.
// Otherwise a transfer could be paid without money, or money could leave a balance for no transfer (D22).

import { type BalanceRow, findBalance, findStandardBalance } from '../../balances/index.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { toText } from '../../kernel/money.ts'
import { type ErrorKind, Refusal, refuse } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { InsufficientFunds, post, requireNoDebt, transferFunded } from '../../ledger/index.ts'
import {
  BalanceUnusable,
  NotFundable,
  OptionUnavailable,
  PaymentExists,
  PaymentTypeNotSupported,
} from '../errors.ts'
import { getTransfer, refuseMember } from '../get-transfer.ts'
import { advancesAt, hasLapsed, type MoveContext, sourceOf } from '../model.ts'
import type { TransferReference, TransferRow } from '../row.ts'
import type { FundTransfer } from '../schemas.ts'
import { type TransferStatus, transferStates } from '../states.ts'
import { recordBalanceEntries } from './balance-entries.ts'
import { bookPayment, type PaidTransfer, type PaymentPlan } from './book-payment.ts'
import { priceTransfer } from './price-transfers.ts'

type Input = TransferReference & MoveContext & { readonly body: FundTransfer }

export async function fundTransfer(tx: Tx, input: Input): Promise<PaidTransfer> {
  const { profileIds, transferId, body, now, settings } = input
  const stored = await getTransfer(tx, profileIds, transferId)
  const status = statusOncePaid(stored, body, now)

  // The fee depends on the pay-in method, and the transfer may have been created for another method.
  const terms = await withAmountDue(stored, priceTransfer(tx, stored, 'BALANCE', now))
  const priced = { ...stored, ...terms }
  const balance = await getPayingBalance(tx, priced, body.balanceId)

  const plan: PaymentPlan = {
    method: 'BALANCE',
    change: {
      ...terms,
      status,
      paidBalanceId: balance.id,
      advancesAt: advancesAt(status, now, settings),
    },
    paymentSteps: (after) => [
      requireNoDebt(after.profileId),
      post(after.profileId, transferFunded(transferId, balance.id, sourceOf(after)), now),
      recordBalanceEntries(after, after.sourceCurrency, now),
    ],
  }
  // The guards compare with the stored transfer, so it is passed without the new terms, which are in the plan.
  return withAmountDue(priced, bookPayment(tx, stored, plan, now))
}

/** The status of the transfer once it is paid. Refuses a transfer that cannot be paid from a balance now. */
function statusOncePaid(
  transfer: TransferRow,
  { type }: FundTransfer,
  now: Temporal.Instant,
): TransferStatus {
  if (type !== 'BALANCE') refuse(PaymentTypeNotSupported, { arguments: [type] })
  refuseMember(transfer)
  if (transfer.paymentMethod !== null) refuse(PaymentExists, { arguments: [transfer.id] })
  const status = next(transferStates, transfer.status, 'fund')
  if (status === undefined || hasLapsed(transfer, now)) refuse(NotFundable)
  return status
}

/** The balance in the request, or the STANDARD balance of the source currency. Refuses a balance that has too little money. */
async function getPayingBalance(
  db: Reader,
  priced: TransferRow,
  balanceId: Id<'balance'> | undefined,
): Promise<BalanceRow> {
  const { profileId, sourceCurrency, sourceMinor } = priced
  const balance =
    balanceId === undefined
      ? await findStandardBalance(db, profileId, sourceCurrency)
      : await getUsableBalance(db, profileId, balanceId, sourceCurrency)
  // Only the guard of `post` is binding. This check saves a statement that would fail.
  if (balance === undefined || balance.availableMinor < sourceMinor)
    refuse(InsufficientFunds, { arguments: amountDue(priced) })
  return balance
}

async function getUsableBalance(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
  currency: string,
): Promise<BalanceRow> {
  const balance = await findBalance(db, profileId, balanceId)
  if (balance === undefined || balance.state !== 'OPEN' || balance.currency !== currency)
    refuse(BalanceUnusable, { arguments: [balanceId] })
  return balance
}

function amountDue(transfer: TransferRow): [amount: string, currency: string] {
  return [toText(sourceOf(transfer)), transfer.sourceCurrency]
}

const errorsWithAmountDue: readonly ErrorKind[] = [InsufficientFunds, OptionUnavailable]

/** In a refusal with one of `errorsWithAmountDue`, replaces the arguments by the amount due, which clients read there. */
async function withAmountDue<T>(transfer: TransferRow, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal) || !errorsWithAmountDue.includes(error.faults[0].kind))
      throw error
    throw new Refusal([{ ...error.faults[0], arguments: amountDue(transfer) }])
  }
}

/** The fields of a refused payment in addition to `errors` (Facts 4.1 and Facts 4.3, D21). */
export function rejectedPayment({ faults }: Refusal, { body: { type } }: Pick<Input, 'body'>) {
  const [{ kind, message }] = faults
  return {
    type,
    status: 'REJECTED',
    errorCode: kind.code,
    errorMessage: message ?? kind.message,
  }
}
