// Money for a group arrives by bank transfer (D27). The exact amount or more pays for all waiting members, and the excess
// is credited to the STANDARD balance of its currency; in a currency without balances an excess is refused. A smaller amount
// pays for no member, and each waiting member gets the issue `deposit_amount_less_invoice`.

import { credit, ensureStandardBalance } from '../../balances/index.ts'
import { balanceCurrencies } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Currency, type Money, parseMoney, toText } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Settings } from '../../kernel/settings.ts'
import { addUnderpaymentIssue, priceTransfers } from '../../transfers/index.ts'
import { PayInAmountInvalid, PayInMismatch } from '../errors.ts'
import { lockGroupAt } from '../get-group.ts'
import { lockWaitingMembers } from '../lapse-members.ts'
import { checkPayable, referenceOf } from '../model.ts'
import { type GroupRow, generatePaymentId } from '../store.ts'
import { bookGroupPayment, dueMinorOf } from './book-group-payment.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly batchGroupId: string
  /** Major units, as decimal text. */
  readonly amount: string
  readonly currency: Currency
  readonly reference?: string | undefined
  readonly now: Temporal.Instant
  readonly settings: Settings
}

export async function receivePayIn(tx: Tx, input: Input): Promise<GroupRow> {
  const { now, settings } = input
  const group = await lockGroupAt(tx, input.profileId, input.batchGroupId, now)
  const arrived = parsePayIn(group, input)
  checkPayable(group)

  const waitingMembers = await lockWaitingMembers(tx, group)
  const priced = await priceTransfers(tx, waitingMembers, 'BANK_TRANSFER', now)
  const excessMinor = arrived.minor - dueMinorOf(priced)

  if (excessMinor < 0n) {
    await tx.write(...addUnderpaymentIssue(waitingMembers, now))
    return group
  }
  const by = { method: 'BANK_TRANSFER' } as const
  const paymentId = await generatePaymentId(tx)
  const after = await bookGroupPayment(tx, { group, priced, by, paymentId, now, settings })
  if (excessMinor > 0n) await creditExcess(tx, group, { ...arrived, minor: excessMinor }, now)
  return after
}

/**
 * The money that arrived. Refuses a currency or a reference other than that of the group, and an amount that is not positive
 * or has too many decimals or digits (`parseMoney`).
 */
function parsePayIn(group: GroupRow, { amount, currency, reference }: Input): Money {
  if (currency !== group.sourceCurrency)
    refuse(PayInMismatch, { path: 'currency', arguments: [currency, group.sourceCurrency] })
  const expected = referenceOf(group.number)
  if (reference !== undefined && reference.trim() !== expected)
    refuse(PayInMismatch, { path: 'reference', arguments: [reference, expected] })
  const arrived = parseMoney(amount, currency)
  if (arrived === undefined || arrived.minor <= 0n)
    refuse(PayInAmountInvalid, { arguments: [amount, currency] })
  return arrived
}

async function creditExcess(
  tx: Tx,
  { profileId }: GroupRow,
  excess: Money,
  now: Temporal.Instant,
): Promise<void> {
  const { currency } = excess
  if (!balanceCurrencies.includes(currency))
    refuse(PayInAmountInvalid, { arguments: [toText(excess), currency] })
  const balance = await ensureStandardBalance(tx, profileId, currency, now)
  await credit(tx, balance, { amount: excess, channel: 'TRANSFER', now })
}
