// The statement that, for an authorisation, reads the balances of a profile and whether the profile has a debt, and generates
// the id of the card transaction.

import type { BalanceRow } from '../balances/index.ts'
import { lookup, type Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'

// `nextval` is called once for each lookup of a batch, so each lookup gets a different id.
const findFundsSql = lookup<{
  transactionId: Id<'card-transaction'>
  hasDebt: boolean
  id: Id<'balance'> | null
  currency: Currency
  availableMinor: bigint
}>(
  ['bigint'],
  `select profile.transaction_id, profile.has_debt, b.id, b.currency, coalesce(a.balance, 0) as available_minor
     from (select nextval('card_transactions_id_seq') as transaction_id,
                  exists (select from ledger_accounts
                           where profile_id = $1 and account = 'owed' and balance < 0) as has_debt) profile
     left join balances b on b.profile_id = $1 and b.type = 'STANDARD' and b.state = 'OPEN'
     left join ledger_accounts a on a.profile_id = $1
          and a.account = 'available:' || b.id and a.currency = b.currency
    order by b.id`,
)

/** A balance that may pay for a card payment. */
export type PayingBalance = Pick<BalanceRow, 'id' | 'currency' | 'availableMinor'>

export type Funds = {
  /** The open STANDARD balances of the profile, ascending by id. */
  readonly balances: readonly PayingBalance[]
  readonly hasDebt: boolean
}

/** The balances that can pay for an authorisation, and the id of its transaction. */
export async function findFunds(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<Funds & { readonly transactionId: Id<'card-transaction'> }> {
  const rows = await db.rows(findFundsSql, [profileId])
  const [first] = rows
  if (first === undefined) throw new Error('card_transactions_id_seq returned no value')
  const { transactionId, hasDebt } = first
  const balances = rows.flatMap(({ id, currency, availableMinor }) =>
    id === null ? [] : [{ id, currency, availableMinor }],
  )
  return { transactionId, hasDebt, balances }
}
