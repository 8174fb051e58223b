// Reads the content of a statement: the lines of a balance in an interval, and its opening and closing balance
// (Facts 8.1).

import { type DetailsRow, findPayments, listActiveDetails } from '../account-details/index.ts'
import {
  type BalanceRow,
  type EntryRange,
  type EntryRow,
  findBalance,
  findEntryRange,
  findMovements,
  listEntries,
} from '../balances/index.ts'
import { listGroupFees } from '../batches/index.ts'
import { findTransactions } from '../card-transactions/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Refusal, refuse } from '../kernel/refusal.ts'
import { getProfile, type ProfileRow } from '../profiles/index.ts'
import { findRecipients } from '../recipients/index.ts'
import { findTransfers } from '../transfers/index.ts'
import { BalanceUnknown, StatementTooLong } from './errors.ts'
import { type Interval, readInterval } from './interval.ts'
import { type Line, linesOf, type Sources } from './lines.ts'
import { ENTRIES_MAX, type StatementType } from './model.ts'

/** Entries per query; a choice of this project. A longer list of rows would block the event loop for too long. */
const ENTRIES_PER_READ = 500

type StatementInput = {
  readonly profileId: Id<'profile'>
  readonly balanceId: Id<'balance'>
  readonly currency: string
  readonly intervalStart: string
  readonly intervalEnd: string
  readonly type: StatementType
}

export type Statement = {
  readonly input: StatementInput
  readonly interval: Interval
  readonly profile: ProfileRow
  readonly balance: BalanceRow
  /** The newest account details of the balance; undefined when it has none, or is closed. */
  readonly details?: DetailsRow | undefined
  /** Newest first. */
  readonly lines: readonly Line[]
  /** The balance before the oldest line and after the newest line. The lines add up to the difference of the two. */
  readonly openingMinor: bigint
  readonly closingMinor: bigint
}

/** Refuses with IntervalMalformed, IntervalInvalid, BalanceUnknown or StatementTooLong. */
export async function readStatement(db: Reader, input: StatementInput): Promise<Statement> {
  const { profileId, balanceId, currency } = input
  const interval = readInterval(input.intervalStart, input.intervalEnd)
  const balance = await findBalance(db, profileId, balanceId)
  if (balance === undefined || balance.currency !== currency) return refuseUnknownBalance(input)
  const [profile, range, activeDetails] = await Promise.all([
    getProfile(db, profileId),
    findEntryRange(db, profileId, balanceId, interval),
    listActiveDetails(db, profileId),
  ])
  if (range.last - range.after > ENTRIES_MAX) refuse(StatementTooLong)
  const lines = await readLines(db, balance, range, input)
  const { openingMinor, closingMinor } = range
  const details = activeDetails.findLast((candidate) => candidate.balanceId === balanceId)
  return { input, interval, profile, balance, details, lines, openingMinor, closingMinor }
}

/** Entries never change, so pages that are read one after the other are consistent. */
async function readLines(
  db: Reader,
  balance: BalanceRow,
  { after, last }: EntryRange,
  { profileId, balanceId, type }: StatementInput,
): Promise<Line[]> {
  const lines: Line[] = []
  for (let upTo = last; upTo > after; ) {
    const page = { profileId, balanceId, after, last: upTo, rowsMax: ENTRIES_PER_READ }
    const entries = await listEntries(db, page)
    const sources = await findSources(db, profileId, entries)
    for (const entry of entries) lines.push(...linesOf(balance, entry, sources, type))
    upTo = entries.length < ENTRIES_PER_READ ? after : (entries.at(-1)?.sequence ?? 1) - 1
  }
  return lines
}

function refuseUnknownBalance({ profileId, balanceId, currency }: StatementInput): never {
  const message = `${currency} balance not found for profile ${profileId}`
  return refuse(BalanceUnknown, { message, arguments: [balanceId] })
}

/** The fields of the recorded reply (Facts 4.1, form 8), which the refusal has in addition to the errors. */
export function unknownBalanceFields({ faults: [{ kind, message }] }: Refusal) {
  if (kind !== BalanceUnknown) return undefined
  return { status: 'UNPROCESSABLE_ENTITY', message, errorCode: kind.code }
}

/** Finds the objects that the entries refer to. */
async function findSources(
  db: Reader,
  profileId: Id<'profile'>,
  entries: readonly EntryRow[],
): Promise<Sources> {
  const [transfers, movements, batchFees, deposits, cardTransactions] = await Promise.all([
    findTransfers(db, profileId, idsIn(entries, 'transfer')),
    findMovements(db, profileId, idsIn(entries, 'movement')),
    listGroupFees(db, profileId, idsIn(entries, 'batch')),
    findPayments(db, profileId, idsIn(entries, 'deposit')),
    findTransactions(db, profileId, idsIn(entries, 'card-transaction')),
  ])
  const recipientIds = [...new Set(transfers.map(({ targetAccount }) => targetAccount))]
  const recipients = await findRecipients(db, profileId, recipientIds)
  return {
    transfers: new Map(transfers.map((row) => [`transfer:${row.id}`, row])),
    recipients: new Map(recipients.map((row) => [row.id, row])),
    movements: new Map(movements.map((row) => [`movement:${row.id}`, row])),
    cardTransactions: new Map(cardTransactions.map((row) => [`card-transaction:${row.id}`, row])),
    deposits: new Map(deposits.map((row) => [`deposit:${row.id}`, row])),
    batchFeesMinor: new Map(batchFees.map(({ number, feeMinor }) => [`batch:${number}`, feeMinor])),
  }
}

type SourceKind = 'transfer' | 'movement' | 'batch' | 'deposit' | 'card-transaction'

function idsIn(entries: readonly EntryRow[], kind: SourceKind): number[] {
  const ids = entries.flatMap(({ reference }) => {
    const [name, id] = reference.split(':')
    return name === kind ? [Number(id)] : []
  })
  return [...new Set(ids)]
}
