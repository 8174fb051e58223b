// The checks of a quote before a transfer or a conversion uses it, and the facts that decide the form of a transfer. A PATCH
// makes the checks of `checkPending` only.

import type { LegalType, TransferFacts } from '../corridors/index.ts'
import { type ErrorKind, refuse } from '../kernel/refusal.ts'
import type { RecipientRow } from '../recipients/index.ts'
import type { ProfileType } from '../users/index.ts'
import { QuoteAlreadyUsed, QuoteBlocked, QuoteExpired, QuoteInBodyNotFound } from './errors.ts'
import { chosenOption, isBlocked, type QuoteRow, statusOf } from './model.ts'

/** The errors of `checkUsable`, for the declaration of an endpoint. */
export const usableErrors: readonly ErrorKind[] = [
  QuoteInBodyNotFound,
  QuoteAlreadyUsed,
  QuoteExpired,
  QuoteBlocked,
]

/** Refuses a quote that is missing, used, expired or blocked (D20). */
export function checkUsable(
  quote: QuoteRow | undefined,
  quoteId: string,
  now: Temporal.Instant,
): asserts quote is QuoteRow {
  if (quote === undefined) return refuseUnknownQuote(quoteId)
  checkPending(quote, now)
  if (isBlocked(quote)) refuse(QuoteBlocked, { arguments: [quoteId] })
}

/** Refuses a quote that is used or expired (D20). */
export function checkPending(quote: QuoteRow, now: Temporal.Instant): void {
  const status = statusOf(quote, now)
  if (status === 'EXPIRED') refuse(QuoteExpired, { arguments: [quote.id] })
  if (status !== 'PENDING') refuse(QuoteAlreadyUsed, { arguments: [quote.id] })
}

/** Refuses a request whose body names a quote that none of the caller's profiles has. `path` is the field with the id. */
export function refuseUnknownQuote(quoteId: string, path?: string): never {
  const message = `${QuoteInBodyNotFound.message} (${quoteId})`
  return refuse(QuoteInBodyNotFound, { path, message, arguments: [quoteId] })
}

/**
 * The facts that decide which fields a transfer form contains. `originator` is the legal type of the
 * person or business the money is sent for, where that is not the profile.
 */
export function transferFacts(
  quote: QuoteRow,
  { legalType }: Pick<RecipientRow, 'legalType'>,
  sender: ProfileType,
  originator?: LegalType | undefined,
): TransferFacts {
  return {
    target: quote.targetCurrency,
    payOut: quote.payOut,
    targetAmountMinor: chosenOption(quote).targetMinor,
    senderType: originator === undefined ? sender : profileTypeOf[originator],
    recipientLegalType: legalType ?? 'PRIVATE',
  }
}

const profileTypeOf = { PRIVATE: 'PERSONAL', BUSINESS: 'BUSINESS' } as const
