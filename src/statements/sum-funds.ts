// The value of all open balances of a profile in one currency.

import { balanceTypes, listOpenBalances, type ShownBalance } from '../balances/index.ts'
import { isCurrency } from '../corridors/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency, Money } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { CurrencyUnknown, worthNow } from '../quotes/index.ts'

export type Funds = { readonly worth: Money; readonly available: Money }

/**
 * Converts each balance at the mid-market rate, rounded half up. SAVINGS balances and money held for card payments count
 * in `worth` and not in `available` (D85, gap 161). Refuses with CurrencyUnknown.
 */
export async function sumFunds(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<Funds> {
  checkCurrency(currency)
  const balances = await listOpenBalances(db, profileId, balanceTypes)
  const worths = await Promise.all(
    balances.map(async (balance) => ({
      ...(await worthIn(db, balance, currency, now)),
      type: balance.type,
    })),
  )
  const sum = (minors: readonly bigint[]) => minors.reduce((total, minor) => total + minor, 0n)
  const standard = worths.filter(({ type }) => type === 'STANDARD')
  return {
    worth: { minor: sum(worths.map(({ cashMinor }) => cashMinor)), currency },
    available: { minor: sum(standard.map(({ availableMinor }) => availableMinor)), currency },
  }
}

/** Refuses with CurrencyUnknown. */
export function checkCurrency(currency: string): void {
  if (!isCurrency(currency)) refuse(CurrencyUnknown, { path: 'currency', arguments: [currency] })
}

async function worthIn(
  db: Reader,
  { availableMinor, heldMinor, currency: from }: ShownBalance,
  currency: Currency,
  now: Temporal.Instant,
): Promise<{ cashMinor: bigint; availableMinor: bigint }> {
  const worth = async (minor: bigint) =>
    minor === 0n
      ? minor
      : worthNow(db, { minor, currency: from }, { currency, now, rounding: 'half_up' })
  const cashMinor = await worth(availableMinor + heldMinor)
  return { cashMinor, availableMinor: heldMinor === 0n ? cashMinor : await worth(availableMinor) }
}
