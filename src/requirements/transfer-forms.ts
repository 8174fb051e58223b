// What a transfer must say beside its quote and recipient. The form is made of the same facts, and of
// the same list of questions, that the transfer is held against when it is created.

import { type TransferForm, transferRequirements } from '../corridors/index.ts'
import { profileIds, type UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { checkMayTransfer, getProfile } from '../profiles/index.ts'
import { findQuote, QuoteNotFound, recipientFaults, transferFacts } from '../quotes/index.ts'
import { findRecipient } from '../recipients/index.ts'
import type { TransferAsked } from './schemas.ts'

/**
 * One form. Refuses a quote that is not the caller's, a recipient that the quote cannot pay, and a
 * profile that could not send. Whatever has become of the quote, it asks what it asked.
 */
export async function transferForms(
  db: Reader,
  { quoteUuid, targetAccount, originatorLegalEntityType, details = {} }: TransferAsked,
  caller: UserCaller,
): Promise<readonly TransferForm[]> {
  const own = profileIds(caller)
  const [quote, known] = await Promise.all([
    findQuote(db, own, quoteUuid),
    findRecipient(db, own, targetAccount),
  ])
  if (quote === undefined) {
    const message = `We couldn't find a quote with that ID (${quoteUuid})`
    return refuse(QuoteNotFound, { path: 'quoteUuid', message, arguments: [quoteUuid] })
  }
  const recipient = known?.profileId === quote.profileId ? known : undefined
  refuseAll(recipientFaults(quote, recipient))
  if (recipient === undefined) throw new Error('a missing recipient passed its check')
  const profile = await getProfile(db, quote.profileId)
  checkMayTransfer(profile, quote.sourceCurrency)
  const facts = transferFacts(quote, recipient, profile.type, originatorLegalEntityType)
  return transferRequirements({ ...facts, chosen: details })
}
