// SQL statements about the usage of cards; `findCardWithUsage` reads the usage with the card. A card has one row from its
// first transaction on. The row counts the transactions of the card, and adds up their amounts in the day, in the month and
// over the lifetime.

import { lookup, type Reader } from '../../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Limits } from './model.ts'

type CardKey = { readonly profileId: Id<'profile'>; readonly cardId: Id<'card'> }

type UsedAmount = CardKey & {
  /** In minor units of the currency of the card. */
  readonly amountMinor: bigint
  readonly at: Temporal.Instant
}

type PeriodLimits = Pick<Limits, 'dailyLimitMinor' | 'monthlyLimitMinor' | 'lifetimeLimitMinor'>

const noLimits: PeriodLimits = {
  dailyLimitMinor: null,
  monthlyLimitMinor: null,
  lifetimeLimitMinor: null,
}

/** The amount of the newest transaction's period, or zero when the transaction to count is in a later period. */
const amountSoFar = (period: 'day' | 'month') =>
  `case when date_trunc('${period}', excluded.latest_at, 'UTC') > u.latest_at then 0 else u.${period}_amount end`

/**
 * The write step of `countTransaction`. Each row that it returns has the number of a transaction of the card, and
 * `counted_at`, the time with which the transaction is stored: the latest time of all transactions that were counted so far.
 * So this time is never before that of the transaction with the previous number.
 *
 * Several requests of a batch may be about one card. A statement of PostgreSQL can change a row only once, so the row is
 * changed by the sum of their amounts, and the requests are numbered in their order. When the sum exceeds a limit, the
 * guard fails, and the requests are sent again unbatched.
 */
export const countTransactionStep = writeStep({
  name: 'card_transaction_counted',
  input: {
    profileId: 'bigint',
    cardId: 'bigint',
    amountMinor: 'numeric',
    at: 'timestamptz',
    dailyLimitMinor: 'numeric',
    monthlyLimitMinor: 'numeric',
    lifetimeLimitMinor: 'numeric',
  },
  tenant: 'profileId',
  locksAfterGuards: true,
  sql: ({ input }) => `card_used as materialized (select * from ${input}),
  card_usage_added as materialized (
    select profile_id, card_id, count(*)::int as transactions, max(at) as latest_at, sum(amount_minor) as amount
      from card_used group by profile_id, card_id order by min(request_index)),
  card_usage_changed as (
    insert into card_usage as u
      (profile_id, card_id, transactions, latest_at, day_amount, month_amount, lifetime_amount)
    select profile_id, card_id, transactions, latest_at, amount, amount, amount from card_usage_added
    on conflict (profile_id, card_id) do update
       set transactions = u.transactions + excluded.transactions,
           latest_at = greatest(u.latest_at, excluded.latest_at),
           day_amount = ${amountSoFar('day')} + excluded.day_amount,
           month_amount = ${amountSoFar('month')} + excluded.month_amount,
           lifetime_amount = u.lifetime_amount + excluded.lifetime_amount
    returning u.profile_id, u.card_id, u.latest_at, u.day_amount, u.month_amount, u.lifetime_amount,
              coalesce(old.transactions, 0) as earlier),
  card_transaction_counted as materialized (
    select c.request_index, u.latest_at as counted_at,
           u.earlier + row_number() over (partition by profile_id, card_id order by c.request_index) as number
      from card_used c join card_usage_changed u using (profile_id, card_id)
     where (c.daily_limit_minor is null or u.day_amount <= c.daily_limit_minor)
       and (c.monthly_limit_minor is null or u.month_amount <= c.monthly_limit_minor)
       and (c.lifetime_limit_minor is null or u.lifetime_amount <= c.lifetime_limit_minor))`,
  // A concurrent authorisation used up the limit: the retry decides on the new usage.
  onGuardFailed: 'retry',
})

/**
 * The write step that counts a transaction of a card, and adds its amount to the usage of the day, the month and the
 * lifetime. The use case is retried when the usage then exceeds a limit. Later write steps may read the rows
 * of this one.
 */
export function countTransaction(
  { profileId, cardId, amountMinor, at }: UsedAmount,
  { dailyLimitMinor, monthlyLimitMinor, lifetimeLimitMinor }: PeriodLimits = noLimits,
): WriteStep {
  const used = { profileId, cardId, amountMinor, at }
  return countTransactionStep({ ...used, dailyLimitMinor, monthlyLimitMinor, lifetimeLimitMinor })
}

const changeUsageStep = writeStep({
  name: 'card_usage_changed',
  input: { profileId: 'bigint', cardId: 'bigint', amountMinor: 'numeric', at: 'timestamptz' },
  tenant: 'profileId',
  locksAfterGuards: true,
  sql: ({ input }) => `card_usage_changed as (
    update card_usage u
       set lifetime_amount = u.lifetime_amount + input.amount_minor,
           month_amount = u.month_amount
             + case when input.at >= date_trunc('month', u.latest_at, 'UTC') then input.amount_minor else 0 end,
           day_amount = u.day_amount
             + case when input.at >= date_trunc('day', u.latest_at, 'UTC') then input.amount_minor else 0 end
      from ${input}
     where u.profile_id = input.profile_id and u.card_id = input.card_id
    returning input.request_index)`,
  onGuardFailed: 'retry',
})

/**
 * The write step that changes the usage of a transaction made at `at`, whatever the limits are: a negative amount gives
 * back a released amount, a positive one counts an amount that was captured beyond the authorised one. It changes the day and the
 * month of the transaction only while no transaction of a later day or month has been counted.
 */
export function changeUsage({ profileId, cardId, amountMinor, at }: UsedAmount): WriteStep {
  return changeUsageStep({ profileId, cardId, amountMinor, at })
}

const findNewestTransactionNumberSql = lookup<{ transactions: number }>(
  ['bigint', 'bigint'],
  'select transactions from card_usage where profile_id = $1 and card_id = $2',
)

/** The number of the newest transaction of a card, which equals the count of its transactions; 0 without transactions. */
export async function findNewestTransactionNumber(
  db: Reader,
  { profileId, cardId }: CardKey,
): Promise<number> {
  return (await db.row(findNewestTransactionNumberSql, [profileId, cardId]))?.transactions ?? 0
}
