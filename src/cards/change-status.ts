// Moves a card to another status.

import type { Tx } from '../kernel/database/db.ts'
import { recordEvents } from '../kernel/events.ts'
import { refuse } from '../kernel/refusal.ts'
import { next } from '../kernel/states.ts'
import { CardStatusConflict } from './errors.ts'
import { statusAt } from './model.ts'
import { type CardMove, cardStates, type SuspendableStatus } from './states.ts'
import { statusEvent } from './status-event.ts'
import { type CardRow, updateCard } from './store.ts'

type Change = {
  readonly move: CardMove
  /** The key of the application, `personal`, or `BY_SERVICE`. */
  readonly changedBy: string
  readonly now: Temporal.Instant
}

/**
 * The card after a move, and the write steps that store it with its event. Undefined when its status does not allow the
 * move. Exported for use cases of other modules that write further rows in the same statement.
 */
export function planCardMove(before: CardRow, { move, changedBy, now }: Change) {
  const status = next(cardStates, before.status, move)
  if (status === undefined) return undefined
  const isFirstActivation = status === 'ACTIVE' && before.activatedAt === null
  const after: CardRow = {
    ...before,
    status,
    // `cardStates` allows the move `suspend` only from these statuses.
    statusBefore: status === 'PARTNER_SUSPENDED' ? (before.status as SuspendableStatus) : null,
    ...(isFirstActivation && firstActivation(before, now)),
    version: before.version + 1,
    eventCount: before.eventCount + 1,
    modifiedAt: now,
  }
  const steps = [
    updateCard(before, after),
    recordEvents(statusEvent(after, changedBy, now)),
  ] as const
  return { after, steps }
}

/** The first activation shows that a physical card has arrived, so it enables the permissions that were locked (D65). */
function firstActivation(
  { disabledPermissions, lockedPermissions }: CardRow,
  now: Temporal.Instant,
) {
  return {
    activatedAt: now,
    disabledPermissions: disabledPermissions.filter((type) => !lockedPermissions.includes(type)),
    lockedPermissions: [],
  }
}

/** Moves the card, and stores it with its event. Refuses with CardStatusConflict. */
export async function moveCard(tx: Tx, card: CardRow, change: Change): Promise<CardRow> {
  const moved = planCardMove(card, change)
  if (moved === undefined) return refuse(CardStatusConflict, { arguments: [card.status] })
  await tx.write(...moved.steps)
  return moved.after
}

const moveOf = { ACTIVE: 'activate', FROZEN: 'freeze', BLOCKED: 'block' } as const
export const settableStatuses = ['ACTIVE', 'FROZEN', 'BLOCKED'] as const
type SettableStatus = (typeof settableStatuses)[number]

/**
 * Sets the status that a customer chose. Setting the current status again changes nothing (D60). Refuses with
 * CardStatusConflict.
 */
export async function setStatus(
  tx: Tx,
  card: CardRow,
  status: SettableStatus,
  { changedBy, now }: Omit<Change, 'move'>,
): Promise<CardRow> {
  const current = statusAt(card, now)
  if (current === status) return card
  if (current === 'EXPIRED') refuse(CardStatusConflict, { arguments: [current] })
  return moveCard(tx, card, { move: moveOf[status], changedBy, now })
}

const restoreMoves = {
  INACTIVE: 'restoreInactive',
  ACTIVE: 'restoreActive',
  FROZEN: 'restoreFrozen',
} as const satisfies Readonly<Record<SuspendableStatus, CardMove>>

/** Returns a suspended card to the status that it had before. Refuses with CardStatusConflict. */
export function restoreCard(
  tx: Tx,
  card: CardRow,
  { changedBy, now }: Omit<Change, 'move'>,
): Promise<CardRow> {
  // A card without an earlier status is not suspended: `moveCard` refuses each of these moves.
  const move = restoreMoves[card.statusBefore ?? 'ACTIVE']
  return moveCard(tx, card, { move, changedBy, now })
}
