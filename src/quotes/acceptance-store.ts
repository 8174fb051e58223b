// Every SQL statement by which a transfer or a conversion uses a quote: acceptance, conversion, funding, rebooking
// and release.

import { rowType, type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import { type Decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import type { QuoteRow } from './model.ts'

/** A booking at another rate than the quote's (D12a, D111): its pay-in method, rate and target amount. */
type Booking = {
  readonly payIn: string
  readonly rate: Decimal
  readonly targetMinor: bigint
}

// All null where the money was booked at the quoted rate.
const bookedColumns = { payIn: 'text', rate: 'numeric', targetMinor: 'numeric' } as const
const setBookedSql = `rate = coalesce(input.rate, q.rate),
           options = case when input.rate is null then q.options
                          else booked_options(q.options, input.pay_in, input.target_minor) end`

function bookedRow(booked: Booking | undefined) {
  if (booked === undefined) return { payIn: null, rate: null, targetMinor: null }
  return { ...booked, rate: decimalText(booked.rate) }
}

// The lock on the profile's held rates (`may_hold_rate`) is taken before the row is changed. A statement that took both in
// the reverse order could deadlock with this one.
export const acceptQuoteStep = writeStep({
  name: 'quote_accepted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    version: 'int',
    now: 'timestamptz',
    requestsLock: 'boolean',
    lockedRatesMax: 'int',
    /** Whether the transfer keeps the rate without counting as one of `lockedRatesMax`. */
    keepsUncountedRate: 'boolean',
  },
  tenant: 'profileId',
  sql: ({ input }) => `quote_accepted as (
    update quotes q
       set status = 'ACCEPTED',
           holds_rate = case when input.requests_lock
                             then may_hold_rate(input.profile_id, input.now, input.locked_rates_max, input.id)
                             else false end
      from ${input}
     where q.profile_id = input.profile_id and q.id = input.id and q.version = input.version
       and q.status = 'PENDING' and q.expires_at > input.now
    returning input.request_index, q.id, q.holds_rate or input.keeps_uncounted_rate as keeps_rate)`,
  onGuardFailed: 'retry',
  returns: rowType<{ id: string; keepsRate: boolean }>(),
})

const acceptAndFundQuoteStep = writeStep({
  name: 'quote_converted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    version: 'int',
    hasLiveRate: 'boolean',
    now: 'timestamptz',
    ...bookedColumns,
  },
  tenant: 'profileId',
  sql: ({ input }) => `quote_converted as (
    update quotes q set status = 'FUNDED', ${setBookedSql}
      from ${input}
     where q.profile_id = input.profile_id and q.id = input.id and q.version = input.version
       and q.live_rate = input.has_live_rate and q.status = 'PENDING' and q.expires_at > input.now
    returning input.request_index, q.id)`,
  onGuardFailed: 'retry',
})

// Separate from `fundQuotesStep`, because most money is booked as it was quoted, and rewriting `options` is costly.
const fundAndRepriceQuotesStep = writeStep({
  name: 'quote_funded_repriced',
  input: { profileId: 'bigint', id: 'uuid', ...bookedColumns },
  tenant: 'profileId',
  sql: ({ input }) => `quote_funded_repriced as (
    update quotes q set status = 'FUNDED', holds_rate = false, ${setBookedSql}
      from ${input}
     where q.profile_id = input.profile_id and q.id = input.id and q.status = 'ACCEPTED'
    returning input.request_index, q.id)`,
  onGuardFailed: 'retry',
})

const rebookQuoteStep = writeStep({
  name: 'quote_rebooked',
  input: { profileId: 'bigint', id: 'uuid', ...bookedColumns },
  tenant: 'profileId',
  sql: ({ input }) => `quote_rebooked as (
    update quotes q set ${setBookedSql}
      from ${input}
     where q.profile_id = input.profile_id and q.id = input.id
    returning input.request_index, q.id)`,
})

const fundQuotesStep = writeStep({
  name: 'quote_funded',
  input: { profileId: 'bigint', id: 'uuid' },
  tenant: 'profileId',
  sql: ({ input }) => `quote_funded as (
    update quotes q set status = 'FUNDED', holds_rate = false
      from ${input}
     where q.profile_id = input.profile_id and q.id = input.id and q.status = 'ACCEPTED'
    returning input.request_index, q.id)`,
  onGuardFailed: 'retry',
})

const releaseQuoteStep = writeStep({
  name: 'quote_released',
  input: { profileId: 'bigint', id: 'uuid' },
  tenant: 'profileId',
  sql: ({ input }) => `quote_released as (
    update quotes q set holds_rate = false
      from ${input}
     where q.profile_id = input.profile_id and q.id = input.id and q.holds_rate
    returning input.request_index, q.id)`,
})

type QuoteKey = Pick<QuoteRow, 'profileId' | 'id'>

/**
 * How many rates a profile may hold, and whether this transfer's rate counts as one of them. The rates of a member of a
 * batch group and of a transfer that is paid on creation do not count.
 */
type RateHold = { readonly isCounted: boolean; readonly lockedRateTransfersMax: number }

/**
 * The write step by which a transfer uses the quote. It returns whether the transfer keeps the rate until the quote's
 * `expiresAt`; otherwise the transfer is priced when it is funded (D12a). A quote that has changed since it
 * was read, or has expired, makes the use case retry.
 */
export function acceptQuote(
  quote: QuoteKey & Pick<QuoteRow, 'version' | 'hasLiveRate' | 'sourceCurrency' | 'targetCurrency'>,
  now: Temporal.Instant,
  hold: RateHold,
): WriteStep<{ id: string; keepsRate: boolean }> {
  const { profileId, id, version, hasLiveRate } = quote
  const { lockedRateTransfersMax } = hold
  // Within one currency there is no rate to lock (D92).
  const isCounted = hold.isCounted && quote.sourceCurrency !== quote.targetCurrency
  return acceptQuoteStep({
    profileId,
    id,
    version,
    now,
    requestsLock: isCounted && !hasLiveRate,
    lockedRatesMax: lockedRateTransfersMax,
    keepsUncountedRate: !isCounted && !hasLiveRate,
  })
}

/**
 * The write step by which a conversion uses the quote, which is FUNDED immediately. With `booked`, the quote shows the rate and
 * the amount of that booking from now on. A quote that has changed since it was read, or has expired, makes the use case retry.
 */
export function acceptAndFundQuote(
  { profileId, id, version, hasLiveRate }: QuoteKey & Pick<QuoteRow, 'version' | 'hasLiveRate'>,
  now: Temporal.Instant,
  booked?: Booking,
): WriteStep {
  return acceptAndFundQuoteStep({ profileId, id, version, hasLiveRate, now, ...bookedRow(booked) })
}

export type QuoteFunding = { readonly id: string; readonly booked?: Booking | undefined }

/**
 * The write step that marks the quote as funded and releases its rate. Where the transfer was repriced, the
 * quote shows the booked rate and amount from now on (D92).
 */
export function fundQuote({
  profileId,
  ...funding
}: QuoteFunding & Pick<QuoteKey, 'profileId'>): WriteStep {
  return fundQuotes(profileId, [funding])
}

/** `fundQuote` for several quotes of one profile: all are funded, or the use case is retried. */
export function fundQuotes(profileId: Id<'profile'>, fundings: readonly QuoteFunding[]): WriteStep {
  return fundings.every(({ booked }) => booked === undefined)
    ? fundQuotesStep(fundings.map(({ id }) => ({ profileId, id })))
    : fundAndRepriceQuotesStep(
        fundings.map(({ id, booked }) => ({ profileId, id, ...bookedRow(booked) })),
      )
}

/** The write step that shows a later booking at another rate on a funded quote. */
export function rebookQuote({ profileId, id }: QuoteKey, booked: Booking): WriteStep {
  return rebookQuoteStep({ profileId, id, ...bookedRow(booked) })
}

/** The write step that releases the rate of a quote whose unfunded transfer is cancelled. */
export function releaseQuote({ profileId, id }: QuoteKey): WriteStep {
  return releaseQuoteStep({ profileId, id })
}
