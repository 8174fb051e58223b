// Where a movement becomes money: one statement that posts it, and writes the steps of both balances and
// the movement itself.

import {
  type BalanceRow,
  insertMovement,
  nextMovementId,
  recordEntries,
} from '../balances/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import { type Decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import {
  type AccountChange,
  available,
  balanceMove,
  conversion,
  owesNothing,
  post,
  type Terms,
} from '../ledger/index.ts'

export type Booking = {
  readonly source: BalanceRow
  readonly target: BalanceRow
  readonly terms: Terms
  /** Units of the target currency per unit of the source currency. */
  readonly rate: Decimal
  /** What it was priced by; absent where nobody asked for a quote first. */
  readonly quoteId?: string
  readonly now: Temporal.Instant
}

/** A movement that is done, with both balances as they are after it. */
export type Movement = Omit<Booking, 'quoteId' | 'now'> & {
  readonly id: Id<'movement'>
  readonly channel: string
  readonly createdAt: Temporal.Instant
}

/** Both balances belong to one profile. Refuses what the ledger refuses: too little money, or debt. */
export async function bookMovement(tx: Tx, booking: Booking): Promise<Movement> {
  const { source, target, terms, rate, quoteId, now } = booking
  const { profileId } = source
  const id = await nextMovementId(tx)
  const exchanged = quoteId !== undefined || source.currency !== target.currency
  const channel = exchanged ? 'CONVERSION' : 'CROSS_BALANCE'
  const journal = exchanged
    ? conversion(id, source.id, target.id, terms)
    : balanceMove(id, source.id, target.id, terms.source)
  const changes = await tx.write(
    post(profileId, journal, now),
    recordEntries({
      profileId,
      reference: journal.reference,
      channel,
      now,
      currencies: [source.currency, target.currency],
    }),
    insertMovement({
      profileId,
      id,
      type: 'CONVERSION',
      source: { balanceId: source.id, amount: terms.source },
      target: { balanceId: target.id, amount: terms.target },
      feeMinor: terms.fee.minor,
      rate: decimalText(rate),
      ...(quoteId && { quoteId }),
      channel,
      createdAt: now,
    }),
    ...(exchanged ? [owesNothing(profileId)] : []),
  )
  return {
    id,
    channel,
    source: after(source, changes),
    target: after(target, changes),
    terms,
    rate,
    createdAt: now,
  }
}

function after(balance: BalanceRow, changes: readonly AccountChange[]): BalanceRow {
  const step = changes.findLast(({ account }) => account === available(balance.id))
  return step === undefined ? balance : { ...balance, availableMinor: step.balanceMinor }
}
