import { findAccountById, type MultiCurrencyAccount } from '../balances/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { findQuote } from '../quotes/index.ts'
import { AccountNotFound } from './errors.ts'

/**
 * The account with this id, of one of the profiles. Refuses an account of another profile than the quote (D57). A quote that
 * none of the profiles has is not refused here, so that it is the fault of the quote (gap 651).
 */
export async function findQuoteAccount(
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
