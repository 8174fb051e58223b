// Balances of the accounts in the ledger.

import { type Reader, sql } from '../../src/kernel/database/db.ts'
import type { Id } from '../../src/kernel/ids.ts'
import type { Currency } from '../../src/kernel/money.ts'
import type { CustomerAccount } from '../../src/ledger/index.ts'

const balanceSql = sql<{ balance: bigint }>(`
  select balance from ledger_accounts where profile_id = $1 and account = $2 and currency = $3`)

/** The balance in minor units; zero for an account without postings. */
export async function accountBalance(
  db: Reader,
  profileId: Id<'profile'>,
  account: CustomerAccount,
  currency: Currency,
): Promise<bigint> {
  return (await db.row(balanceSql, [profileId, account, currency]))?.balance ?? 0n
}

const houseAccountBalancesSql = sql<{ account: string; currency: string; balance: bigint }>(`
  select account, currency, sum(amount) as balance
    from (select to_account as account, currency, amount from ledger_postings where profile_id = $1
          union all
          select from_account, currency, -amount from ledger_postings where profile_id = $1) sides
   where account !~ '^(available|held|transfer):' and account <> 'owed'
   group by account, currency
   order by account, currency`)

/** The balance of each house account of one profile, in minor units: the sum of its postings. */
export function houseAccountBalances(db: Reader, profileId: Id<'profile'>) {
  return db.rows(houseAccountBalancesSql, [profileId])
}
