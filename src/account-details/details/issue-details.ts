// Issues account details: composes their numbers and the write step that stores them.

import { composeNumbers } from '../../corridors/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { cellOf, type Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import { generateDetailsId, insertDetails, nextSequenceNumber } from './store.ts'

type CreditedBalance = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'balance'>
  readonly currency: Currency
}

type IssuedDetails = {
  readonly id: Id<'account-details'>
  /** Writes the account and its numbers. */
  readonly write: WriteStep
}

/**
 * Composes the next account of the currency for the balance. The numbers of the account follow from the cell and a sequence
 * number (D53).
 */
export async function issueDetails(
  tx: Tx,
  { profileId, id: balanceId, currency }: CreditedBalance,
  now: Temporal.Instant,
): Promise<IssuedDetails> {
  const sequence = await nextSequenceNumber(tx, currency)
  const id = await generateDetailsId(tx)
  const numbers = composeNumbers(currency, cellOf(profileId), sequence)
  return {
    id,
    write: insertDetails({ profileId, id, currency, balanceId, numbers, issuedAt: now }),
  }
}
