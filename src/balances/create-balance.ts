import { balanceCurrencies } from '../corridors/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { CurrencyNotHeld, NameRequired } from './errors.ts'
import { getHolder } from './get-holder.ts'
import { type NewBalance, openBalance } from './opening-store.ts'
import { findShownBalance, type ShownBalance } from './store.ts'

const heldCurrencies = new Set(balanceCurrencies)

/**
 * Opens an empty balance. A profile has at most one open STANDARD balance per currency, and any number of SAVINGS
 * (B 4.7). The first balance of a profile creates its multi-currency account (D49). Refuses with CurrencyNotHeld and
 * NameRequired together, or with BalanceExists.
 */
export async function createBalance(
  tx: Tx,
  balance: NewBalance,
  now: Temporal.Instant,
): Promise<ShownBalance> {
  refuseAll(faultsOf(balance))
  const { profileId } = balance
  const [opened] = await tx.write(openBalance(balance, await getHolder(tx, profileId), now))
  const shown = opened && (await findShownBalance(tx, profileId, opened.id))
  if (shown === undefined) throw new Error('a balance was opened without a row')
  return shown
}

function faultsOf({ currency, type, name }: NewBalance): Fault[] {
  const faults: Fault[] = []
  if (!heldCurrencies.has(currency)) faults.push({ kind: CurrencyNotHeld, arguments: [currency] })
  if (type === 'SAVINGS' && !name?.trim()) faults.push({ kind: NameRequired })
  return faults
}
