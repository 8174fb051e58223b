// Pages of the transactions of a card. Each card numbers its transactions in the order of their times, so a page and a
// period are ranges of numbers, and the number of all transactions is the newest number.

import { lookup, type Reader, sql } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { TransactionRow } from './row.ts'
import { type RawTransaction, transactionColumns, transactionOf } from './store.ts'

type CardKey = { readonly profileId: Id<'profile'>; readonly cardId: Id<'card'> }

const findFirstNumberSinceSql = lookup<{ number: number }>(
  ['bigint', 'bigint', 'timestamptz'],
  `select number from card_transactions
    where profile_id = $1 and card_id = $2 and created_at >= $3
    order by created_at, number limit 1`,
)

/** The number of the first transaction at or after `from`; undefined without such a transaction. */
export async function findFirstNumberSince(
  db: Reader,
  { profileId, cardId }: CardKey,
  from: Temporal.Instant,
): Promise<number | undefined> {
  return (await db.row(findFirstNumberSinceSql, [profileId, cardId, from.toString()]))?.number
}

const listBetweenSql = sql<RawTransaction>(`
  select ${transactionColumns} from card_transactions t
   where t.profile_id = $1 and t.card_id = $2 and t.number between $3 and $4
   order by t.number desc`)

/** The transactions whose numbers are from `first` to `last`, newest first. */
export async function listBetween(
  db: Reader,
  { profileId, cardId }: CardKey,
  first: number,
  last: number,
): Promise<TransactionRow[]> {
  return (await db.rows(listBetweenSql, [profileId, cardId, first, last])).map(transactionOf)
}
