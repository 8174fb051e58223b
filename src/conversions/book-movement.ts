// Books a movement between two balances of one profile: one statement posts the money and writes the entries of both
// balances and the movement.

import {
  type BalanceRow,
  generateMovementId,
  insertMovement,
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
  post,
  requireNoDebt,
  type Terms,
} from '../ledger/index.ts'

type Booking = {
  readonly source: BalanceRow
  readonly target: BalanceRow
  readonly terms: Terms
  /** Units of the target currency per unit of the source currency. */
  readonly rate: Decimal
  /** Absent for a move within one currency, and for the exchange that pays a batch group from another currency. */
  readonly quoteId?: string
  readonly now: Temporal.Instant
}

/** A booked movement, with both balances as they are after it. */
export type Movement = Omit<Booking, 'quoteId' | 'now'> & {
  readonly id: Id<'movement'>
  readonly channel: string
  readonly createdAt: Temporal.Instant
}

/**
 * Both balances must belong to one profile. Refuses insufficient funds, a target balance that would be full and, for an
 * exchange, a profile in debt.
 */
export async function bookMovement(tx: Tx, booking: Booking): Promise<Movement> {
  const { source, target, terms, rate, quoteId, now } = booking
  const { profileId } = source
  const id = await generateMovementId(tx)
  const isExchange = quoteId !== undefined || source.currency !== target.currency
  const channel = isExchange ? 'CONVERSION' : 'CROSS_BALANCE'
  const journal = isExchange
    ? conversion(id, source.id, target.id, terms)
    : balanceMove(id, source.id, target.id, terms.source)
  const changes = await tx.write(
    // `post` is first, because `tx.write` returns the rows of the first step: the accounts with their new balances.
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
    ...(isExchange ? [requireNoDebt(profileId)] : []),
  )
  return {
    id,
    channel,
    source: balanceAfter(source, changes),
    target: balanceAfter(target, changes),
    terms,
    rate,
    createdAt: now,
  }
}

function balanceAfter(balance: BalanceRow, changes: readonly AccountChange[]): BalanceRow {
  const latest = changes.findLast(({ account }) => account === available(balance.id))
  return latest === undefined ? balance : { ...balance, availableMinor: latest.balanceMinor }
}
