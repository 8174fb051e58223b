// Every SQL statement about the usage of limits. An authorisation counts in its own write, and a release gives back to
// the periods of the authorisation.

import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Limits, periodsAt, thresholdOf, usagePeriods } from './model.ts'

type Used = {
  readonly profileId: Id<'profile'>
  readonly cardId: Id<'card'>
  /** In minor units of the currency of the card. */
  readonly amountMinor: bigint
  /** When the amount was authorised. */
  readonly at: Temporal.Instant
}

const counted = writeStep({
  name: 'card_usage_counted',
  input: {
    profileId: 'bigint',
    cardId: 'bigint',
    period: 'text',
    amountMinor: 'numeric',
    threshold: 'numeric',
  },
  tenant: 'profileId',
  locksAfterGuards: true,
  sql: ({ input }) => `card_usage_counted as (
    merge into card_usage u using (
      select request_index, profile_id, card_id, period, amount_minor, threshold from ${input}) i
       on u.profile_id = i.profile_id and u.card_id = i.card_id and u.period = i.period
     when matched and (i.threshold is null or u.amount + i.amount_minor <= i.threshold) then
   update set amount = u.amount + i.amount_minor
     when not matched and (i.threshold is null or i.amount_minor <= i.threshold) then
   insert (profile_id, card_id, period, amount)
   values (i.profile_id, i.card_id, i.period, i.amount_minor)
   returning i.request_index)`,
  // Another authorisation has used the limit up, or began the period: the retry decides on what it left.
  onGuardFailed: 'retry',
  constraints: { card_usage_pkey: 'retry' },
})

/** The write step that counts an authorised amount against the limits. Retries when it would exceed one. */
export function countUsage(card: Limits, { profileId, cardId, amountMinor, at }: Used): WriteStep {
  const periods = periodsAt(at)
  return counted(
    usagePeriods.map((type) => ({
      profileId,
      cardId,
      period: periods[type],
      amountMinor,
      threshold: thresholdOf(card, type),
    })),
  )
}

const changed = writeStep({
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
 * The write step that changes the usage of the periods of an authorisation, whatever the limits: a negative amount gives
 * back what was released, a positive one counts what was captured beyond the authorised amount.
 */
export function changeUsage({ profileId, cardId, amountMinor, at }: Used): WriteStep {
  const periods = periodsAt(at)
  return changed(
    usagePeriods.map((type) => ({ profileId, cardId, period: periods[type], amountMinor })),
  )
}
