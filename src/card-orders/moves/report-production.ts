// Records the card manufacturer's report that a physical card was produced, or that its production failed.

import { getCard } from '../../cards/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { Id } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refusal.ts'
import { next } from '../../kernel/states.ts'
import { CardNotPhysical, CardOrderConflict, ErrorCodeNotAllowed } from '../errors.ts'
import { cardOrderStates } from '../states.ts'
import { lockOrderOfCard } from '../store.ts'
import { type MoveContext, orderAfter, statusOf, storeMoves } from './move-order.ts'

export const productionStatuses = ['PRODUCED', 'PRODUCTION_ERROR'] as const

type Report = MoveContext & {
  readonly profileId: Id<'profile'>
  readonly cardToken: string
  readonly status: (typeof productionStatuses)[number]
  readonly errorCode?: string | undefined
}

/**
 * Moves the order of the card to PRODUCED, unless it is PRODUCED already. A production error leaves the order as it is, so
 * that the card can be produced again. Refuses with ErrorCodeNotAllowed, CardNotFound, CardNotPhysical or
 * CardOrderConflict.
 */
export async function reportProduction(tx: Tx, report: Report): Promise<void> {
  const { profileId, status, errorCode, now } = report
  if (status === 'PRODUCED' && errorCode !== undefined) refuse(ErrorCodeNotAllowed)
  const card = await getCard(tx, report)
  const order = await lockOrderOfCard(tx, profileId, card.id)
  if (order?.type !== 'PHYSICAL') return refuse(CardNotPhysical)
  const current = statusOf(order)
  if (status === 'PRODUCED' && current === 'PRODUCED') return
  // Both the stored status and the status that follows from the card must allow the move.
  const produced = orderAfter(order, 'produce', now)
  if (produced === undefined || next(cardOrderStates, current, 'produce') === undefined)
    return refuse(CardOrderConflict, { arguments: [current] })
  if (status === 'PRODUCED') await storeMoves(tx, order, [produced], report)
}
