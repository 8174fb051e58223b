import type { Tx } from '../kernel/database/db.ts'
import { RetryError } from '../kernel/database/errors.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { getHolder } from './get-holder.ts'
import { insertStandardBalanceIfNone } from './opening-store.ts'
import { type BalanceRow, findStandardBalance } from './store.ts'

/**
 * The profile's open STANDARD balance in `currency`, opened now if there is none. Money that comes back to a
 * closed balance is credited to this balance (D22). Concurrent calls get the same balance.
 */
export async function ensureStandardBalance(
  tx: Tx,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<BalanceRow> {
  const before = await findStandardBalance(tx, profileId, currency)
  if (before !== undefined) return before
  const holder = await getHolder(tx, profileId)
  await insertStandardBalanceIfNone(tx, { profileId, currency, holder, now })
  // When a concurrent request has opened the balance, this statement sees it.
  const found = await findStandardBalance(tx, profileId, currency)
  if (found === undefined)
    throw new RetryError('a STANDARD balance was opened and closed concurrently')
  return found
}
