import { balanceCurrencies } from '../corridors/index.ts'
import type { Tx } from '../kernel/database/db.ts'
import { type Fault, refuseAll } from '../kernel/refusal.ts'
import { CurrencyNotHeld, NameRequired } from './errors.ts'
import { type BalanceRow, type NewBalance, openBalance } from './store.ts'

const heldCurrencies = new Set(balanceCurrencies)

/** Opens an empty balance. One STANDARD balance per currency, any number of SAVINGS (Spec B 4.7). */
export async function createBalance(
  tx: Tx,
  balance: NewBalance,
  now: Temporal.Instant,
): Promise<BalanceRow> {
  refuseAll(faultsOf(balance))
  const [opened] = await tx.write(openBalance(balance, now))
  if (opened === undefined) throw new Error('a balance was opened without a row')
  return opened
}

function faultsOf({ currency, type, name }: NewBalance): Fault[] {
  const faults: Fault[] = []
  if (!heldCurrencies.has(currency)) faults.push({ kind: CurrencyNotHeld, arguments: [currency] })
  if (type === 'SAVINGS' && !name?.trim()) faults.push({ kind: NameRequired })
  return faults
}
