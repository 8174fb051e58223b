// Every SQL statement about quotes.

import type { PayIn } from '../corridors/index.ts'
import { lookup, type Reader, sql } from '../kernel/db.ts'
import { decimal, decimalText } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'
import { type Part, part } from '../kernel/part.ts'
import type { PricedOption, QuoteRow } from './model.ts'

/** Options as JSON keeps them: amounts and times are text. */
type StoredOption = {
  readonly [K in keyof PricedOption]: PricedOption[K] extends bigint | Temporal.Instant
    ? string
    : PricedOption[K]
}

type Raw = Omit<QuoteRow, 'rate' | 'partnerPrice' | 'options'> & {
  readonly rate: string
  readonly partnerPrice: string | null
  readonly options: readonly StoredOption[]
}

const columns = `
  profile_id, id, user_id, application_id, client_id, partner_price::text as partner_price,
  source_currency, target_currency, provided, provided_amount as provided_minor,
  rate::text as rate, status, pay_out, preferred_pay_in, target_account, target_account_owned,
  pay_out_country, price_set_id, price_decision_id, options, notices, version, live_rate,
  created_at, expires_at`

function rowOf(raw: Raw): QuoteRow {
  return {
    ...raw,
    rate: decimal(raw.rate),
    partnerPrice: raw.partnerPrice === null ? null : decimal(raw.partnerPrice),
    options: raw.options.map(readOption),
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
    deliversAt: Temporal.Instant.from(stored.deliversAt),
  }
}

function optionsJson(options: readonly PricedOption[]): string {
  return JSON.stringify(options.map(storedOption))
}

function storedOption(option: PricedOption): StoredOption {
  return {
    ...option,
    sourceMinor: `${option.sourceMinor}`,
    feeMinor: `${option.feeMinor}`,
    providerMinor: `${option.providerMinor}`,
    payInMinor: `${option.payInMinor}`,
    discountMinor: `${option.discountMinor}`,
    partnerMinor: `${option.partnerMinor}`,
    targetMinor: `${option.targetMinor}`,
    deliversAt: option.deliversAt.toString(),
  }
}

const byId = lookup<Raw>(
  ['bigint[]', 'uuid'],
  `select ${columns} from quotes where profile_id = any($1) and id = $2`,
)

/** `quoteId` must be a well-formed UUID. Undefined when none of the profiles has it. */
export async function findQuote(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  quoteId: string,
): Promise<QuoteRow | undefined> {
  const raw = await db.row(byId, [profileIds, quoteId])
  return raw && rowOf(raw)
}

const optionsBy = sql<{ id: string; option: StoredOption }>(`
  select id, jsonb_path_query_first(options, '$[*] ? (@.payIn == $payIn)',
                                    jsonb_build_object('payIn', $3::text)) as option
    from quotes
   where profile_id = $1 and id = any($2::uuid[])`)

/** What each quote comes to by one way of paying in; one that does not offer it is absent. */
export async function findOptions(
  db: Reader,
  profileId: Id<'profile'>,
  quoteIds: readonly string[],
  payIn: PayIn,
): Promise<ReadonlyMap<string, PricedOption>> {
  const rows = await db.rows(optionsBy, [profileId, quoteIds, payIn])
  return new Map(rows.flatMap(({ id, option }) => (option ? [[id, readOption(option)]] : [])))
}

// $23 is how many rates the profile's transfers may hold; a quote beyond them promises none (D12a).
const inserted = part<{ liveRate: boolean }>({
  name: 'quote_inserted',
  text: `quote_inserted as (
    insert into quotes
      (profile_id, id, user_id, application_id, client_id, partner_price, source_currency,
       target_currency, provided, provided_amount, rate, pay_out, preferred_pay_in, target_account,
       target_account_owned, pay_out_country, price_set_id, price_decision_id, options, notices,
       created_at, expires_at, live_rate)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
            $20, $21, $22, $23::int > 0 and rates_held($1, $21) >= $23)
    returning live_rate)`,
})

export type NewQuote = Omit<QuoteRow, 'status' | 'version' | 'liveRate'>

/** Answers whether the rate stays open, because the profile's transfers hold all it may lock. */
export function insertQuote(
  quote: NewQuote,
  lockedRateTransfersMax: number,
): Part<{ liveRate: boolean }> {
  return inserted([
    quote.profileId,
    quote.id,
    quote.userId,
    quote.applicationId,
    quote.clientId,
    quote.partnerPrice && decimalText(quote.partnerPrice),
    quote.sourceCurrency,
    quote.targetCurrency,
    quote.provided,
    quote.providedMinor.toString(),
    decimalText(quote.rate),
    quote.payOut,
    quote.preferredPayIn,
    quote.targetAccount,
    quote.targetAccountOwned,
    quote.payOutCountry,
    quote.priceSetId,
    quote.priceDecisionId,
    optionsJson(quote.options),
    JSON.stringify(quote.notices),
    quote.createdAt.toString(),
    quote.expiresAt.toString(),
    lockedRateTransfersMax,
  ])
}

export type QuoteChange = Pick<
  QuoteRow,
  'payOut' | 'targetAccount' | 'targetAccountOwned' | 'payOutCountry' | 'options' | 'notices'
> & { readonly priceSetId: number }

// Guarded like acceptance: of a change and a transfer at the same moment, one comes first and the
// other looks again.
const changed = part({
  name: 'quote_changed',
  text: `quote_changed as (
    update quotes set pay_out = $5, target_account = $6, target_account_owned = $7,
           pay_out_country = $8, price_set_id = $9, options = $10, notices = $11,
           version = version + 1
     where profile_id = $1 and id = $2 and version = $3 and status = 'PENDING' and expires_at > $4
    returning id)`,
  guard: { lost: 'run again' },
})

/** Changes a quote that is still as `before` was read. */
export function changeQuote(before: QuoteRow, change: QuoteChange, now: Temporal.Instant): Part {
  return changed([
    before.profileId,
    before.id,
    before.version,
    now.toString(),
    change.payOut,
    change.targetAccount,
    change.targetAccountOwned,
    change.payOutCountry,
    change.priceSetId,
    optionsJson(change.options),
    JSON.stringify(change.notices),
  ])
}

// The place among the held rates is taken before the row is changed, always in this order.
const accepted = part<{ id: string; keepsRate: boolean }>({
  name: 'quote_accepted',
  text: `quote_accepted as (
    update quotes set status = 'ACCEPTED',
           holds_rate = case when $5 then may_hold_rate($1, $4, $6) else false end
     where profile_id = $1 and id = $2 and version = $3 and status = 'PENDING' and expires_at > $4
    returning id, holds_rate or $7 as keeps_rate)`,
  guard: { lost: 'run again' },
})

const converted = part({
  name: 'quote_converted',
  text: `quote_converted as (
    update quotes set status = 'FUNDED'
     where profile_id = $1 and id = $2 and version = $3 and status = 'PENDING' and expires_at > $4
    returning id)`,
  guard: { lost: 'run again' },
})

const funded = part({
  name: 'quote_funded',
  text: `quote_funded as (
    update quotes set status = 'FUNDED', holds_rate = false
     where profile_id = $1 and id = any($2::uuid[]) and status = 'ACCEPTED'
    returning id)`,
  guard: { rows: 'cardinality($2::uuid[])', lost: 'run again' },
})

const released = part({
  name: 'quote_released',
  text: `quote_released as (
    update quotes set holds_rate = false
     where profile_id = $1 and id = $2 and holds_rate
    returning id)`,
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
  const asks = counts && !liveRate
  const keepsAnyway = !counts && !liveRate
  return accepted([
    profileId,
    id,
    version,
    now.toString(),
    asks,
    lockedRateTransfersMax,
    keepsAnyway,
  ])
}

/** The part of a write that uses the quote up for a conversion, whose money is booked by it. */
export function acceptAndFundQuote(
  { profileId, id, version }: Key & Pick<QuoteRow, 'version'>,
  now: Temporal.Instant,
): Part {
  return converted([profileId, id, version, now.toString()])
}

/** The part of a write that books the money of the quote's transfer; its rate is held no longer. */
export function fundQuote({ profileId, id }: Key): Part {
  return fundQuotes(profileId, [id])
}

export function fundQuotes(profileId: Id<'profile'>, ids: readonly string[]): Part {
  return funded([profileId, ids])
}

/** The part of a write that cancels an unfunded transfer of the quote: it holds no rate any more. */
export function releaseQuote({ profileId, id }: Key): Part {
  return released([profileId, id])
}
