import type { Tx } from '../kernel/database/db.ts'
import { RetryError } from '../kernel/database/errors.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { type BalanceRow, findStandard, insertStandardIfNone } from './store.ts'

/**
 * The profile's open STANDARD balance in `currency`, opened now if there is none: where money goes
 * whose own balance was closed (D22). Two at once get the same one.
 */
export async function ensureStandard(
  tx: Tx,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<BalanceRow> {
  const found =
    (await findStandard(tx, profileId, currency)) ??
    (await insertStandardIfNone(tx, profileId, currency, now)) ??
    // Another opened it meanwhile: the next statement sees what that one committed.
    (await findStandard(tx, profileId, currency))
  if (found === undefined) throw new RetryError('a STANDARD balance opened and closed at once')
  return found
}
