// The requirements of an order, as clients see them (C 2.4, D77a). The card is issued once VERIFICATION is COMPLETED, with or
// without a chosen PIN. The address was checked when the order was created.

import { findReservation } from '../cards/index.ts'
import type { Reader } from '../kernel/database/db.ts'
import { getProfile } from '../profiles/index.ts'
import { hasUsableDocument } from '../verification/index.ts'
import type { CardOrderRow } from './store.ts'

export const requirementTypes = ['PIN', 'VERIFICATION', 'ADDRESS'] as const
/** The service never returns FAILED, which is a status of the interface. */
export const requirementStatuses = [
  'NOT_INITIATED',
  'NEEDS_ACTION',
  'PENDING',
  'COMPLETED',
  'FAILED',
] as const

export type Requirement = {
  readonly type: (typeof requirementTypes)[number]
  readonly status: (typeof requirementStatuses)[number]
}

export async function requirementsOf(db: Reader, order: CardOrderRow): Promise<Requirement[]> {
  return [
    ...(order.type === 'PHYSICAL'
      ? [{ type: 'PIN', status: await pinStatus(db, order) } as const]
      : []),
    { type: 'VERIFICATION', status: await verificationStatus(db, order) },
    { type: 'ADDRESS', status: 'COMPLETED' },
  ]
}

/** The verification counts until the order is fulfilled: a profile that loses it later keeps the order (D42). */
async function verificationStatus(
  db: Reader,
  { profileId, deliveryEstimate }: CardOrderRow,
): Promise<Requirement['status']> {
  if (deliveryEstimate !== null) return 'COMPLETED'
  const { verified } = await getProfile(db, profileId)
  if (verified) return 'COMPLETED'
  return (await hasUsableDocument(db, profileId)) ? 'PENDING' : 'NEEDS_ACTION'
}

/** A PIN may be chosen until the card is issued; without a choice the card gets a random PIN (D64). */
async function pinStatus(
  db: Reader,
  { profileId, id, cardId }: CardOrderRow,
): Promise<Requirement['status']> {
  if (cardId !== null) return 'COMPLETED'
  const reservation = await findReservation(db, profileId, id)
  return reservation?.hasPin ? 'COMPLETED' : 'NOT_INITIATED'
}
