// Writes a change of an authorised payment and the event about it in one statement.

import { recordEntries } from '../balances/index.ts'
import { changeUsage } from '../cards/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import { recordEvents } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import { toMillisecond } from '../kernel/wire.ts'
import { type Journal, post } from '../ledger/index.ts'
import type { BalanceMovement, ChangingFields, StepType, TransactionRow } from './row.ts'
import { updateTransaction } from './store.ts'
import { type CardShown, transactionEvent } from './transaction-event.ts'

type Change = {
  /** The fields that change, with their new values. */
  readonly changes: Partial<Omit<ChangingFields, 'eventCount' | 'updatedAt'>>
  readonly journals: readonly Journal[]
  readonly step: StepType
  readonly card: CardShown
  readonly now: Temporal.Instant
}

/** Writes the transaction, its journals, the change of the card's usage, and the event. The caller has locked the transaction. */
export async function changeTransaction(
  tx: Tx,
  before: TransactionRow,
  { changes, journals, step, card, now }: Change,
): Promise<TransactionRow> {
  const { profileId, cardId, createdAt: at } = before
  const after = { ...before, ...changes, eventCount: before.eventCount + 1, updatedAt: now }
  const usageChangeMinor = after.countedUsageMinor - before.countedUsageMinor
  const currency = after.debit?.currency
  await tx.write(
    updateTransaction(before, after),
    post(profileId, journals, now),
    ...(currency === undefined
      ? []
      : [
          recordEntries({
            profileId,
            reference: `card-transaction:${after.id}`,
            channel: 'CARD',
            now,
            currencies: [currency],
          }),
        ]),
    ...(usageChangeMinor === 0n
      ? []
      : [changeUsage({ profileId, cardId, amountMinor: usageChangeMinor, at })]),
    recordEvents(transactionEvent(after, card, step, now)),
  )
  return after
}

/** The movement of a balance that changes by `deltaMinor`; empty when the balance does not change. */
export function movementsOf(
  balanceId: Id<'balance'>,
  deltaMinor: bigint,
  now: Temporal.Instant,
): BalanceMovement[] {
  if (deltaMinor === 0n) return []
  const type = deltaMinor > 0n ? 'credit' : 'debit'
  const minor = String(deltaMinor > 0n ? deltaMinor : -deltaMinor)
  return [[toMillisecond(now), type, minor, balanceId]]
}
