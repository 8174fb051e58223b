// Activities come from two tables, each read in the order of its ids. A page merges them by time. Its cursor contains the
// last id of each table, so every page is an index scan from that id.

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

/** A conversion between two balances of a profile is INTERBALANCE, as is a move without conversion (D105). */
export const activityTypes = ['TRANSFER', 'BALANCE_DEPOSIT', 'INTERBALANCE'] as const
export type ActivityType = (typeof activityTypes)[number]

export type Activity = {
  readonly type: ActivityType
  readonly resource: ResourceType
  readonly id: number
  /** The recipient, the savings balance or the currency, as plain text. */
  readonly title: string
  readonly primary: Money
  /** The amount that was paid, if it is in another currency. */
  readonly secondary: Money | undefined
  readonly status: ActivityStatus
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

const statusByState: Readonly<Record<TransferStatus, ActivityStatus>> = {
  incoming_payment_waiting: 'REQUIRES_ATTENTION',
  processing: 'IN_PROGRESS',
  funds_converted: 'IN_PROGRESS',
  outgoing_payment_sent: 'COMPLETED',
  bounced_back: 'IN_PROGRESS',
  funds_refunded: 'CANCELLED',
  cancelled: 'CANCELLED',
}

/** A transfer in progress requires attention while an active issue holds it up. */
export function statusOf(state: TransferStatus, isHeldUp: boolean): ActivityStatus {
  const status = statusByState[state]
  return status === 'IN_PROGRESS' && isHeldUp ? 'REQUIRES_ATTENTION' : status
}

/** Selects transfers. `isHeldUp` is undefined where it does not matter. */
export type TransferCondition = {
  readonly state: TransferStatus
  readonly isHeldUp: boolean | undefined
}

/** The conditions under which a transfer has this status. No transfer is UPCOMING. */
export function conditionsOf(status: ActivityStatus): TransferCondition[] {
  return transferStates.states.flatMap((state) => {
    const [free, heldUp] = [statusOf(state, false) === status, statusOf(state, true) === status]
    return free || heldUp ? [{ state, isHeldUp: free && heldUp ? undefined : heldUp }] : []
  })
}

/** For each table, the id below which the next page continues. */
export type Cursor = Readonly<Record<ResourceType, number>>

const TOKEN = /^(\d{1,16})\.(\d{1,16})$/

export function cursorText({ TRANSFER, BALANCE_TRANSACTION }: Cursor): string {
  return Buffer.from(`${TRANSFER}.${BALANCE_TRANSACTION}`).toString('base64url')
}

/** Returns undefined for a malformed cursor. */
export function readCursor(text: string): Cursor | undefined {
  const [, transfer, movement] = TOKEN.exec(Buffer.from(text, 'base64url').toString()) ?? []
  const [TRANSFER, BALANCE_TRANSACTION] = [Number(transfer), Number(movement)]
  if (!Number.isSafeInteger(TRANSFER) || !Number.isSafeInteger(BALANCE_TRANSACTION))
    return undefined
  return { TRANSFER, BALANCE_TRANSACTION }
}

export type Page = { readonly activities: readonly Activity[]; readonly next: Cursor | undefined }

/** Takes the latest `size` activities of both lists. Each list must have `size + 1` if its table has that many. */
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
