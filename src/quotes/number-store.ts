// The whole numbers by which POST /v1/quotes and its clients know quotes (D107).

import { type Reader, sql } from '../kernel/database/db.ts'
import { idsFor } from '../kernel/database/generate-id.ts'
import { type Part, part } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'

export type QuoteNumber = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'quote'>
  readonly quoteId: string
}

export const nextQuoteNumber = idsFor<'quote'>('quote_numbers')

const inserted = part({
  name: 'quote_number_inserted',
  takes: { profileId: 'bigint', id: 'bigint', quoteId: 'uuid' },
  text: `quote_number_inserted as (
    insert into quote_numbers (profile_id, id, quote_id) overriding system value
    select profile_id, id, quote_id from asked)`,
})

/** The part of a write that gives a quote its number. */
export function insertQuoteNumber(number: QuoteNumber): Part {
  return inserted(number)
}

const byNumber = sql<QuoteNumber>(`
  select profile_id, id, quote_id from quote_numbers where profile_id = any($1) and id = $2`)

/** Undefined when none of the profiles has a quote of this number. */
export function findQuoteNumber(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'quote'>,
): Promise<QuoteNumber | undefined> {
  return db.row(byNumber, [profileIds, id])
}
