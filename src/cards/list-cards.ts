import type { Static } from 'typebox'
import type { Reader } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Settings } from '../kernel/settings.ts'
import { type CardList, showCard } from './schemas.ts'
import { countAllCards, listCardsBetween } from './store.ts'

type Input = {
  readonly profileId: Id<'profile'>
  readonly pageSize: number
  readonly pageNumber: number
  readonly settings: Settings
  readonly now: Temporal.Instant
}

/** Cards are numbered without gaps, so a page is a range of numbers and the last page costs no more than the first. */
export async function listCards(db: Reader, input: Input): Promise<Static<typeof CardList>> {
  const { profileId, pageSize, pageNumber } = input
  const totalCount = await countAllCards(db, profileId)
  const first = (pageNumber - 1) * pageSize + 1
  if (first > totalCount) return { totalCount, cards: [] }
  const rows = await listCardsBetween(db, profileId, first, first + pageSize - 1)
  return { totalCount, cards: rows.map((card) => showCard(card, input)) }
}
