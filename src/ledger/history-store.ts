// SQL that shows the ledger to people. No code that moves money uses it.

import { type Reader, sql } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { type PostedRow, postingColumns } from './store.ts'

const listPostingsSql = sql<PostedRow>(`
  select ${postingColumns} from ledger_postings where profile_id = $1 and id < $2 order by id desc limit $3`)

// `offset 0` makes the planner look up the reference. Without `offset 0` the planner may read all postings of the
// profile in the order of their ids.
const listPostingsOfReferenceSql = sql<PostedRow>(`
  select p.* from (
    select ${postingColumns} from ledger_postings where profile_id = $1 and reference = $4 offset 0) p
   where id < $2 order by id desc limit $3`)

/**
 * At most `rowsMax` postings of a profile with ids below `beforeId`, newest first. With `reference`, only the postings under
 * this reference.
 */
export function listPostingsBefore(
  db: Reader,
  profileId: Id<'profile'>,
  { reference, beforeId, rowsMax }: { reference?: string; beforeId: number; rowsMax: number },
): Promise<PostedRow[]> {
  const values = [profileId, beforeId, rowsMax]
  return reference === undefined
    ? db.rows(listPostingsSql, values)
    : db.rows(listPostingsOfReferenceSql, [...values, reference])
}

export type AccountBalance = {
  readonly account: string
  readonly currency: Currency
  readonly balanceMinor: bigint
}

// `account` is the second column of the primary key, so where the collation is C, PostgreSQL reads the accounts with a
// given beginning as one range of that key. The accounts of transfers, of which a profile has many, are then not read.
const listAccountsSql = sql<AccountBalance>(`
  select account, currency, balance as balance_minor from ledger_accounts
   where profile_id = $1 and account like 'available:%'
  union all
  select account, currency, balance from ledger_accounts
   where profile_id = $1 and account like 'held:%'
  union all
  select account, currency, balance from ledger_accounts where profile_id = $1 and account = 'owed'
   order by account, currency`)

/** Lists the accounts of a profile: the money of its balances, the money that cards hold of them, and its debts. */
export function listAccounts(db: Reader, profileId: Id<'profile'>): Promise<AccountBalance[]> {
  return db.rows(listAccountsSql, [profileId])
}
