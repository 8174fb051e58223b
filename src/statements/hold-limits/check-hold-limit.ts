// Compares the balances of a profile with the limit of its country (D99): opens a breach, sends the excess at the end
// of the day in that country, and closes the breach once the profile is within the limit, or the limit no longer applies.

import { balanceTypes, listOpenBalances } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import { type NewEvent, newEvent, recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import { isAfter } from '../../kernel/instant.ts'
import { type Money, toWire } from '../../kernel/money.ts'
import { toMillisecond, toSecond } from '../../kernel/wire.ts'
import { lockAvailable } from '../../ledger/index.ts'
import { getProfile } from '../../profiles/index.ts'
import { breachUpdated } from '../events.ts'
import { breachStates } from '../states.ts'
import { sumFunds } from '../sum-funds.ts'
import { endOfDay, excessOf, findExcess, type HoldLimit, holdLimitOf } from './limits.ts'
import { type CheckContext, type DueCheck, sendExcess } from './send-excess.ts'
import * as store from './store.ts'

/**
 * Makes the check of a profile. Returns false, without effect, when no check is due, for example because another process has
 * just made the check.
 */
export async function checkHoldLimit(
  tx: Tx,
  profileId: Id<'profile'>,
  context: CheckContext,
): Promise<boolean> {
  const { now } = context
  const balances = await listOpenBalances(tx, profileId, balanceTypes)
  await lockAvailable(
    tx,
    profileId,
    balances.map(({ id }) => id),
  )
  const check = await store.lockCheck(tx, profileId)
  if (check === undefined || check.dueAt === null || isAfter(check.dueAt, now)) return false
  const profile = await getProfile(tx, profileId)
  const limit = holdLimitOf(profile)
  const found = await store.findOpenBreach(tx, profileId)
  // The customer has left the country whose limit was exceeded.
  const isOfFormerLimit = found !== undefined && found.currency !== limit?.maximum.currency
  if (isOfFormerLimit) await closeBreach(tx, found, 'MANUALLY_RESOLVED', now)
  if (limit === undefined) {
    await store.endChecks(tx, profileId)
    return true
  }
  const breach = isOfFormerLimit ? undefined : found
  const { worth } = await sumFunds(tx, profileId, limit.maximum.currency, now)
  const excess = excessOf(worth, limit)
  const isAbove = excess.minor > 0n
  if (isAbove && breach === undefined) await openBreach(tx, profileId, { excess, limit, now })
  if (isAbove && breach !== undefined)
    await resolveBreach(tx, { ...breach, amountMinor: excess.minor }, { check, limit, context })
  if (!isAbove && breach !== undefined) await closeBreach(tx, breach, 'MANUALLY_RESOLVED', now)
  // A profile without money needs no daily check: only a credit can bring it above the limit.
  await store.setCheckDue(tx, profileId, worth.minor === 0n ? null : endOfDay(limit, now))
  return true
}

async function openBreach(
  tx: Tx,
  profileId: Id<'profile'>,
  { excess, limit, now }: { excess: Money; limit: HoldLimit; now: Temporal.Instant },
): Promise<void> {
  const breach: store.BreachRow = {
    profileId,
    id: await store.generateBreachId(tx),
    currency: excess.currency,
    amountMinor: excess.minor,
    state: breachStates.initial,
    closingReason: null,
    eventCount: 1,
    sendsAt: endOfDay(limit, now),
    createdAt: now,
    updatedAt: now,
  }
  await tx.write(store.insertBreach(breach), recordEvents(breachEvent(breach)))
}

/** Sends the excess at the end of the day; before then, stores the amount. Excess that is left is tried again a day later. */
async function resolveBreach(
  tx: Tx,
  breach: store.BreachRow,
  { check, limit, context }: DueCheck,
): Promise<void> {
  const { now } = context
  if (isAfter(breach.sendsAt, now)) {
    await tx.write(store.updateBreach({ ...breach, updatedAt: now }))
    return
  }
  await sendExcess(tx, breach, { check, limit, context })
  const left = await findExcess(tx, breach.profileId, limit, now)
  if (left.minor <= 0n) return closeBreach(tx, breach, 'AUTOMATICALLY_RESOLVED', now)
  const later = { amountMinor: left.minor, sendsAt: endOfDay(limit, now), updatedAt: now }
  await tx.write(store.updateBreach({ ...breach, ...later }))
}

async function closeBreach(
  tx: Tx,
  breach: store.BreachRow,
  closingReason: store.ClosingReason,
  now: Temporal.Instant,
): Promise<void> {
  const { to: state } = breachStates.moves.close
  const eventCount = breach.eventCount + 1
  const closed: store.BreachRow = { ...breach, state, closingReason, eventCount, updatedAt: now }
  await tx.write(store.updateBreach(closed), recordEvents(breachEvent(closed)))
}

function breachEvent(breach: store.BreachRow): NewEvent {
  const { profileId, id, currency, amountMinor, state, closingReason, eventCount } = breach
  const { createdAt, updatedAt } = breach
  return newEvent(
    breachUpdated,
    { profileId, subject: `hold-limit-breach:${id}`, number: eventCount, occurredAt: updatedAt },
    {
      resource: { type: 'hold-limit-breach', hold_limit_breach_id: id, profile_id: profileId },
      amount: toWire({ minor: amountMinor, currency }),
      currency,
      state,
      closing_reason: closingReason,
      created_at: toMillisecond(createdAt),
      updated_at: toMillisecond(updatedAt),
      occurred_at: toSecond(updatedAt),
    },
  )
}
