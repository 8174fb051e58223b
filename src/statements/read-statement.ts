// What happened on a balance, told in the words of what moved its money (Facts 8.1).

import {
  type BalanceRow,
  findBalance,
  findHeldAt,
  findMovements,
  listSteps,
  type MovementRow,
  type StepRow,
} from '../balances/index.ts'
import { listFees } from '../batches/index.ts'
import type { Reader } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import { Refusal, refuse } from '../kernel/refusal.ts'
import { getProfile, type ProfileRow } from '../profiles/index.ts'
import { findRecipients, type RecipientRow } from '../recipients/index.ts'
import { findTransfers, type TransferRow } from '../transfers/index.ts'
import { BalanceUnknown, StatementTooLong } from './errors.ts'
import { type Interval, readInterval } from './interval.ts'
import { type Line, linesOf } from './lines.ts'

/** A statement is one reply: whoever has more of them asks for less time at once. */
export const LINES_MAX = 10_000

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
  readonly endMinor: bigint
}

/** What the steps of a balance refer to, by their references: `transfer:12`. */
export type Sources = {
  readonly transfers: ReadonlyMap<string, TransferRow>
  readonly recipients: ReadonlyMap<number, RecipientRow>
  readonly movements: ReadonlyMap<string, MovementRow>
  /** What the members of a batch group were charged. */
  readonly batchFeesMinor: ReadonlyMap<string, bigint>
}

export async function readStatement(db: Reader, asked: StatementAsked): Promise<Statement> {
  const { profileId, balanceId, currency } = asked
  const interval = readInterval(asked.intervalStart, asked.intervalEnd)
  const balance = await findBalance(db, profileId, balanceId)
  if (balance === undefined || balance.currency !== currency) throw unknownBalance(asked)
  const rowsMax = LINES_MAX + 1
  const [profile, steps] = await Promise.all([
    getProfile(db, profileId),
    listSteps(db, { profileId, balanceId, ...interval, rowsMax }),
  ])
  if (steps.length > LINES_MAX) refuse(StatementTooLong)
  const [sources, endMinor] = await Promise.all([
    sourcesOf(db, profileId, steps),
    steps[0]?.balanceMinor ?? findHeldAt(db, profileId, balanceId, interval.to),
  ])
  const lines = steps.flatMap((step) => linesOf(balance, step, sources, asked.type))
  return { asked, interval, profile, balance, lines, endMinor }
}

// Client programs read these fields beside the errors (Facts 4.1, form 8).
function unknownBalance({ profileId, balanceId, currency }: StatementAsked): Refusal {
  const message = `${currency} balance not found for profile ${profileId}`
  return new Refusal([{ kind: BalanceUnknown, message, arguments: [balanceId] }], {
    beside: { status: 'UNPROCESSABLE_ENTITY', message, errorCode: BalanceUnknown.code },
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
