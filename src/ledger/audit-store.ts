// The audit that an operator can run on any database: the running balances, with which overdrafts are refused, must be
// the sums of the postings, and every posting must move an amount above zero between two accounts.

import { type Reader, sql } from '../kernel/database/db.ts'

/** The most findings of one kind; a choice of this project: enough to see that a ledger is wrong, and where to begin. */
const FINDINGS_MAX = 3

type Finding = { readonly profileId: number; readonly account: string }

// If one account of a kind has a running balance, every account of that kind must have one.
const findDifferingSql = sql<Finding>(`
  with kinds as (select distinct split_part(account, ':', 1) as kind from ledger_accounts),
  posted as (
    select profile_id, account, currency, sum(amount) as posted
      from (select profile_id, to_account as account, currency, amount from ledger_postings
            union all
            select profile_id, from_account, currency, -amount from ledger_postings) sides
     where split_part(account, ':', 1) in (select kind from kinds)
     group by profile_id, account, currency)
  select profile_id, account
    from ledger_accounts a full join posted p using (profile_id, account, currency)
   where coalesce(a.balance, 0) <> coalesce(p.posted, 0)
   limit ${FINDINGS_MAX}`)

const findWithoutEffectSql = sql<Finding>(`
  select profile_id, from_account as account from ledger_postings
   where amount <= 0 or from_account = to_account
   limit ${FINDINGS_MAX}`)

/** Sentences that name up to `FINDINGS_MAX` accounts for each fault; empty when the ledger is correct. */
export async function auditLedger(db: Reader): Promise<string[]> {
  const sentences = async (statement: typeof findDifferingSql, fault: string) =>
    (await db.rows(statement)).map(
      ({ profileId, account }) => `${account} of profile ${profileId} ${fault}.`,
    )
  return [
    ...(await sentences(findDifferingSql, 'does not hold the sum of its postings')),
    ...(await sentences(findWithoutEffectSql, 'has a posting that moves nothing')),
  ]
}
