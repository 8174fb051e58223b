// Deactivates a recipient.

import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { RecipientInactive, RecipientOfBalances } from './errors.ts'
import { getRecipient } from './get-recipient.ts'
import { recipientStates } from './states.ts'
import { BALANCE_TYPE, type RecipientRow, setInactive } from './store.ts'

/**
 * Deactivates a recipient permanently (A 3.3). Refuses a recipient that no profile of the caller has, the recipient of the
 * profile's own balances, and a recipient that is inactive, also when a concurrent request has just deactivated the recipient.
 */
export async function deactivateRecipient(
  tx: Tx,
  recipientId: Id<'recipient'>,
  caller: UserCaller,
): Promise<RecipientRow> {
  const { profileId, active, type } = await getRecipient(tx, profileIds(caller), recipientId)
  if (type === BALANCE_TYPE) refuse(RecipientOfBalances, { arguments: [recipientId] })
  if (next(recipientStates, active ? 'active' : 'inactive', 'deactivate') === undefined)
    refuse(RecipientInactive, { arguments: [recipientId] })
  return setInactive(tx, profileId, recipientId)
}
