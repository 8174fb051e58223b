import { findAccountById, type MultiCurrencyAccount } from '../balances/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { findQuote } from '../quotes/index.ts'
import { AccountNotFound } from './errors.ts'

/**
 * The account with this id. Refuses with AccountNotFound unless it belongs to one of the profiles and to the profile of the
 * quote (D57). Does not refuse a quote that belongs to none of the profiles, so that the client gets the error of the quote and
 * not that of the account (gap 651).
 */
export async function getQuoteAccount(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  accountId: Id<'multi-currency-account'>,
  quoteId: string,
): Promise<MultiCurrencyAccount> {
  const account = await findAccountById(db, profileIds, accountId)
  const quote = account && (await findQuote(db, profileIds, quoteId))
  if (account === undefined || (quote && quote.profileId !== account.profileId))
    return refuse(AccountNotFound, { arguments: [accountId] })
  return account
}
