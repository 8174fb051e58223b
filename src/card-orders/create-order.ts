// Orders a card (C 4.2, D76 to D78).

import { clientIdOf, findProgram, reserveCard } from '../cards/index.ts'
import type { UserCaller } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database/db.ts'
import { recordEvents } from '../kernel/events.ts'
import type { Id } from '../kernel/ids.ts'
import { refuse, refuseAll } from '../kernel/refusal.ts'
import { getProfile, requireUnverified } from '../profiles/index.ts'
import { type AvailabilityContext, countCards, programsFor } from './availability.ts'
import { CardOrderLimit, ProgramUnavailable } from './errors.ts'
import {
  checkOrder,
  deliveryEstimate,
  faultsOfUnsupportedFields,
  isAtLimit,
  type OrderInput,
} from './model.ts'
import { statusEvent } from './moves/move-order.ts'
import { cardOrderStates } from './states.ts'
import { type CardOrderRow, generateOrderId, insertOrder, lockCounter } from './store.ts'

/**
 * Orders a card of a program. Refuses with CardOrderNotSupported, ProgramUnavailable, all violations of the fields, or
 * CardOrderLimit. The order of an unverified profile waits for its verification.
 */
export async function createOrder(
  tx: Tx,
  profileId: Id<'profile'>,
  input: OrderInput & { readonly program: string },
  { caller, now, mode, settings }: AvailabilityContext & { readonly caller: UserCaller },
): Promise<CardOrderRow> {
  refuseAll(faultsOfUnsupportedFields(input))
  const profile = await getProfile(tx, profileId)
  const program = findProgram(programsFor(profile, mode), input.program, settings)
  if (program === undefined) return refuse(ProgramUnavailable, { arguments: [input.program] })
  const { order: fields, faults } = checkOrder(input, program)
  refuseAll(faults)
  const orderCount = await lockCounter(tx, profileId)
  const counts = await countCards(tx, profileId, now)
  if (isAtLimit(program.type, counts, settings.cardLimits))
    refuse(CardOrderLimit, { arguments: [input.program] })

  const { verified } = profile
  const { initial, moves } = cardOrderStates
  const order: CardOrderRow = {
    ...fields,
    ...program,
    profileId,
    id: await generateOrderId(tx),
    number: orderCount + 1,
    clientId: await clientIdOf(tx, caller),
    status: verified ? moves.fulfil.to : initial,
    deliveryEstimate: verified ? deliveryEstimate(program, now) : null,
    cardId: null,
    cardToken: null,
    eventCount: 1,
    createdAt: now,
    modifiedAt: now,
    isActivated: false,
  }
  await tx.write(
    ...insertOrder(order),
    reserveCard(profileId, order.id),
    recordEvents(statusEvent(order, settings)),
    // Otherwise an order created during the verification would stay PLACED until the sweep `card-orders.fulfil-requirements`.
    ...(verified ? [] : [requireUnverified(profileId)]),
  )
  return order
}
