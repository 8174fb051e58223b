// Pays all waiting members of a batch group with one SQL statement, from a balance, by bank transfer or by direct debit.

import { recordEntries } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Settings } from '../../kernel/settings.ts'
import { requireNoDebt } from '../../ledger/index.ts'
import { type PaidBy, type PricedTransfer, payMembers } from '../../transfers/index.ts'
import { referenceOf } from '../model.ts'
import * as store from '../store.ts'

/** The sum of what the members cost, fees included, in minor units of the group's currency. */
export function dueMinorOf(priced: readonly PricedTransfer[]): bigint {
  return priced.reduce(
    (sum, { before, terms }) => sum + (terms.sourceMinor ?? before.sourceMinor),
    0n,
  )
}

/** The fees that the sum of `dueMinorOf` includes. */
function feeMinorOf(priced: readonly PricedTransfer[]): bigint {
  return priced.reduce((sum, { before, terms }) => sum + (terms.feeMinor ?? before.feeMinor), 0n)
}

type Payment = {
  readonly group: store.GroupRow
  readonly priced: readonly PricedTransfer[]
  readonly by: PaidBy
  readonly paymentId: Id<'batch-payment'>
  readonly now: Temporal.Instant
  readonly settings: Settings
}

/**
 * Returns the group after the payment. The caller must have locked the group, its waiting members and, for a payment from a
 * balance, that balance: otherwise a concurrent cancellation or payment could change what is paid here.
 */
export async function bookGroupPayment(tx: Tx, payment: Payment): Promise<store.GroupRow> {
  const { group, priced, by, paymentId, now, settings } = payment
  const { profileId, number, sourceCurrency } = group
  const { after, write } = store.updateGroup(group, {
    paid: true,
    debitInProgress: false,
    lapsesAt: null,
  })
  const row = {
    id: paymentId,
    method: by.method,
    amountMinor: dueMinorOf(priced),
    feeMinor: feeMinorOf(priced),
  }
  const entries = {
    profileId,
    reference: `batch:${number}`,
    channel: 'TRANSFER',
    transferReference: referenceOf(number),
    now,
    currencies: [sourceCurrency],
  } as const
  await tx.write(
    store.insertPayment(group, row, now),
    write,
    requireNoDebt(profileId),
    ...payMembers(priced, by, { now, settings }),
    ...(by.method === 'BALANCE' ? [recordEntries(entries)] : []),
  )
  return after
}
