// Every SQL statement about the use of quotes: by a transfer, by a conversion, and its end.

import { type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import { type Decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import type { QuoteRow } from './model.ts'

/** What was booked at another rate than the quote's (D12a): by this way of paying, for this target amount. */
export type Booked = {
  readonly payIn: string
  readonly rate: Decimal
  readonly targetMinor: bigint
}

// All are null where the money was booked as it was quoted.
const bookedColumns = { payIn: 'text', rate: 'numeric', targetMinor: 'numeric' } as const
const setBooked = `rate = coalesce(input.rate, q.rate),
           options = case when input.rate is null then q.options
                          else booked_options(q.options, input.pay_in, input.target_minor) end`

function bookedRow(booked: Booked | undefined) {
  if (booked === undefined) return { payIn: null, rate: null, targetMinor: null }
  return { ...booked, rate: decimalText(booked.rate) }
}

// The place among the held rates is taken before the row is changed, always in this order.
const accepted = writeStep({
  name: 'quote_accepted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    version: 'int',
    now: 'timestamptz',
    asksForLock: 'boolean',
    lockedRatesMax: 'int',
    keepsAnyway: 'boolean',
  },
  sql: `quote_accepted as (
    update quotes q
       set status = 'ACCEPTED',
           holds_rate = case when input.asks_for_lock
                             then may_hold_rate(input.profile_id, input.now, input.locked_rates_max, input.id)
                             else false end
      from input
     where q.profile_id = input.profile_id and q.id = input.id and q.version = input.version
       and q.status = 'PENDING' and q.expires_at > input.now
    returning input.request_index, q.id, q.holds_rate or input.keeps_anyway as keeps_rate)`,
  onGuardFailed: 'retry',
})

const converted = writeStep({
  name: 'quote_converted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    version: 'int',
    liveRate: 'boolean',
    now: 'timestamptz',
    ...bookedColumns,
  },
  sql: `quote_converted as (
    update quotes q set status = 'FUNDED', ${setBooked}
      from input
     where q.profile_id = input.profile_id and q.id = input.id and q.version = input.version
       and q.live_rate = input.live_rate and q.status = 'PENDING' and q.expires_at > input.now
    returning input.request_index, q.id)`,
  onGuardFailed: 'retry',
})

// Apart from the usual one, because most money is booked as it was quoted and `options` is large.
const fundedAsBooked = writeStep({
  name: 'quote_funded_as_booked',
  input: { profileId: 'bigint', id: 'uuid', ...bookedColumns },
  sql: `quote_funded_as_booked as (
    update quotes q set status = 'FUNDED', holds_rate = false, ${setBooked}
      from input
     where q.profile_id = input.profile_id and q.id = input.id and q.status = 'ACCEPTED'
    returning input.request_index, q.id)`,
  onGuardFailed: 'retry',
})

const rebooked = writeStep({
  name: 'quote_rebooked',
  input: { profileId: 'bigint', id: 'uuid', ...bookedColumns },
  sql: `quote_rebooked as (
    update quotes q set ${setBooked}
      from input
     where q.profile_id = input.profile_id and q.id = input.id
    returning input.request_index, q.id)`,
})

const funded = writeStep({
  name: 'quote_funded',
  input: { profileId: 'bigint', id: 'uuid' },
  sql: `quote_funded as (
    update quotes q set status = 'FUNDED', holds_rate = false
      from input
     where q.profile_id = input.profile_id and q.id = input.id and q.status = 'ACCEPTED'
    returning input.request_index, q.id)`,
  onGuardFailed: 'retry',
})

const released = writeStep({
  name: 'quote_released',
  input: { profileId: 'bigint', id: 'uuid' },
  sql: `quote_released as (
    update quotes q set holds_rate = false
      from input
     where q.profile_id = input.profile_id and q.id = input.id and q.holds_rate
    returning input.request_index, q.id)`,
})

type Key = Pick<QuoteRow, 'profileId' | 'id'>

/** How many rates a profile may hold, and whether this one counts: neither a batch member nor what is paid at once does. */
export type Lock = { readonly counts: boolean; readonly lockedRateTransfersMax: number }

/**
 * The write step that uses the quote up for a transfer. It answers whether the transfer keeps
 * the rate until the quote's `expiresAt`; otherwise it is priced when it is funded (D12a). A quote
 * that is no longer as it was read, or whose time has come, makes the use case run again.
 */
export function acceptQuote(
  quote: Key & Pick<QuoteRow, 'version' | 'liveRate' | 'sourceCurrency' | 'targetCurrency'>,
  now: Temporal.Instant,
  lock: Lock,
): WriteStep<{ id: string; keepsRate: boolean }> {
  const { profileId, id, version, liveRate } = quote
  const { lockedRateTransfersMax } = lock
  // Within one currency there is no rate to hold (D92).
  const counts = lock.counts && quote.sourceCurrency !== quote.targetCurrency
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

/**
 * The write step that uses the quote up for a conversion, whose money is booked by it: at the rate
 * of this moment when `booked` says so.
 */
export function acceptAndFundQuote(
  { profileId, id, version, liveRate }: Key & Pick<QuoteRow, 'version' | 'liveRate'>,
  now: Temporal.Instant,
  booked?: Booked,
): WriteStep {
  return converted({ profileId, id, version, liveRate, now, ...bookedRow(booked) })
}

export type Funding = { readonly id: string; readonly booked?: Booked | undefined }

/**
 * The write step that books the money of the quote's transfer; its rate is held no longer. Where the
 * transfer was priced again, the quote shows from now on what was booked (D92).
 */
export function fundQuote({ profileId, ...funding }: Funding & Pick<Key, 'profileId'>): WriteStep {
  return fundQuotes(profileId, [funding])
}

export function fundQuotes(profileId: Id<'profile'>, fundings: readonly Funding[]): WriteStep {
  return fundings.every(({ booked }) => booked === undefined)
    ? funded(fundings.map(({ id }) => ({ profileId, id })))
    : fundedAsBooked(fundings.map(({ id, booked }) => ({ profileId, id, ...bookedRow(booked) })))
}

/** The write step that shows on a funded quote what was booked later at another rate. */
export function rebookQuote({ profileId, id }: Key, booked: Booked): WriteStep {
  return rebooked({ profileId, id, ...bookedRow(booked) })
}

/** The write step that cancels an unfunded transfer of the quote: it holds no rate any more. */
export function releaseQuote({ profileId, id }: Key): WriteStep {
  return released({ profileId, id })
}
