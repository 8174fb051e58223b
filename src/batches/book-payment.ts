// A group is paid: all its waiting members at once, in one statement, by whatever way the money came.

import { recordEntries } from '../balances/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Settings } from '../kernel/settings.ts'
import { owesNothing } from '../ledger/index.ts'
import { type PaidBy, payMembers, type Settled } from '../transfers/index.ts'
import { referenceOf } from './model.ts'
import * as store from './store.ts'

/** What the members cost in all, in minor units of the group's currency. */
export function dueMinorOf(settled: readonly Settled[]): bigint {
  return settled.reduce((sum, { before, terms }) => {
    return sum + (terms.sourceMinor ?? before.sourceMinor)
  }, 0n)
}

/** What of it they are charged. */
function feeMinorOf(settled: readonly Settled[]): bigint {
  return settled.reduce((sum, { before, terms }) => sum + (terms.feeMinor ?? before.feeMinor), 0n)
}

type Booking = {
  readonly group: store.GroupRow
  readonly settled: readonly Settled[]
  readonly by: PaidBy
  readonly paymentId: Id<'batch-payment'>
  readonly now: Temporal.Instant
  readonly settings: Settings
}

/** The caller holds the group, its waiting members, and the money. Answers the group afterwards. */
export async function bookPayment(tx: Tx, booking: Booking): Promise<store.GroupRow> {
  const { group, settled, by, paymentId, now, settings } = booking
  const { profileId, number, sourceCurrency } = group
  const { after, write } = store.changeGroup(group, {
    paid: true,
    debited: false,
    lapsesAt: null,
  })
  const payment = {
    id: paymentId,
    method: by.method,
    amountMinor: dueMinorOf(settled),
    feeMinor: feeMinorOf(settled),
  }
  await tx.write(
    store.insertPayment(group, payment, now),
    write,
    owesNothing(profileId),
    ...payMembers(settled, by, { now, settings }),
    ...(by.method === 'BALANCE'
      ? [
          recordEntries({
            profileId,
            reference: `batch:${number}`,
            channel: 'TRANSFER',
            transferReference: referenceOf(number),
            now,
            currencies: [sourceCurrency],
          }),
        ]
      : []),
  )
  return after
}
