// Takes the fee of an order of account details.

import { findStandardBalance, recordEntries } from '../../balances/index.ts'
import { accountFee } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { parseMoney } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { accountDetailsFee, post, requireNoDebt } from '../../ledger/index.ts'
import { BalanceMissing, FeeNotDue, OrderNotFound } from '../errors.ts'
import { type OrderContext, planOrderChange } from './change-order.ts'
import { findOrder, type OrderRow, updateOrder } from './store.ts'

type Input = OrderContext & { readonly profileId: Id<'profile'>; readonly orderId: string }

/**
 * Takes the fee of an order from the STANDARD balance of its currency (D54a). Locks the order, the money and the
 * balance, in this order. The use case is retried when `recordEntries` finds the balance closed.
 * Refuses with OrderNotFound, FeeNotDue, BalanceMissing, ProfileOwes or InsufficientFunds.
 */
export async function payDetailsFee(tx: Tx, input: Input): Promise<OrderRow> {
  const { profileId, orderId, now } = input
  const found = await findOrder(tx, profileId, orderId)
  if (found === undefined) return refuse(OrderNotFound, { arguments: [orderId] })
  const { currency } = found
  if (found.topUp !== 'PENDING_USER') refuse(FeeNotDue, { arguments: [orderId] })
  const balance = await findStandardBalance(tx, profileId, currency)
  if (balance === undefined)
    return refuse(BalanceMissing, { path: 'orderId', arguments: [currency] })

  const { verification } = found
  const requirements = { verification, topUp: 'DONE' } as const
  const { after, writes } = await planOrderChange(tx, found, { requirements, balance }, input)
  const journal = accountDetailsFee(balance.id, orderId, feeOf(currency))
  const { reference } = journal
  await tx.write(
    ...writes,
    updateOrder(after),
    requireNoDebt(profileId),
    post(profileId, journal, now),
    recordEntries({ profileId, reference, channel: 'FEE', now, currencies: [currency] }),
  )
  return after
}

function feeOf(currency: string) {
  const fee = parseMoney(accountFee(currency), currency)
  if (fee === undefined) throw new Error(`the fee in ${currency} is not an amount of that currency`)
  return fee
}
