// Every SQL statement about issued account details and their numbers.

import { type AccountNumbers, payableNumbers } from '../../corridors/index.ts'
import { type Reader, sql } from '../../kernel/database/db.ts'
import { idGenerator } from '../../kernel/database/generate-id.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'

export type DetailsRow = {
  profileId: Id<'profile'>
  id: Id<'account-details'>
  currency: Currency
  balanceId: Id<'balance'>
  numbers: AccountNumbers
  issuedAt: Temporal.Instant
  /** Whether the profile has newer account details of the currency that have not ended. */
  deprecated: boolean
}

// A closed balance ends its account details (B 3).
const listActiveDetailsSql = sql<DetailsRow>(`
  select d.profile_id, d.id, d.currency, d.balance_id, d.numbers, d.issued_at,
         d.id <> max(d.id) over (partition by d.currency) as deprecated
    from account_details d
    join balances b on b.profile_id = d.profile_id and b.id = d.balance_id and b.state = 'OPEN'
   where d.profile_id = $1
   order by d.id`)

/** The account details of open balances of the profile, ascending by id: at most `ACCOUNT_DETAILS_MAX` for each currency. */
export function listActiveDetails(db: Reader, profileId: Id<'profile'>): Promise<DetailsRow[]> {
  return db.rows(listActiveDetailsSql, [profileId])
}

const findNumbersSql = sql<{ numbers: AccountNumbers }>(`
  select numbers from account_details where profile_id = $1 and id = $2`)

/** The numbers of account details, even when the account details have ended. */
export async function findNumbers(
  db: Reader,
  profileId: Id<'profile'>,
  id: Id<'account-details'>,
): Promise<AccountNumbers | undefined> {
  return (await db.row(findNumbersSql, [profileId, id]))?.numbers
}

const countDetailsSql = sql<{ count: number }>(`
  select count(*)::int as count from account_details where profile_id = $1 and currency = $2`)

/** How many sets of account details were issued to the profile in this currency, ended ones included. */
export async function countDetails(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
): Promise<number> {
  return (await db.row(countDetailsSql, [profileId, currency]))?.count ?? 0
}

const findNumberOwnerSql = sql<NumberOwner>(`
  select profile_id, account_details_id from account_numbers where currency = $1 and number = $2`)

type NumberOwner = {
  profileId: Id<'profile'>
  accountDetailsId: Id<'account-details'>
}

/**
 * Finds the owner of an account number, which must be spelled as `payableNumbers` spells it. A bank that reports a payment
 * names only the number, not the profile.
 */
export function findNumberOwner(
  db: Reader,
  currency: Currency,
  number: string,
): Promise<NumberOwner | undefined> {
  return db.row(findNumberOwnerSql, [currency, number])
}

const nextSequenceNumberSql = sql<{ number: number }>(`
  select nextval(('account_sequence_' || lower($1))::regclass)::bigint as number`)

/** Takes the next number from the sequence of the currency. A rolled back transaction leaves a gap in the sequence. */
export async function nextSequenceNumber(db: Reader, currency: Currency): Promise<number> {
  const row = await db.row(nextSequenceNumberSql, [currency])
  if (row === undefined) throw new Error(`the account sequence of ${currency} returned no value`)
  return row.number
}

/** The id is generated before the insert, because the order contains the id. */
export const generateDetailsId = idGenerator<'account-details'>('account_details')

const insertDetailsStep = writeStep({
  name: 'account_details_inserted',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    currency: 'text',
    balanceId: 'bigint',
    numbers: 'jsonb',
    payable: 'text[]',
    issuedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `issued as materialized (select * from ${input}),
  account_details_inserted as (
    insert into account_details (profile_id, id, currency, balance_id, numbers, issued_at)
    overriding system value
    select profile_id, id, currency, balance_id, numbers, issued_at from issued
    returning id),
  account_numbers_inserted as (
    insert into account_numbers (currency, number, profile_id, account_details_id)
    select i.currency, n.number, i.profile_id, i.id
      from issued i, unnest(i.payable) as n (number)
    returning number)`,
})

/** The write step that inserts account details, and each number by which a payment may name them. */
export function insertDetails(row: Omit<DetailsRow, 'deprecated'>): WriteStep {
  return insertDetailsStep({ ...row, payable: payableNumbers(row.numbers) })
}
