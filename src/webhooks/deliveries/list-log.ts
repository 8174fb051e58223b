// The delivery log of a subscription, in pages.

import type { Reader } from '../../kernel/database/db.ts'
import type { DeliveryState } from '../states.ts'
import { type DeliveryRow, listDeliveries } from './log-store.ts'

/** The reply header that contains the `seekPosition` of the next page; absent on the last page. */
export const LOG_NEXT_HEADER = 'X-Seek-Position-For-Next'

type Query = {
  readonly size: number
  readonly state?: DeliveryState
  readonly seekPosition?: string
}

/** Returns a page of the delivery log, newest first. */
export async function listLog(
  db: Reader,
  subscriptionId: string,
  { size, state, seekPosition }: Query,
  setHeader: (name: string, value: string) => void,
): Promise<DeliveryRow[]> {
  // One delivery more than the page has: when it is found, there is a next page.
  const page = { before: seekPosition, state, max: size + 1 }
  const rows = await listDeliveries(db, subscriptionId, page)
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  if (rows.length > size && last !== undefined) setHeader(LOG_NEXT_HEADER, last.id)
  return shown
}
