// The form of the details that a transfer needs besides quote and recipient. It uses the same facts and the
// same list of fields as the check when the transfer is created, so that a completed form passes that check.

import { type TransferForm, transferRequirements } from '../corridors/index.ts'
import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import { refuseAll } from '../kernel/refusal.ts'
import { checkMayTransfer, getProfile } from '../profiles/index.ts'
import { findQuote, recipientFaults, refuseUnknownQuote, transferFacts } from '../quotes/index.ts'
import { findRecipient } from '../recipients/index.ts'
import type { TransferFormRequest } from './schemas.ts'

/**
 * Refuses a quote that is not the caller's, a recipient that the quote cannot pay, and a profile that may not
 * send. The quote may be used or expired: its form does not change.
 */
export async function transferForms(
  db: Reader,
  { quoteUuid, targetAccount, originatorLegalEntityType, details = {} }: TransferFormRequest,
  caller: UserCaller,
): Promise<readonly TransferForm[]> {
  const callerProfiles = profileIds(caller)
  const [quote, found] = await Promise.all([
    findQuote(db, callerProfiles, quoteUuid),
    findRecipient(db, callerProfiles, targetAccount),
  ])
  if (quote === undefined) return refuseUnknownQuote(quoteUuid, 'quoteUuid')
  const recipient = found?.profileId === quote.profileId ? found : undefined
  refuseAll(recipientFaults(quote, recipient))
  if (recipient === undefined) throw new Error('a missing recipient passed its check')
  const profile = await getProfile(db, quote.profileId)
  checkMayTransfer(profile, quote.sourceCurrency)
  const facts = transferFacts(quote, recipient, profile.type, originatorLegalEntityType)
  return transferRequirements({ ...facts, chosen: details })
}
