// Lists the transactions of a card, by page and by period.

import {
  CardNotFound,
  type CardRow,
  findCard,
  findNewestTransactionNumber,
} from '../cards/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Page } from '../kernel/pages.ts'
import { refuse } from '../kernel/refusal.ts'
import { readDay } from '../kernel/wire.ts'
import { PeriodInvalid } from './errors.ts'
import { findFirstNumberSince, listBetween } from './list-store.ts'
import type { TransactionRow } from './row.ts'

type Input = Page & {
  readonly profileId: Id<'profile'>
  readonly cardToken: string
  /** Days of UTC, both included. */
  readonly fromTransactionDate?: string | undefined
  readonly toTransactionDate?: string | undefined
}

export type TransactionPage = {
  readonly card: CardRow
  readonly totalCount: number
  readonly transactions: readonly TransactionRow[]
}

/** A page of the transactions of a card, newest first. Refuses with CardNotFound or PeriodInvalid. */
export async function listTransactions(db: Reader, input: Input): Promise<TransactionPage> {
  const { profileId, cardToken, pageSize, pageNumber } = input
  const card = await findCard(db, profileId, cardToken)
  if (card === undefined) return refuse(CardNotFound, { arguments: [cardToken] })
  const { first, last } = await numbersOfPeriod(db, { profileId, cardId: card.id }, input)
  const newest = last - (pageNumber - 1) * pageSize
  const oldest = Math.max(first, newest - pageSize + 1)
  return {
    card,
    totalCount: last - first + 1,
    transactions:
      newest < first ? [] : await listBetween(db, { profileId, cardId: card.id }, oldest, newest),
  }
}

/** The first and the last number of the period; without transactions the last is smaller than the first. */
async function numbersOfPeriod(
  db: Reader,
  card: { readonly profileId: Id<'profile'>; readonly cardId: Id<'card'> },
  { fromTransactionDate, toTransactionDate }: Input,
): Promise<{ first: number; last: number }> {
  const from = parseDay(fromTransactionDate, 'fromTransactionDate')
  const to = parseDay(toTransactionDate, 'toTransactionDate')
  if (from !== undefined && to !== undefined && Temporal.PlainDate.compare(from, to) > 0)
    refuse(PeriodInvalid, { arguments: [String(from), String(to)] })
  const [newest, first, after] = await Promise.all([
    findNewestTransactionNumber(db, card),
    from && findFirstNumberSince(db, card, startOf(from)),
    to && findFirstNumberSince(db, card, startOf(to.add({ days: 1 }))),
  ])
  return {
    first: from === undefined ? 1 : (first ?? newest + 1),
    last: to === undefined || after === undefined ? newest : after - 1,
  }
}

function parseDay(text: string | undefined, path: string): Temporal.PlainDate | undefined {
  if (text === undefined) return undefined
  return readDay(text) ?? refuse(PeriodInvalid, { path, arguments: [text] })
}

// PostgreSQL cannot read an instant of the year 0, or of a year after 9999 in the form that Temporal writes
// (`+010000-01-01`). No transaction is outside of these days.
const EARLIEST = Temporal.PlainDate.from('0001-01-01')
const LATEST = Temporal.PlainDate.from('9999-12-31')

function startOf(day: Temporal.PlainDate): Temporal.Instant {
  return withinStoredYears(day).toZonedDateTime('UTC').toInstant()
}

function withinStoredYears(day: Temporal.PlainDate): Temporal.PlainDate {
  const { compare } = Temporal.PlainDate
  if (compare(day, EARLIEST) < 0) return EARLIEST
  return compare(day, LATEST) > 0 ? LATEST : day
}
