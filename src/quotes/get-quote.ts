// Returns a quote. Until it is used or expires, its payment options show whether they can be used now.

import { findStandardBalance } from '../balances/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { QuoteInPathNotFound } from './errors.ts'
import { type QuoteRow, statusOf } from './model.ts'
import { withUsability } from './pricing/price-options.ts'
import { findQuote } from './store.ts'

/**
 * The options of a PENDING quote show whether the balance covers them now, because the balance may have changed since the quote
 * was created. The options of a used or expired quote stay as they are stored. Refuses a quote that none of the profiles has.
 */
export async function getQuote(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  quoteId: string,
  now: Temporal.Instant,
): Promise<QuoteRow> {
  const quote = await findQuote(db, profileIds, quoteId)
  if (quote === undefined) return refuse(QuoteInPathNotFound, { arguments: [quoteId] })
  if (statusOf(quote, now) !== 'PENDING') return quote
  const { profileId, sourceCurrency, targetCurrency, options } = quote
  const pair = { source: sourceCurrency, target: targetCurrency }
  const balance = await findStandardBalance(db, profileId, sourceCurrency)
  return {
    ...quote,
    options: options.map((option) => withUsability(option, pair, balance?.availableMinor)),
  }
}
