// Activities come from three tables, each read in the order of its ids. A page merges them by time. Its cursor
// contains the last id of each table, so every page is an index scan from that id.

import { cardTransactionStates, type TransactionState } from '../card-transactions/index.ts'
import { parseId } from '../kernel/ids.ts'
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

export const resourceTypes = ['TRANSFER', 'BALANCE_TRANSACTION', 'CARD_TRANSACTION'] as const
export type ResourceType = (typeof resourceTypes)[number]

/** A conversion between two balances of a profile is INTERBALANCE, as is a move without conversion (D105). */
export const activityTypes = [
  'TRANSFER',
  'BALANCE_DEPOSIT',
  'INTERBALANCE',
  'CARD_PAYMENT',
  'CARD_REFUND',
] as const
type ActivityType = (typeof activityTypes)[number]

export type Activity = {
  readonly type: ActivityType
  readonly resource: ResourceType
  readonly id: number
  /** The name of the recipient, the merchant or the balance, or the currency of a balance without a name; plain text. */
  readonly title: string
  readonly primary: Money
  /** The amount that was paid or refunded, if its currency differs from that of `primary`. */
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

type TransferCase = { readonly state: TransferStatus; readonly isHeldUp: boolean }

/** A transfer in progress requires attention while an active issue holds it up. */
export function statusOfTransfer({ state, isHeldUp }: TransferCase): ActivityStatus {
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
    const whenNotHeldUp = statusOfTransfer({ state, isHeldUp: false }) === status
    const whenHeldUp = statusOfTransfer({ state, isHeldUp: true }) === status
    if (!whenNotHeldUp && !whenHeldUp) return []
    return [{ state, isHeldUp: whenNotHeldUp && whenHeldUp ? undefined : whenHeldUp }]
  })
}

const statusByTransactionState: Readonly<Record<TransactionState, ActivityStatus>> = {
  IN_PROGRESS: 'IN_PROGRESS',
  COMPLETED: 'COMPLETED',
  CANCELLED: 'CANCELLED',
  DECLINED: 'CANCELLED',
}

export function statusOfCardTransaction(state: TransactionState): ActivityStatus {
  return statusByTransactionState[state]
}

/** The states of card transactions with this status. */
export function cardTransactionStatesOf(status: ActivityStatus): TransactionState[] {
  return cardTransactionStates.states.filter((state) => statusOfCardTransaction(state) === status)
}

/** For each table, the id below which the next page continues. */
export type Cursor = Readonly<Record<ResourceType, number>>

export function cursorText(cursor: Cursor): string {
  return Buffer.from(resourceTypes.map((type) => cursor[type]).join('.')).toString('base64url')
}

/** Returns undefined for a malformed cursor. */
export function readCursor(text: string): Cursor | undefined {
  const ids = Buffer.from(text, 'base64url').toString().split('.').map(parseId)
  if (ids.length !== resourceTypes.length || ids.includes(undefined)) return undefined
  const [TRANSFER = 0, BALANCE_TRANSACTION = 0, CARD_TRANSACTION = 0] = ids
  return { TRANSFER, BALANCE_TRANSACTION, CARD_TRANSACTION }
}

export type Page = { readonly activities: readonly Activity[]; readonly next: Cursor | undefined }

/** Takes the latest `size` activities of all lists. Each list must have `size + 1` activities, or all that match after the cursor. */
export function mergePage(
  lists: Readonly<Record<ResourceType, readonly Activity[]>>,
  from: Cursor,
  size: number,
): Page {
  const remaining = resourceTypes.map((type) => [...lists[type]])
  const next = { ...from }
  const activities: Activity[] = []
  while (activities.length < size) {
    const latest = remaining.map(([first]) => first).reduce(laterOf, undefined)
    if (latest === undefined) break
    remaining[resourceTypes.indexOf(latest.resource)]?.shift()
    next[latest.resource] = latest.id
    activities.push(latest)
  }
  return { activities, next: remaining.some((list) => list.length > 0) ? next : undefined }
}

function laterOf(a: Activity | undefined, b: Activity | undefined): Activity | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return isAfter(b.createdAt, a.createdAt) ? b : a
}
