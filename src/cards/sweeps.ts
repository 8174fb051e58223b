// Sweeps that expire cards, and that delete the encrypted number and PIN of expired or blocked cards.

import type { Tx } from '../kernel/database/db.ts'
import type { Id } from '../kernel/ids.ts'
import { isAfter } from '../kernel/instant.ts'
import { ROWS_PER_RUN_MAX, type SweepKey, sweep } from '../kernel/sweep.ts'
import { DAY } from '../kernel/timer.ts'
import { planCardMove } from './change-status.ts'
import type { CardMove } from './states.ts'
import { BY_SERVICE } from './status-event.ts'
import { type CardRow, findCardById } from './store.ts'
import { purgeDelay } from './timers.ts'

const key = { profileId: 'profile_id', id: 'id' }

export const expireCards = sweep({
  name: 'cards.expire',
  summary: 'Moves a card to EXPIRED when the month of its expiry date has ended (D60).',
  table: 'cards',
  key,
  dueAt: 't.expires_at',
  where: "t.status in ('INACTIVE', 'ACTIVE', 'FROZEN', 'PARTNER_SUSPENDED')",
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, due, now) =>
    moveDue(tx, due, { move: 'expire', dueAt: ({ expiresAt }) => expiresAt, now }),
})

export const purgeCards = sweep({
  name: 'cards.purge',
  summary: `Deletes the encrypted data of an expired or blocked card, ${purgeDelay.seconds / DAY} days after its expiry date (D60).`,
  table: 'cards',
  key,
  dueAt: 't.purges_at',
  where: "t.status in ('EXPIRED', 'BLOCKED')",
  batchMax: ROWS_PER_RUN_MAX,
  act: (tx, due, now) =>
    moveDue(tx, due, { move: 'purge', dueAt: ({ purgesAt }) => purgesAt, now }),
})

type DueMove = {
  readonly move: CardMove
  readonly dueAt: (card: CardRow) => Temporal.Instant
  readonly now: Temporal.Instant
}

async function moveDue(
  tx: Tx,
  { profileId, id }: SweepKey,
  { move, dueAt, now }: DueMove,
): Promise<boolean> {
  const card = await findCardById(tx, profileId as Id<'profile'>, Number(id) as Id<'card'>)
  if (card === undefined || isAfter(dueAt(card), now)) return false
  const moved = planCardMove(card, { move, changedBy: BY_SERVICE, now })
  if (moved === undefined) return false
  await tx.write(...moved.steps)
  return true
}
