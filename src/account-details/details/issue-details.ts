// Plans the issue of account details: their numbers, and the write step that stores them.

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

type PlannedDetails = {
  readonly id: Id<'account-details'>
  /** Inserts the account details and their numbers. */
  readonly write: WriteStep
}

/**
 * Generates the id and the numbers of new account details for the balance. The numbers are derived from the profile's cell
 * and the next sequence number of the currency (D53). The account details are issued when the caller writes the step.
 */
export async function planDetailsIssue(
  tx: Tx,
  { profileId, id: balanceId, currency }: CreditedBalance,
  now: Temporal.Instant,
): Promise<PlannedDetails> {
  const sequence = await nextSequenceNumber(tx, currency)
  const id = await generateDetailsId(tx)
  const numbers = composeNumbers(currency, cellOf(profileId), sequence)
  return {
    id,
    write: insertDetails({ profileId, id, currency, balanceId, numbers, issuedAt: now }),
  }
}
