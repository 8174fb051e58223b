// What must be true of any house at any time, whatever the test was about. Runs after every file.

import { type Database, sql } from '../../src/kernel/db.ts'

type Finding = Record<string, unknown>

const checks: Record<string, ReturnType<typeof sql<Finding>>> = {
  'a guarded balance differs from the sum of its postings': sql(`
    select * from (
      select a.profile_id, a.account, a.currency, a.balance,
             coalesce((select sum(p.amount) from ledger_postings p
                        where p.profile_id = a.profile_id and p.to_account = a.account
                          and p.currency = a.currency), 0)
           - coalesce((select sum(p.amount) from ledger_postings p
                        where p.profile_id = a.profile_id and p.from_account = a.account
                          and p.currency = a.currency), 0) as posted
        from ledger_accounts a) t
     where balance <> posted`),
  'money was posted to a guarded account that has no row': sql(`
    select distinct p.profile_id, p.to_account, p.currency from ledger_postings p
     where (p.to_account like 'available:%' or p.to_account like 'transfer:%')
       and not exists (select 1 from ledger_accounts a where a.profile_id = p.profile_id
                          and a.account = p.to_account and a.currency = p.currency)`),
  'a balance holds another amount than its last step says': sql(`
    select a.profile_id, a.account, a.balance, s.balance as last_step
      from ledger_accounts a
      join lateral (select s.balance, s.step from balance_steps s
                     where s.profile_id = a.profile_id
                       and 'available:' || s.balance_id = a.account
                     order by s.step desc limit 1) s on true
     where a.balance <> s.balance or a.step <> s.step`),
  'a balance changed without a step': sql(`
    select a.profile_id, a.account, a.step from ledger_accounts a
     where a.account like 'available:%'
       and a.step <> (select count(*) from balance_steps s
                       where s.profile_id = a.profile_id
                         and 'available:' || s.balance_id = a.account)`),
  'the events of a subject are not numbered 1, 2, 3': sql(`
    select profile_id, subject, count(*), max(number), count(distinct number) from events
     group by profile_id, subject
    having min(number) <> 1 or max(number) <> count(distinct number)`),
}

/** Throws, naming the first rows, when the ledger or the history of a house is crooked. */
export async function audit(db: Database): Promise<void> {
  for (const [says, check] of Object.entries(checks)) {
    const found = await db.reader.rows(check)
    if (found.length > 0) throw new Error(`${says}: ${describe(found)}`)
  }
}

function describe(found: readonly Finding[]): string {
  return JSON.stringify(found.slice(0, 3), (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
