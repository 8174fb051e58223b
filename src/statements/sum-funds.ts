// The value of all balances of a profile in one currency.

import { type BalanceRow, balanceTypes, listOpen } from '../balances/index.ts'
import { isCurrency } from '../corridors/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency, Money } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { CurrencyUnknown, worthNow } from '../quotes/index.ts'

export type Funds = { readonly worth: Money; readonly available: Money }

/** Converts each balance at the mid-market rate, rounded half up. Refuses an unknown currency. */
export async function sumFunds(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
  now: Temporal.Instant,
): Promise<Funds> {
  checkCurrency(currency)
  const balances = await listOpen(db, profileId, balanceTypes)
  const worths = await Promise.all(
    balances.map(async (balance) => ({
      balance,
      minor: await worthIn(db, balance, currency, now),
    })),
  )
  const sum = (of: (balance: BalanceRow) => boolean) =>
    worths.reduce((total, { balance, minor }) => (of(balance) ? total + minor : total), 0n)
  return {
    worth: { minor: sum(() => true), currency },
    available: { minor: sum(({ type }) => type === 'STANDARD'), currency },
  }
}

export function checkCurrency(currency: string): void {
  if (!isCurrency(currency)) refuse(CurrencyUnknown, { path: 'currency', arguments: [currency] })
}

async function worthIn(
  db: Reader,
  { availableMinor: minor, currency: held }: BalanceRow,
  currency: Currency,
  now: Temporal.Instant,
): Promise<bigint> {
  if (minor === 0n) return minor
  return worthNow(db, { minor, currency: held }, currency, now, 'half_up')
}
