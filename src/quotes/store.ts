// Every SQL statement about quotes, except those by which transfers and conversions use a quote (acceptance-store.ts).

import type { PayIn } from '../corridors/index.ts'
import { lookup, type Reader, sql } from '../kernel/database/db.ts'
import { idGenerator } from '../kernel/database/generate-id.ts'
import {
  INSERT_EVERY_ROW,
  rowType,
  type WriteStep,
  writeStep,
} from '../kernel/database/write-step.ts'
import { decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { deliveryTimeText, readDeliveryTime } from './delivery-time.ts'
import type { PricedOption, QuoteRow } from './model.ts'

/** An option in the JSON of the `options` column: amounts and times are text. */
type StoredOption = {
  readonly [K in keyof PricedOption]: PricedOption[K] extends bigint | Temporal.Instant
    ? string
    : PricedOption[K]
}

type StoredQuote = Omit<QuoteRow, 'rate' | 'partnerPrice' | 'options'> & {
  readonly rate: string
  readonly partnerPrice: string | null
  readonly options: readonly StoredOption[]
}

const columns = `
  profile_id, id, user_id, application_id, client_id, partner_price::text as partner_price,
  source_currency, target_currency, provided, provided_amount as provided_minor,
  rate::text as rate, status, pay_out, preferred_pay_in, target_account, target_account_owned,
  pay_out_country, price_set_id, price_decision_id, options, notices, version,
  live_rate as has_live_rate, created_at, expires_at`

function rowOf(stored: StoredQuote): QuoteRow {
  return {
    ...stored,
    rate: decimal(stored.rate),
    partnerPrice: stored.partnerPrice === null ? null : decimal(stored.partnerPrice),
    options: stored.options.map(readOption),
  }
}

function readOption(stored: StoredOption): PricedOption {
  return {
    ...stored,
    sourceMinor: BigInt(stored.sourceMinor),
    feeMinor: BigInt(stored.feeMinor),
    providerMinor: BigInt(stored.providerMinor),
    payInMinor: BigInt(stored.payInMinor),
    discountMinor: BigInt(stored.discountMinor),
    partnerMinor: BigInt(stored.partnerMinor),
    targetMinor: BigInt(stored.targetMinor),
    deliversAt: readDeliveryTime(stored.deliversAt),
  }
}

function toStoredOption(option: PricedOption): StoredOption {
  return {
    ...option,
    sourceMinor: `${option.sourceMinor}`,
    feeMinor: `${option.feeMinor}`,
    providerMinor: `${option.providerMinor}`,
    payInMinor: `${option.payInMinor}`,
    discountMinor: `${option.discountMinor}`,
    partnerMinor: `${option.partnerMinor}`,
    targetMinor: `${option.targetMinor}`,
    deliversAt: deliveryTimeText(option.deliversAt),
  }
}

const findQuoteSql = lookup<StoredQuote>(
  ['bigint[]', 'uuid'],
  `select ${columns} from quotes where profile_id = any($1) and id = $2`,
)

/** Undefined when none of the profiles has the quote. `quoteId` must be a valid UUID. */
export async function findQuote(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  quoteId: string,
): Promise<QuoteRow | undefined> {
  const stored = await db.row(findQuoteSql, [profileIds, quoteId])
  return stored && rowOf(stored)
}

const findOptionsSql = sql<{ id: string; option: StoredOption }>(`
  select id, jsonb_path_query_first(options, '$[*] ? (@.payIn == $payIn)',
                                    jsonb_build_object('payIn', $3::text)) as option
    from quotes
   where profile_id = $1 and id = any($2::uuid[])`)

/** Each quote's option of one pay-in method, by the id of the quote. A quote without that option is left out. */
export async function findOptions(
  db: Reader,
  profileId: Id<'profile'>,
  quoteIds: readonly string[],
  payIn: PayIn,
): Promise<ReadonlyMap<string, PricedOption>> {
  const rows = await db.rows(findOptionsSql, [profileId, quoteIds, payIn])
  return new Map(rows.flatMap(({ id, option }) => (option ? [[id, readOption(option)]] : [])))
}

// A quote gets a live rate when the profile's transfers already hold all the locked rates they may (D12a). A quote between
// balances locks its rate now, unless transfers hold all the locked rates; if the profile then has too many locked rates, its
// oldest quotes between balances lose theirs (D111). Within one currency there is no rate to lock (D92).
const insertQuoteStep = writeStep({
  name: 'quote_inserted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    userId: 'bigint',
    applicationId: 'bigint',
    clientId: 'text',
    partnerPrice: 'numeric',
    sourceCurrency: 'text',
    targetCurrency: 'text',
    provided: 'text',
    providedMinor: 'numeric',
    rate: 'numeric',
    payOut: 'text',
    preferredPayIn: 'text',
    targetAccount: 'bigint',
    targetAccountOwned: 'boolean',
    payOutCountry: 'text',
    priceSetId: 'int',
    priceDecisionId: 'uuid',
    options: 'jsonb',
    notices: 'jsonb',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    lockedRatesMax: 'int',
  },
  tenant: 'profileId',
  sql: ({ input }) => `quote_inserted as (
    merge into quotes q using ${input} ${INSERT_EVERY_ROW}
          (profile_id, id, user_id, application_id, client_id, partner_price, source_currency,
           target_currency, provided, provided_amount, rate, pay_out, preferred_pay_in,
           target_account, target_account_owned, pay_out_country, price_set_id, price_decision_id,
           options, notices, created_at, expires_at, live_rate)
   values (input.profile_id, input.id, input.user_id, input.application_id, input.client_id,
           input.partner_price, input.source_currency, input.target_currency, input.provided,
           input.provided_minor, input.rate, input.pay_out, input.preferred_pay_in,
           input.target_account, input.target_account_owned, input.pay_out_country,
           input.price_set_id, input.price_decision_id, input.options, input.notices,
           input.created_at, input.expires_at,
           case when input.source_currency = input.target_currency then false
                when input.pay_out = 'BALANCE'
                then not release_conversion_rates(input.profile_id, input.created_at, input.locked_rates_max, input.id)
                else input.locked_rates_max > 0
                     and rates_held(input.profile_id, input.created_at) >= input.locked_rates_max
           end)
    returning input.request_index, q.live_rate as has_live_rate)`,
  returns: rowType<{ hasLiveRate: boolean }>(),
})

export type NewQuote = Omit<QuoteRow, 'status' | 'version' | 'hasLiveRate'>

/**
 * The write step that inserts the quote. It returns whether the quote has a live rate, which it gets when unfunded transfers
 * hold all the locked rates that the profile may hold.
 */
export function insertQuote(
  quote: NewQuote,
  lockedRatesMax: number,
): WriteStep<{ hasLiveRate: boolean }> {
  return insertQuoteStep({
    ...quote,
    partnerPrice: quote.partnerPrice && decimalText(quote.partnerPrice),
    rate: decimalText(quote.rate),
    options: quote.options.map(toStoredOption),
    lockedRatesMax,
  })
}

export type QuoteChange = Pick<
  QuoteRow,
  | 'payOut'
  | 'targetAccount'
  | 'targetAccountOwned'
  | 'payOutCountry'
  | 'priceSetId'
  | 'options'
  | 'notices'
> & {
  /**
   * Whether a quote that becomes a quote between balances requests a locked rate or gets a live one (D111); `unchanged` for
   * any other quote.
   */
  readonly rateHold: 'unchanged' | 'requested' | 'released'
}

// The guard is that of `acceptQuoteStep`: when a quote is changed and accepted concurrently, the later request is retried
// on the rows that the earlier one wrote.
const changeQuoteStep = writeStep({
  name: 'quote_changed',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    version: 'int',
    now: 'timestamptz',
    payOut: 'text',
    targetAccount: 'bigint',
    targetAccountOwned: 'boolean',
    payOutCountry: 'text',
    priceSetId: 'int',
    options: 'jsonb',
    notices: 'jsonb',
    rateHold: 'text',
    lockedRatesMax: 'int',
  },
  tenant: 'profileId',
  sql: ({ input }) => `quote_changed as (
    update quotes q
       set pay_out = input.pay_out, target_account = input.target_account,
           target_account_owned = input.target_account_owned,
           pay_out_country = input.pay_out_country, price_set_id = input.price_set_id,
           options = input.options, notices = input.notices, version = q.version + 1,
           live_rate = case when q.live_rate or input.rate_hold = 'unchanged' then q.live_rate
                            when input.rate_hold = 'released' then true
                            else not release_conversion_rates(input.profile_id, input.now, input.locked_rates_max, input.id)
                       end
      from ${input}
     where q.profile_id = input.profile_id and q.id = input.id and q.version = input.version
       and q.status = 'PENDING' and q.expires_at > input.now
    returning input.request_index, q.live_rate as has_live_rate)`,
  onGuardFailed: 'retry',
  returns: rowType<{ hasLiveRate: boolean }>(),
})

/**
 * The write step that changes the quote as it was read in `before`, and returns whether the quote then has a live rate. A
 * quote that has changed since, was used or has expired makes the use case retry.
 */
export function changeQuote(
  before: QuoteRow,
  change: QuoteChange,
  now: Temporal.Instant,
  lockedRatesMax: number,
): WriteStep<{ hasLiveRate: boolean }> {
  const { profileId, id, version } = before
  const options = change.options.map(toStoredOption)
  return changeQuoteStep({ ...change, profileId, id, version, now, options, lockedRatesMax })
}

/** The whole number of a quote, by which clients of version 1 name it (D107). */
type QuoteNumber = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'quote'>
  readonly quoteId: string
}

export const nextQuoteNumber = idGenerator<'quote'>('quote_numbers')

const insertQuoteNumberStep = writeStep({
  name: 'quote_number_inserted',
  input: { profileId: 'bigint', id: 'bigint', quoteId: 'uuid' },
  tenant: 'profileId',
  sql: ({ input }) => `quote_number_inserted as (
    insert into quote_numbers (profile_id, id, quote_id) overriding system value
    select profile_id, id, quote_id from ${input})`,
})

/** The write step that gives a quote its number. */
export function insertQuoteNumber(number: QuoteNumber): WriteStep {
  return insertQuoteNumberStep(number)
}

const findQuoteNumberSql = sql<QuoteNumber>(`
  select profile_id, id, quote_id from quote_numbers where profile_id = any($1) and id = $2`)

/** Undefined when none of the profiles has a quote with this number. */
export function findQuoteNumber(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  id: Id<'quote'>,
): Promise<QuoteNumber | undefined> {
  return db.row(findQuoteNumberSql, [profileIds, id])
}
