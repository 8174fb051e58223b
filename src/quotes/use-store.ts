// Every SQL statement about the use of quotes: by a transfer, by a conversion, and its end.

import type { Id } from '../kernel/ids.ts'
import { type Part, part } from '../kernel/part.ts'
import type { QuoteRow } from './model.ts'

// The place among the held rates is taken before the row is changed, always in this order.
const accepted = part({
  name: 'quote_accepted',
  takes: {
    profileId: 'bigint',
    id: 'uuid',
    version: 'int',
    now: 'timestamptz',
    asksForLock: 'boolean',
    lockedRatesMax: 'int',
    keepsAnyway: 'boolean',
  },
  text: `quote_accepted as (
    update quotes q
       set status = 'ACCEPTED',
           holds_rate = case when asked.asks_for_lock
                             then may_hold_rate(asked.profile_id, asked.now, asked.locked_rates_max)
                             else false end
      from asked
     where q.profile_id = asked.profile_id and q.id = asked.id and q.version = asked.version
       and q.status = 'PENDING' and q.expires_at > asked.now
    returning asked.place, q.id, q.holds_rate or asked.keeps_anyway as keeps_rate)`,
  guard: { lost: 'run again' },
})

const converted = part({
  name: 'quote_converted',
  takes: { profileId: 'bigint', id: 'uuid', version: 'int', now: 'timestamptz' },
  text: `quote_converted as (
    update quotes q set status = 'FUNDED'
      from asked
     where q.profile_id = asked.profile_id and q.id = asked.id and q.version = asked.version
       and q.status = 'PENDING' and q.expires_at > asked.now
    returning asked.place, q.id)`,
  guard: { lost: 'run again' },
})

const funded = part({
  name: 'quote_funded',
  takes: { profileId: 'bigint', id: 'uuid' },
  text: `quote_funded as (
    update quotes q set status = 'FUNDED', holds_rate = false
      from asked
     where q.profile_id = asked.profile_id and q.id = asked.id and q.status = 'ACCEPTED'
    returning asked.place, q.id)`,
  guard: { lost: 'run again' },
})

const released = part({
  name: 'quote_released',
  takes: { profileId: 'bigint', id: 'uuid' },
  text: `quote_released as (
    update quotes q set holds_rate = false
      from asked
     where q.profile_id = asked.profile_id and q.id = asked.id and q.holds_rate
    returning asked.place, q.id)`,
})

type Key = Pick<QuoteRow, 'profileId' | 'id'>

/** How many rates a profile may hold, and whether this one counts: a batch's members do not. */
export type Lock = { readonly counts: boolean; readonly lockedRateTransfersMax: number }

/**
 * The part of a write that uses the quote up for a transfer. It answers whether the transfer keeps
 * the rate until the quote's `expiresAt`; otherwise it is priced when it is funded (D12a). A quote
 * that is no longer as it was read, or whose time has come, makes the use case run again.
 */
export function acceptQuote(
  { profileId, id, version, liveRate }: Key & Pick<QuoteRow, 'version' | 'liveRate'>,
  now: Temporal.Instant,
  { counts, lockedRateTransfersMax }: Lock,
): Part<{ id: string; keepsRate: boolean }> {
  return accepted({
    profileId,
    id,
    version,
    now,
    asksForLock: counts && !liveRate,
    lockedRatesMax: lockedRateTransfersMax,
    keepsAnyway: !counts && !liveRate,
  })
}

/** The part of a write that uses the quote up for a conversion, whose money is booked by it. */
export function acceptAndFundQuote(
  { profileId, id, version }: Key & Pick<QuoteRow, 'version'>,
  now: Temporal.Instant,
): Part {
  return converted({ profileId, id, version, now })
}

/** The part of a write that books the money of the quote's transfer; its rate is held no longer. */
export function fundQuote({ profileId, id }: Key): Part {
  return fundQuotes(profileId, [id])
}

export function fundQuotes(profileId: Id<'profile'>, ids: readonly string[]): Part {
  return funded(ids.map((id) => ({ profileId, id })))
}

/** The part of a write that cancels an unfunded transfer of the quote: it holds no rate any more. */
export function releaseQuote({ profileId, id }: Key): Part {
  return released({ profileId, id })
}
