// The SQL with which use cases read and lock the ledger, and the write step that refuses a profile with a debt.

import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { type Failure, type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { available } from './accounts.ts'
import { ProfileOwes } from './errors.ts'
import type { JournalName } from './journals.ts'

const lockAvailableSql = sql<{ account: string; balance: bigint }>(`
  select account, balance from ledger_accounts
   where profile_id = $1 and account = any($2::text[])
   order by split_part(account, ':', 2)::bigint, currency
     for update`)

/**
 * Locks the money of these balances until the transaction ends, in the order of their ids, as postings do.
 * Returns the amounts in minor units by the names of the accounts, such as `available:3`; a balance that never had money
 * is absent.
 */
export async function lockAvailable(
  tx: Tx,
  profileId: Id<'profile'>,
  balanceIds: readonly Id<'balance'>[],
): Promise<ReadonlyMap<string, bigint>> {
  const accounts = balanceIds.map(available)
  const rows = await tx.rows(lockAvailableSql, [profileId, accounts])
  return new Map(rows.map(({ account, balance }) => [account, balance]))
}

const listDebtsSql = lookup<{ currency: Currency; amountMinor: bigint }>(
  ['bigint'],
  `select currency, -balance as amount_minor from ledger_accounts
    where profile_id = $1 and account = 'owed' and balance < 0
    order by currency`,
)

/** The debts of the profile, in minor units of each currency. */
export function listDebts(
  db: Reader,
  profileId: Id<'profile'>,
): Promise<{ currency: Currency; amountMinor: bigint }[]> {
  return db.rows(listDebtsSql, [profileId])
}

export const postingColumns = `id, journal, reference, from_account as "from", to_account as "to", currency, amount as amount_minor, posted_at`

const listPostingsSql = sql<PostedRow>(`
  select ${postingColumns} from ledger_postings where profile_id = $1 and reference = $2 order by id`)

/** A posting in history. */
export type PostedRow = {
  readonly id: Id<'posting'>
  readonly journal: JournalName
  readonly reference: string
  readonly from: string
  readonly to: string
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly postedAt: Temporal.Instant
}

/** Everything that was posted under a reference, such as `transfer:12`, oldest first. */
export function listPostings(
  db: Reader,
  profileId: Id<'profile'>,
  reference: string,
): Promise<PostedRow[]> {
  return db.rows(listPostingsSql, [profileId, reference])
}

// `offset 0` keeps the condition one lookup for each profile. A join would read the debts of all profiles.
const requireNoDebtStep = writeStep({
  name: 'solvent',
  input: { profileId: 'bigint' },
  tenant: 'profileId',
  sql: ({ input }) => `solvent as materialized (
    select input.request_index from ${input}
     where not exists (select from ledger_accounts a
                        where a.profile_id = input.profile_id and a.account = 'owed'
                          and a.balance < 0 offset 0))`,
  onGuardFailed: ProfileOwes,
})

/**
 * The write step with which a use case that takes money of a profile, such as a funding, a conversion or a card
 * authorisation, refuses a profile that has a debt (D29).
 */
export function requireNoDebt(profileId: Id<'profile'>, onDebt: Failure = ProfileOwes): WriteStep {
  return requireNoDebtStep({ profileId }, onDebt)
}
