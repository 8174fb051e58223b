// Which card programs a profile may order, and how many cards and orders count towards its limits (D58, D78).

import { type CardProgram, countOpenCards, programsOf } from '../cards/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Settings } from '../kernel/settings.ts'
import { dayOf } from '../kernel/wire.ts'
import { getProfile, type ProfileRow, primaryAddress } from '../profiles/index.ts'
import { type CardCounts, isAtLimit } from './model.ts'
import { countOrdersForLimits } from './store.ts'

export type AvailabilityContext = {
  readonly now: Temporal.Instant
  readonly mode: 'sandbox' | 'live'
  readonly settings: Pick<Settings, 'cardLimits' | 'cardNetworks'>
}

/** The programs of the profile, without regard to how many cards it has. */
export function programsFor(profile: ProfileRow, mode: 'sandbox' | 'live'): readonly CardProgram[] {
  const country = primaryAddress(profile)?.country
  return programsOf({ country, profileType: profile.type }, mode)
}

/** The programs that the profile may order now; empty when it may order no card. */
export async function listAvailablePrograms(
  db: Reader,
  profileId: Id<'profile'>,
  { now, mode, settings }: AvailabilityContext,
): Promise<readonly CardProgram[]> {
  const programs = programsFor(await getProfile(db, profileId), mode)
  if (programs.length === 0) return []
  const counts = await countCards(db, profileId, now)
  return programs.filter(({ type }) => !isAtLimit(type, counts, settings.cardLimits))
}

/**
 * Counts the cards and orders that count towards the limits. The counts are exact only while the profile's counter is locked:
 * otherwise an order counts twice when its card is issued after the orders were counted and before the cards are.
 */
export async function countCards(
  db: Reader,
  profileId: Id<'profile'>,
  now: Temporal.Instant,
): Promise<CardCounts> {
  const dayStart = dayOf(now).toZonedDateTime('UTC').toInstant()
  const orders = await countOrdersForLimits(db, profileId, dayStart)
  const cards = await countOpenCards(db, profileId)
  return {
    virtual: orders.virtual + cards.virtual,
    physical: orders.physical + cards.physical,
    virtualToday: orders.virtualToday,
  }
}
