import { CurrencyMismatch, parseMovableAmount } from '../balances/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import { decimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { money } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { bookMovement, type Movement } from './book-movement.ts'
import { QuoteRequired } from './errors.ts'
import { getPair } from './get-pair.ts'
import type { MovementOrder } from './model.ts'

/** Moves money to or from a savings jar, within one currency and without a fee. */
export async function moveBetweenBalances(
  tx: Tx,
  profileId: Id<'profile'>,
  { value, currency, pair }: MovementOrder & { by: 'amount' },
  now: Temporal.Instant,
): Promise<Movement> {
  const { source, target } = await getPair(tx, profileId, pair)
  if (source.currency !== target.currency)
    refuse(QuoteRequired, { arguments: [source.currency, target.currency] })
  if (currency !== source.currency)
    refuse(CurrencyMismatch, { path: 'amount.currency', arguments: [currency, source.currency] })
  const amount = parseMovableAmount(value, currency, 'amount.value')
  const terms = { source: amount, fee: money(0n, currency), target: amount }
  return bookMovement(tx, { source, target, terms, rate: decimal('1'), now })
}
