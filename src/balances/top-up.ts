import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency, Money } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { post, topUp as topUpJournal } from '../ledger/index.ts'
import {
  AmountNotExact,
  AmountNotPositive,
  BalanceClosed,
  BalanceFull,
  BalanceNotFound,
  CurrencyMismatch,
} from './errors.ts'
import { requireOpen } from './get-balance.ts'
import { parseMovableAmount } from './model.ts'
import { recordEntries } from './record-entries.ts'
import { type BalanceRow, findBalance, generateMovementId, insertMovement } from './store.ts'

export type TopUp = {
  readonly profileId: Id<'profile'>
  readonly balanceId: Id<'balance'>
  readonly currency: Currency
  /** Major units, as decimal text. */
  readonly amount: string
  readonly channel: 'TRANSFER' | 'CARD'
  readonly now: Temporal.Instant
}

/** Every error of a top-up. */
export const topUpErrors = [
  BalanceNotFound,
  BalanceClosed,
  BalanceFull,
  CurrencyMismatch,
  AmountNotExact,
  AmountNotPositive,
]

/**
 * Credits money from outside to a balance. Returns the movement, and the balance after the credit and after the settlement of
 * a debt. Refuses with `topUpErrors`.
 */
export async function topUp(
  tx: Tx,
  { profileId, balanceId, currency, amount: text, channel, now }: TopUp,
): Promise<{ movementId: Id<'movement'>; balance: BalanceRow }> {
  const balance = requireOpen(await findBalance(tx, profileId, balanceId), balanceId)
  if (currency !== balance.currency)
    refuse(CurrencyMismatch, { arguments: [currency, balance.currency] })
  return credit(tx, balance, { amount: parseMovableAmount(text, currency, 'amount'), channel, now })
}

type Credit = { readonly amount: Money } & Pick<TopUp, 'channel' | 'now'>

/**
 * Tops up an open balance that the caller has already read. Refuses with BalanceFull; the use case is retried when the
 * balance was closed after the caller read the balance.
 */
export async function credit(
  tx: Tx,
  balance: BalanceRow,
  { amount, channel, now }: Credit,
): Promise<{ movementId: Id<'movement'>; balance: BalanceRow }> {
  const { profileId, id: balanceId, currency } = balance
  const movementId = await generateMovementId(tx)
  const reference = `movement:${movementId}` as const
  const changes = await tx.write(
    post(profileId, topUpJournal(balanceId, movementId, amount), now),
    recordEntries({ profileId, reference, channel, now, currencies: [currency] }),
    insertMovement({
      profileId,
      id: movementId,
      type: 'DEPOSIT',
      target: { balanceId, amount },
      channel,
      createdAt: now,
    }),
  )
  const last = changes.at(-1)
  if (last === undefined) throw new Error('a top-up moved nothing')
  return { movementId, balance: { ...balance, availableMinor: last.balanceMinor, modifiedAt: now } }
}
