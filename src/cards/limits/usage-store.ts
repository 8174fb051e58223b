// Every SQL statement about the usage of limits. An authorisation counts in its own write, and a release gives back to
// the periods of the authorisation.

import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Limits, periodsAt, usagePeriods } from './model.ts'

type Used = {
  readonly profileId: Id<'profile'>
  readonly cardId: Id<'card'>
  /** In minor units of the currency of the card. */
  readonly amountMinor: bigint
  /** When the amount was authorised. */
  readonly at: Temporal.Instant
}

// Several requests of a batch may be authorisations of one card. PostgreSQL keeps one change of a row by one statement,
// so the row is changed by the sum of their amounts. When the sum would exceed a limit, they are sent again unbatched.
const countUsageStep = writeStep({
  name: 'card_usage_counted',
  input: {
    profileId: 'bigint',
    cardId: 'bigint',
    amountMinor: 'numeric',
    day: 'text',
    dailyLimit: 'numeric',
    month: 'text',
    monthlyLimit: 'numeric',
    lifetime: 'text',
    lifetimeLimit: 'numeric',
  },
  tenant: 'profileId',
  locksAfterGuards: true,
  sql: ({ input, guardFailed }) => `card_usage_total as materialized (
    select profile_id, card_id, p.period, sum(amount_minor) as amount, min(p.threshold) as threshold
      from ${input}
     cross join lateral (values (1, day, daily_limit), (2, month, monthly_limit), (3, lifetime, lifetime_limit))
             as p (turn, period, threshold)
     group by profile_id, card_id, p.period
     order by min(request_index), min(p.turn)),
  card_usage_changed as (
    merge into card_usage u using card_usage_total t
       on u.profile_id = t.profile_id and u.card_id = t.card_id and u.period = t.period
     when matched and (t.threshold is null or u.amount + t.amount <= t.threshold) then
   update set amount = u.amount + t.amount
     when not matched and (t.threshold is null or t.amount <= t.threshold) then
   insert (profile_id, card_id, period, amount)
   values (t.profile_id, t.card_id, t.period, t.amount)
   returning u.card_id),
  card_usage_counted as materialized (
    select where case when (select count(*) from card_usage_changed) = (select count(*) from card_usage_total)
                      then true else ${guardFailed} end)`,
  guardRaises: true,
  // A concurrent authorisation used up the limit, or inserted the row of the period: the retry decides on the new
  // usage.
  onGuardFailed: 'retry',
  constraints: { card_usage_pkey: 'retry' },
})

/** The write step that counts an authorised amount against the limits. Retries when it would exceed one. */
export function countUsage(card: Limits, { profileId, cardId, amountMinor, at }: Used): WriteStep {
  const { dailyLimit, monthlyLimit, lifetimeLimit } = card
  const { DAILY: day, MONTHLY: month, LIFETIME: lifetime } = periodsAt(at)
  const periods = { day, dailyLimit, month, monthlyLimit, lifetime, lifetimeLimit }
  return countUsageStep({ profileId, cardId, amountMinor, ...periods })
}

const changeUsageStep = writeStep({
  name: 'card_usage_changed',
  input: { profileId: 'bigint', cardId: 'bigint', period: 'text', amountMinor: 'numeric' },
  tenant: 'profileId',
  locksAfterGuards: true,
  sql: ({ input }) => `card_usage_changed as (
    update card_usage u set amount = u.amount + input.amount_minor
      from ${input}
     where u.profile_id = input.profile_id and u.card_id = input.card_id and u.period = input.period
    returning input.request_index)`,
  onGuardFailed: 'retry',
})

/**
 * The write step that changes the usage of the periods of an authorisation, whatever the limits: a negative amount
 * gives back what was released, a positive one counts what was captured beyond the authorised amount.
 */
export function changeUsage({ profileId, cardId, amountMinor, at }: Used): WriteStep {
  const periods = periodsAt(at)
  return changeUsageStep(
    usagePeriods.map((type) => ({ profileId, cardId, period: periods[type], amountMinor })),
  )
}
