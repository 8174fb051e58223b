// Lists the cards of a profile.

import type { Static } from 'typebox'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { type Page, readPage } from '../kernel/pages.ts'
import type { Settings } from '../kernel/settings.ts'
import { type CardList, showCard } from './schemas.ts'
import { countAllCards, listCardsBetween } from './store.ts'

type Input = Page & {
  readonly profileId: Id<'profile'>
  readonly settings: Settings
  readonly now: Temporal.Instant
}

export async function listCards(db: Reader, input: Input): Promise<Static<typeof CardList>> {
  const { profileId } = input
  const totalCount = await countAllCards(db, profileId)
  const rows = await readPage(totalCount, input, (first, last) =>
    listCardsBetween(db, profileId, first, last),
  )
  return { totalCount, cards: rows.map((card) => showCard(card, input)) }
}
