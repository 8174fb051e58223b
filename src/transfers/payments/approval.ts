// What an approval of paying for transfers covers (D114): what the person who gives it is shown, and what
// must be the same when the money leaves.

import type { PayIn } from '../../corridors/index.ts'
import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Covered } from '../../kernel/endpoint.ts'
import type { Id } from '../../kernel/ids.ts'
import { money, toText } from '../../kernel/money.ts'
import { findOptions } from '../../quotes/index.ts'
import { findRecipient } from '../../recipients/index.ts'
import type { TransferRow } from '../row.ts'
import { findTransfer, lockTransfer } from '../store.ts'

type One = {
  readonly profileIds: readonly Id<'profile'>[]
  readonly transferId: Id<'transfer'>
}

/** Undefined for a transfer that is not there: there is nothing to pay. */
export async function coverFunding(
  db: Reader,
  { profileIds, transferId }: One,
): Promise<Covered | undefined> {
  const transfer = await findTransfer(db, profileIds, transferId)
  if (transfer === undefined) return undefined
  const { profileId, sourceCurrency: currency, targetAccount } = transfer
  const [recipient, dueMinor] = await Promise.all([
    findRecipient(db, [profileId], targetAccount),
    dueMinorBy(db, [transfer], 'BALANCE'),
  ])
  return {
    amount: toText(money(dueMinor, currency)),
    currency,
    payee: recipient?.accountHolderName ?? String(targetAccount),
    bound: ['transfer', transferId, targetAccount, 'BALANCE'],
  }
}

export function holdFunding(tx: Tx, { profileIds, transferId }: One): Promise<void> {
  return lockTransfer(tx, profileIds, transferId)
}

/**
 * What transfers of one profile and currency cost when their money comes by `payIn`. Where their quotes have
 * no such option they cannot be paid so, and count as they were made.
 */
export async function dueMinorBy(
  db: Reader,
  transfers: readonly TransferRow[],
  payIn: PayIn,
): Promise<bigint> {
  const others = transfers.filter((transfer) => transfer.payIn !== payIn)
  const [first] = others
  const options =
    first &&
    (await findOptions(
      db,
      first.profileId,
      others.map(({ quoteId }) => quoteId),
      payIn,
    ))
  return transfers.reduce((sum, transfer) => {
    const option = transfer.payIn === payIn ? undefined : options?.get(transfer.quoteId)
    return sum + (option ?? transfer).sourceMinor
  }, 0n)
}
