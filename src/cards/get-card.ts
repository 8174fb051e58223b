// Loads a card of a profile.

import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { CardNotFound } from './errors.ts'
import { type CardRow, type CardWithUsage, findCard, findCardWithUsage } from './store.ts'

type CardKey = { readonly profileId: Id<'profile'>; readonly cardToken: string }

/** Refuses with CardNotFound. */
export async function getCard(db: Reader, { profileId, cardToken }: CardKey): Promise<CardRow> {
  const card = await findCard(db, profileId, cardToken)
  return card ?? refuse(CardNotFound, { arguments: [cardToken] })
}

/** The card with the amounts that were spent. Refuses with CardNotFound. */
export async function getCardWithUsage(
  db: Reader,
  { profileId, cardToken }: CardKey,
  now: Temporal.Instant,
): Promise<CardWithUsage> {
  const card = await findCardWithUsage(db, profileId, cardToken, now)
  return card ?? refuse(CardNotFound, { arguments: [cardToken] })
}
