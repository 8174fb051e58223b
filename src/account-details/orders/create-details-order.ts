// Orders account details.

import { lockStandardBalance } from '../../balances/index.ts'
import { issuedCurrencies } from '../../corridors/index.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { refuse } from '../../kernel/refusal.ts'
import { getProfile, type ProfileRow } from '../../profiles/index.ts'
import { hasUsableDocument } from '../../verification/index.ts'
import { countDetails } from '../details/store.ts'
import { BalanceMissing, CurrencyNotIssued, DetailsLimit } from '../errors.ts'
import { ACCOUNT_DETAILS_MAX, verificationStatus } from '../model.ts'
import { accountDetailsOrderStates } from '../states.ts'
import { type OrderContext, planOrderChange } from './change-order.ts'
import { proceedOrder } from './proceed-orders.ts'
import { hasPaidFee, insertOrder, lockOpenOrders, type OrderRow } from './store.ts'

type Input = OrderContext & {
  readonly profileId: Id<'profile'>
  readonly currency: Currency
  /** The id of a new order. */
  readonly orderId: string
}

/**
 * Orders account details for the STANDARD balance of the currency (D54), or returns the open order of the currency, moved if
 * its verification requirement has changed. Concurrent orders, and a closing of the balance, wait for each other at the lock of
 * the balance. A concurrent order may insert an open order after this one has found none: then the insert of a second open
 * order fails, and the use case is retried and finds the first.
 * Refuses with CurrencyNotIssued, BalanceMissing or DetailsLimit.
 */
export async function createDetailsOrder(tx: Tx, input: Input): Promise<OrderRow> {
  const { profileId, currency, now } = input
  if (!issuedCurrencies.includes(currency)) refuse(CurrencyNotIssued, { arguments: [currency] })
  const [open] = await lockOpenOrders(tx, profileId, currency)
  const balance = await lockStandardBalance(tx, profileId, currency)
  if (balance === undefined) return refuse(BalanceMissing, { arguments: [currency] })
  const profile = await getProfile(tx, profileId)
  if (open !== undefined) return proceedOrder(tx, open, { profile, balance }, input)
  if ((await countDetails(tx, profileId, currency)) >= ACCOUNT_DETAILS_MAX)
    refuse(DetailsLimit, { arguments: [currency, ACCOUNT_DETAILS_MAX] })

  const order: OrderRow = {
    profileId,
    id: input.orderId,
    currency,
    status: accountDetailsOrderStates.initial,
    verification: 'PENDING_USER',
    topUp: await topUpStatus(tx, profile, currency),
    accountDetailsId: null,
    eventCount: 0,
    createdAt: now,
    modifiedAt: now,
  }
  const verification = verificationStatus(order.verification, {
    verified: profile.verified,
    hasDocument: await hasUsableDocument(tx, profileId),
  })
  const requirements = { verification, topUp: order.topUp }
  const { after, writes } = await planOrderChange(tx, order, { requirements, balance }, input)
  await tx.write(...writes, insertOrder(after))
  return after
}

/** Only a business pays a fee, once for each currency (D54a). Null for a person. */
async function topUpStatus(
  db: Reader,
  { id, type }: ProfileRow,
  currency: Currency,
): Promise<OrderRow['topUp']> {
  if (type !== 'BUSINESS') return null
  return (await hasPaidFee(db, id, currency)) ? 'DONE' : 'PENDING_USER'
}
