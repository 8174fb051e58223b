// Every SQL statement about the record of shown card data.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'

export type ShownData = 'DETAILS' | 'PIN'

type RevealRow = {
  readonly profileId: Id<'profile'>
  readonly cardId: Id<'card'>
  readonly userId: Id<'user'>
  readonly clientId: string
  readonly shown: ShownData
  readonly revealedAt: Temporal.Instant
}

const findNthLatestRevealSql = sql<{ at: Temporal.Instant }>(`
  select revealed_at as at from card_reveals
   where profile_id = $1 and card_id = $2 and revealed_at > $3
   order by revealed_at desc limit 1 offset $4`)

/** The time of the `n`-th latest reveal after `since`; undefined when fewer than `n` reveals are after `since`. */
export async function findNthLatestReveal(
  db: Reader,
  { profileId, cardId }: Pick<RevealRow, 'profileId' | 'cardId'>,
  since: Temporal.Instant,
  n: number,
): Promise<Temporal.Instant | undefined> {
  const row = await db.row(findNthLatestRevealSql, [profileId, cardId, since.toString(), n - 1])
  return row?.at
}

const insertRevealSql = sql<never>(`
  insert into card_reveals (profile_id, card_id, user_id, client_id, shown, revealed_at)
  values ($1, $2, $3, $4, $5, $6)`)

export async function insertReveal(
  tx: Tx,
  { profileId, cardId, userId, clientId, shown, revealedAt }: RevealRow,
): Promise<void> {
  await tx.rows(insertRevealSql, [
    profileId,
    cardId,
    userId,
    clientId,
    shown,
    revealedAt.toString(),
  ])
}

const listRevealsSql = sql<RevealRow>(`
  select profile_id, card_id, user_id, client_id, shown, revealed_at from card_reveals
   where profile_id = $1 and card_id = $2 order by revealed_at desc, id desc limit $3`)

/** The latest reveals of the card, at most `rowsMax`, newest first. */
export function listReveals(
  db: Reader,
  { profileId, cardId }: Pick<RevealRow, 'profileId' | 'cardId'>,
  rowsMax: number,
): Promise<RevealRow[]> {
  return db.rows(listRevealsSql, [profileId, cardId, rowsMax])
}
