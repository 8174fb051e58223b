// Activities come from several tables, each in the order of its own ids. A page is a merge of them by
// time, and its cursor says how far each of them was read: so every look is one walk on a primary key.

import { isAfter } from '../kernel/instant.ts'
import type { Money } from '../kernel/money.ts'
import { type TransferStatus, transferStates } from '../transfers/index.ts'

export const activityStatuses = [
  'COMPLETED',
  'IN_PROGRESS',
  'REQUIRES_ATTENTION',
  'UPCOMING',
  'CANCELLED',
] as const
export type ActivityStatus = (typeof activityStatuses)[number]

export const resourceTypes = ['TRANSFER', 'BALANCE_TRANSACTION'] as const
export type ResourceType = (typeof resourceTypes)[number]

/** Money that is exchanged between two balances of a profile is INTERBALANCE, as one that is moved (D105). */
export const activityTypes = ['TRANSFER', 'BALANCE_DEPOSIT', 'INTERBALANCE'] as const
export type ActivityType = (typeof activityTypes)[number]

export type Activity = {
  readonly type: ActivityType
  readonly resource: ResourceType
  readonly id: number
  /** Who, or what, it is about: plain text. */
  readonly about: string
  readonly primary: Money
  /** What was paid for it, where that is another currency. */
  readonly secondary: Money | undefined
  readonly status: ActivityStatus
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

/** How a transfer stands, by its state. */
const standing: Readonly<Record<TransferStatus, ActivityStatus>> = {
  incoming_payment_waiting: 'REQUIRES_ATTENTION',
  processing: 'IN_PROGRESS',
  funds_converted: 'IN_PROGRESS',
  outgoing_payment_sent: 'COMPLETED',
  bounced_back: 'IN_PROGRESS',
  funds_refunded: 'CANCELLED',
  cancelled: 'CANCELLED',
}

/** One that is on its way requires attention as long as a case holds it up. */
export function standingOf(state: TransferStatus, isHeldUp: boolean): ActivityStatus {
  const stands = standing[state]
  return stands === 'IN_PROGRESS' && isHeldUp ? 'REQUIRES_ATTENTION' : stands
}

/** `isHeldUp` is undefined where it does not matter. */
export type Standing = { readonly state: TransferStatus; readonly isHeldUp: boolean | undefined }

/** The transfers that stand so; none are UPCOMING. */
export function standingsOf(status: ActivityStatus): Standing[] {
  return transferStates.states.flatMap((state) => {
    const [free, heldUp] = [standingOf(state, false) === status, standingOf(state, true) === status]
    return free || heldUp ? [{ state, isHeldUp: free && heldUp ? undefined : heldUp }] : []
  })
}

/** Below which id each table is read on. */
export type Cursor = Readonly<Record<ResourceType, number>>

const TOKEN = /^(\d{1,16})\.(\d{1,16})$/

export function cursorText({ TRANSFER, BALANCE_TRANSACTION }: Cursor): string {
  return Buffer.from(`${TRANSFER}.${BALANCE_TRANSACTION}`).toString('base64url')
}

/** Undefined for a text that is no cursor. */
export function readCursor(text: string): Cursor | undefined {
  const [, transfer, movement] = TOKEN.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const [TRANSFER, BALANCE_TRANSACTION] = [Number(transfer), Number(movement)]
  if (!Number.isSafeInteger(TRANSFER) || !Number.isSafeInteger(BALANCE_TRANSACTION))
    return undefined
  return { TRANSFER, BALANCE_TRANSACTION }
}

export type Page = { readonly activities: readonly Activity[]; readonly next: Cursor | undefined }

/** Takes the latest `size` of both, each of which holds `size + 1` where there are so many. */
export function mergePage(
  streams: Readonly<Record<ResourceType, readonly Activity[]>>,
  from: Cursor,
  size: number,
): Page {
  const rest = {
    TRANSFER: [...streams.TRANSFER],
    BALANCE_TRANSACTION: [...streams.BALANCE_TRANSACTION],
  }
  const next = { ...from }
  const activities: Activity[] = []
  while (activities.length < size) {
    const latest = later(rest.TRANSFER[0], rest.BALANCE_TRANSACTION[0])
    if (latest === undefined) break
    rest[latest.resource].shift()
    next[latest.resource] = latest.id
    activities.push(latest)
  }
  const more = rest.TRANSFER.length + rest.BALANCE_TRANSACTION.length > 0
  return { activities, next: more ? next : undefined }
}

function later(a: Activity | undefined, b: Activity | undefined): Activity | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return isAfter(b.createdAt, a.createdAt) ? b : a
}
