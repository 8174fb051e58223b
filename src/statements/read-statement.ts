// What happened on a balance, told in the words of what moved its money (Facts 8.1).

import {
  type BalanceRow,
  findBalance,
  findMovements,
  findStepRange,
  listSteps,
  type StepRange,
  type StepRow,
} from '../balances/index.ts'
import { listFees } from '../batches/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { Refusal, refuse } from '../kernel/refusal.ts'
import { getProfile, type ProfileRow } from '../profiles/index.ts'
import { findRecipients } from '../recipients/index.ts'
import { findTransfers } from '../transfers/index.ts'
import { BalanceUnknown, StatementTooLong } from './errors.ts'
import { type Interval, readInterval } from './interval.ts'
import { type Line, linesOf, type Sources } from './lines.ts'

/** A statement is one reply: whoever has more of them asks for less time at once. */
export const LINES_MAX = 10_000

/** Read at once: a longer list of rows would keep the event loop for too long. */
const STEPS_PER_READ = 500

export type StatementAsked = {
  readonly profileId: Id<'profile'>
  readonly balanceId: Id<'balance'>
  readonly currency: string
  readonly intervalStart: string
  readonly intervalEnd: string
  /** FLAT tells fees as lines of their own. */
  readonly type: 'COMPACT' | 'FLAT'
}

export type Statement = {
  readonly asked: StatementAsked
  readonly interval: Interval
  readonly profile: ProfileRow
  readonly balance: BalanceRow
  /** Newest first. */
  readonly lines: readonly Line[]
  /** What the balance held before the first line and after the last one: the lines add up to the difference. */
  readonly openingMinor: bigint
  readonly closingMinor: bigint
}

export async function readStatement(db: Reader, asked: StatementAsked): Promise<Statement> {
  const { profileId, balanceId, currency } = asked
  const interval = readInterval(asked.intervalStart, asked.intervalEnd)
  const balance = await findBalance(db, profileId, balanceId)
  if (balance === undefined || balance.currency !== currency) throw unknownBalance(asked)
  const [profile, range] = await Promise.all([
    getProfile(db, profileId),
    findStepRange(db, profileId, balanceId, interval),
  ])
  if (range.last - range.after > LINES_MAX) refuse(StatementTooLong)
  const lines = await readLines(db, balance, range, asked)
  const { openingMinor, closingMinor } = range
  return { asked, interval, profile, balance, lines, openingMinor, closingMinor }
}

/** Steps are history, so those that are read later are of the same moment. */
async function readLines(
  db: Reader,
  balance: BalanceRow,
  { after, last }: StepRange,
  { profileId, balanceId, type }: StatementAsked,
): Promise<Line[]> {
  const lines: Line[] = []
  for (let upTo = last; upTo > after; ) {
    const page = { profileId, balanceId, after, last: upTo, rowsMax: STEPS_PER_READ }
    const steps = await listSteps(db, page)
    const sources = await sourcesOf(db, profileId, steps)
    for (const step of steps) lines.push(...linesOf(balance, step, sources, type))
    upTo = steps.length < STEPS_PER_READ ? after : (steps.at(-1)?.sequence ?? 1) - 1
  }
  return lines
}

// Client programs read these fields beside the errors (Facts 4.1, form 8).
function unknownBalance({ profileId, balanceId, currency }: StatementAsked): Refusal {
  const message = `${currency} balance not found for profile ${profileId}`
  return new Refusal([{ kind: BalanceUnknown, message, arguments: [balanceId] }], {
    extraFields: { status: 'UNPROCESSABLE_ENTITY', message, errorCode: BalanceUnknown.code },
  })
}

async function sourcesOf(
  db: Reader,
  profileId: Id<'profile'>,
  steps: readonly StepRow[],
): Promise<Sources> {
  const [transfers, movements, batchFees] = await Promise.all([
    findTransfers(db, profileId, idsIn(steps, 'transfer')),
    findMovements(db, profileId, idsIn(steps, 'movement')),
    listFees(db, profileId, idsIn(steps, 'batch')),
  ])
  const paid = [...new Set(transfers.map(({ targetAccount }) => targetAccount))]
  const recipients = await findRecipients(db, profileId, paid)
  return {
    transfers: new Map(transfers.map((one) => [`transfer:${one.id}`, one])),
    recipients: new Map(recipients.map((one) => [one.id, one])),
    movements: new Map(movements.map((one) => [`movement:${one.id}`, one])),
    batchFeesMinor: new Map(batchFees.map(({ number, feeMinor }) => [`batch:${number}`, feeMinor])),
  }
}

function idsIn(steps: readonly StepRow[], kind: 'transfer' | 'movement' | 'batch'): number[] {
  const ids = steps.flatMap(({ reference }) => {
    const [name, id] = reference.split(':')
    return name === kind ? [Number(id)] : []
  })
  return [...new Set(ids)]
}
