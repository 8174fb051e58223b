// Paying a transfer from a balance: the money leaves the balance and the transfer moves, in one
// statement, so that no paid transfer ever waits for its money (D22).

import { type BalanceRow, findBalance, findStandard } from '../../balances/index.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { money, toText } from '../../kernel/money.ts'
import { type ErrorKind, Refusal, refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
import { next } from '../../kernel/states.ts'
import { InsufficientFunds, owesNothing, post, transferFunded } from '../../ledger/index.ts'
import {
  BalanceUnusable,
  NotFundable,
  OptionUnavailable,
  PaymentExists,
  PaymentTypeUnknown,
} from '../errors.ts'
import { getTransfer } from '../get-transfer.ts'
import { refuseMember } from '../members/members.ts'
import { advancesAt, hasLapsed, sourceOf } from '../model.ts'
import type { TransferRow } from '../row.ts'
import type { FundTransfer } from '../schemas.ts'
import { transferStates } from '../states.ts'
import { bookPayment, type Paid } from './book-payment.ts'
import { stepsOf } from './refund-destination.ts'
import { settleTerms } from './settle-terms.ts'

type Asked = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly transferId: Id<'transfer'>
  readonly body: FundTransfer
  readonly now: Temporal.Instant
  readonly settings: Settings
}

export async function fundTransfer(tx: Tx, asked: Asked): Promise<Paid> {
  const { profileIds, transferId, body, now, settings } = asked
  const before = await getTransfer(tx, profileIds, transferId)
  const { profileId } = before
  if (body.type !== 'BALANCE') refuse(PaymentTypeUnknown, { arguments: [body.type] })
  refuseMember(before)
  if (before.paymentMethod !== null) refuse(PaymentExists, { arguments: [transferId] })
  const status = next(transferStates, before.status, 'fund')
  if (status === undefined || hasLapsed(before, now)) refuse(NotFundable)

  let due = before
  try {
    // Paid from a balance it may cost something else than by the way it was made for.
    const terms = await settleTerms(tx, before, 'BALANCE', now)
    due = { ...before, ...terms }
    const balance = await balanceFor(tx, before, body.balanceId)
    // The ledger decides; what can be told beforehand need not be tried.
    if (balance.availableMinor < due.sourceMinor) refuse(InsufficientFunds)
    const change = {
      ...terms,
      status,
      paidBalanceId: balance.id,
      advancesAt: advancesAt(status, now, settings),
    }
    const money = (after: TransferRow) => [
      owesNothing(profileId),
      post(profileId, transferFunded(transferId, balance.id, sourceOf(after)), now),
      stepsOf(after, now),
    ]
    return await bookPayment(tx, before, { method: 'BALANCE', change, money }, now)
  } catch (error) {
    throw withDue(error, due)
  }
}

async function balanceFor(
  db: Reader,
  { profileId, sourceCurrency }: TransferRow,
  balanceId: Id<'balance'> | undefined,
): Promise<BalanceRow> {
  if (balanceId === undefined)
    return (await findStandard(db, profileId, sourceCurrency)) ?? refuse(InsufficientFunds)
  const balance = await findBalance(db, profileId, balanceId)
  if (balance === undefined || balance.state !== 'OPEN' || balance.currency !== sourceCurrency)
    refuse(BalanceUnusable, { arguments: [balanceId] })
  return balance
}

const tellDue: readonly ErrorKind[] = [InsufficientFunds, OptionUnavailable]

/** What would have been needed, where that is what went wrong. */
function withDue(error: unknown, { sourceMinor, sourceCurrency }: TransferRow): unknown {
  if (!(error instanceof Refusal) || !tellDue.includes(error.faults[0].kind)) return error
  const due = toText(money(sourceMinor, sourceCurrency))
  return new Refusal([{ ...error.faults[0], arguments: [due, sourceCurrency] }])
}

/** The fields that a refused payment has beside `errors` (Facts 4.1 and 4.3, D21). */
export function rejectedPayment({ faults }: Refusal, { body: { type } }: Pick<Asked, 'body'>) {
  const [{ kind, message: errorMessage = kind.message }] = faults
  return { type, status: 'REJECTED', errorCode: kind.code, errorMessage }
}
