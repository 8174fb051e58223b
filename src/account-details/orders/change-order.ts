// Computes the order after a change of its requirements, and the write steps of the change. The change that completes the
// last requirement issues the account in the same write (B 3, D54), unless no issuer of accounts is connected (D86).

import type { BalanceRow } from '../../balances/index.ts'
import type { Tx } from '../../kernel/database/db.ts'
import type { WriteStep } from '../../kernel/database/write-step.ts'
import { newEvent, recordEvents } from '../../kernel/events.ts'
import type { Settings } from '../../kernel/settings.ts'
import { next } from '../../kernel/states.ts'
import { toSecond } from '../../kernel/wire.ts'
import { planDetailsIssue } from '../details/issue-details.ts'
import { orderStateChanged } from '../events.ts'
import { orderStatus, type Requirements, requirementsOf } from '../model.ts'
import { accountDetailsOrderStates, type OrderStatus } from '../states.ts'
import type { OrderRow } from './store.ts'

export type OrderContext = { readonly now: Temporal.Instant; readonly settings: Settings }

type Change = {
  readonly after: OrderRow
  /** The account, if this change issues it, and the event. The caller writes the row of the order. */
  readonly writes: readonly [WriteStep, ...WriteStep[]]
}

const moveTo = {
  PENDING_USER: 'sendBack',
  PENDING_TW: 'review',
  REQUIREMENTS_FULFILLED: 'fulfil',
  DONE: 'issue',
} as const satisfies Record<OrderStatus, string>

type ChangeInput = {
  readonly requirements: Requirements
  /** The STANDARD balance of the order's currency. The caller ensures that it is open when the rows are written. */
  readonly balance: BalanceRow
}

/** Throws an Error when the requirements do not fit the status of the order, which is a bug of the caller. */
export async function planOrderChange(
  tx: Tx,
  before: OrderRow,
  { requirements, balance }: ChangeInput,
  { now, settings }: OrderContext,
): Promise<Change> {
  const status = orderStatus(requirements, settings.accountIssuer !== undefined)
  const isAllowed =
    status === before.status ||
    next(accountDetailsOrderStates, before.status, moveTo[status]) !== undefined
  if (!isAllowed)
    throw new Error(`an order of account details does not move from ${before.status} to ${status}`)
  const issued = status === 'DONE' ? await planDetailsIssue(tx, balance, now) : undefined
  const after: OrderRow = {
    ...before,
    ...requirements,
    status,
    accountDetailsId: issued?.id ?? null,
    eventCount: before.eventCount + 1,
    modifiedAt: now,
  }
  const event = recordEvents(orderEvent(after))
  return { after, writes: issued === undefined ? [event] : [issued.write, event] }
}

function orderEvent(order: OrderRow) {
  const { profileId, id, eventCount: number, modifiedAt: occurredAt } = order
  return newEvent(
    orderStateChanged,
    { profileId, subject: `account-details-order:${id}`, number, occurredAt },
    {
      creation_time: toSecond(order.createdAt),
      currency: order.currency,
      is_account_details_issued: order.accountDetailsId !== null,
      modification_time: toSecond(order.modifiedAt),
      order_id: id,
      order_status: order.status,
      profile_id: profileId,
      requirements: requirementsOf(order),
    },
  )
}
