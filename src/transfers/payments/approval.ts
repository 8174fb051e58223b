// An approval of paying for a transfer covers this transfer, its recipient, payment from a balance, and the amount and the payee
// that the approver sees (D114). All must be unchanged when the money leaves the balance.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { CoveredPayment } from '../../kernel/endpoint.ts'
import { money, toText } from '../../kernel/money.ts'
import { findRecipient } from '../../recipients/index.ts'
import type { TransferReference } from '../row.ts'
import { findTransfer, lockTransfer } from '../store.ts'
import { sumDueMinor } from './price-transfers.ts'

/** Undefined when no transfer of these profiles has the id: the use case then refuses the request. */
export async function findCoveredFunding(
  db: Reader,
  { profileIds, transferId }: TransferReference,
): Promise<CoveredPayment | undefined> {
  const transfer = await findTransfer(db, profileIds, transferId)
  if (transfer === undefined) return undefined
  const { profileId, sourceCurrency: currency, targetAccount } = transfer
  const [recipient, dueMinor] = await Promise.all([
    findRecipient(db, [profileId], targetAccount),
    sumDueMinor(db, [transfer], 'BALANCE'),
  ])
  return {
    amount: toText(money(dueMinor, currency)),
    currency,
    payee: recipient?.accountHolderName ?? String(targetAccount),
    bound: ['transfer', transferId, targetAccount, 'BALANCE'],
  }
}

/**
 * Locks the transfer, so that no other request changes it until the transaction ends. Its quote needs no lock: it changes only
 * together with the transfer that has accepted it. The name of a recipient never changes.
 */
export function lockForFunding(
  tx: Tx,
  { profileIds, transferId }: TransferReference,
): Promise<void> {
  return lockTransfer(tx, profileIds, transferId)
}
