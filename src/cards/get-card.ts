// Loads a card of a profile, and names the client of a caller.

import type { UserCaller } from '../kernel/caller.ts'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse } from '../kernel/refusal.ts'
import { findApplicationById } from '../users/index.ts'
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

/** The client of a caller, as cards, orders and events name it: the key of the application, `personal` for a personal token. */
export async function clientIdOf(
  db: Reader,
  { applicationId }: Pick<UserCaller, 'applicationId'>,
): Promise<string> {
  if (applicationId === null) return 'personal'
  const application = await findApplicationById(db, applicationId)
  if (application === undefined)
    throw new Error(`the application ${applicationId} of a token is missing`)
  return application.clientKey
}
