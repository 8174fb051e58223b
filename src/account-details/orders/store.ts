// Every SQL statement about orders of account details.

import { type Reader, sql, type Tx } from '../../kernel/database/db.ts'
import { type WriteStep, writeStep } from '../../kernel/database/write-step.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'
import type { RequirementStatus } from '../model.ts'
import type { OrderStatus } from '../states.ts'

export type OrderRow = {
  profileId: Id<'profile'>
  id: string
  currency: Currency
  status: OrderStatus
  verification: RequirementStatus
  /** Null for a person, who pays no fee. */
  topUp: RequirementStatus | null
  /** Null until the order is DONE. */
  accountDetailsId: Id<'account-details'> | null
  /** The number of the latest event about the order. */
  eventCount: number
  createdAt: Temporal.Instant
  modifiedAt: Temporal.Instant
}

const columns = `
  profile_id, id, currency, status, verification, top_up, account_details_id, event_count,
  created_at, modified_at`

const findOrderSql = sql<OrderRow>(`
  select ${columns} from account_details_orders where profile_id = $1 and id = $2`)

export function findOrder(
  db: Reader,
  profileId: Id<'profile'>,
  id: string,
): Promise<OrderRow | undefined> {
  return db.row(findOrderSql, [profileId, id])
}

const listOrdersSql = sql<OrderRow>(`
  select ${columns} from account_details_orders
   where profile_id = $1 and ($2::text is null or currency = $2)
   order by created_at, id`)

/**
 * The orders of the profile, with `currency` only those in this currency, oldest first: in each currency at most
 * `ACCOUNT_DETAILS_MAX` that are DONE and an open one.
 */
export function listOrders(
  db: Reader,
  profileId: Id<'profile'>,
  currency?: Currency,
): Promise<OrderRow[]> {
  return db.rows(listOrdersSql, [profileId, currency ?? null])
}

const lockOpenOrdersSql = sql<OrderRow>(`
  select ${columns} from account_details_orders
   where profile_id = $1 and ($2::text is null or currency = $2) and status <> 'DONE'
   order by created_at, id
     for update`)

/**
 * Locks the orders of the profile that are not DONE, at most one for each currency, or only the order of one currency. A
 * use case locks the orders before the money and the balance of the currency; otherwise two requests could deadlock.
 */
export function lockOpenOrders(
  tx: Tx,
  profileId: Id<'profile'>,
  currency?: Currency,
): Promise<OrderRow[]> {
  return tx.rows(lockOpenOrdersSql, [profileId, currency ?? null])
}

const hasPaidFeeSql = sql<{ found: boolean }>(`
  select exists (select from account_details_orders
                  where profile_id = $1 and currency = $2 and top_up = 'DONE') as found`)

/** The fee is due once for each profile and currency (D54a). */
export async function hasPaidFee(
  db: Reader,
  profileId: Id<'profile'>,
  currency: Currency,
): Promise<boolean> {
  return (await db.row(hasPaidFeeSql, [profileId, currency]))?.found === true
}

const insertOrderStep = writeStep({
  name: 'details_order_inserted',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    currency: 'text',
    status: 'text',
    verification: 'text',
    topUp: 'text',
    accountDetailsId: 'bigint',
    eventCount: 'int',
    createdAt: 'timestamptz',
    modifiedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `details_order_inserted as (
    insert into account_details_orders (${columns})
    select ${columns} from ${input}
    returning id)`,
  constraints: { account_details_orders_one_open: 'retry' },
})

/** The use case is retried when this order is open and the profile has another open order of the currency. */
export function insertOrder(row: OrderRow): WriteStep {
  return insertOrderStep(row)
}

const updateOrderStep = writeStep({
  name: 'details_order_updated',
  input: {
    profileId: 'bigint',
    id: 'uuid',
    status: 'text',
    verification: 'text',
    topUp: 'text',
    accountDetailsId: 'bigint',
    eventCount: 'int',
    modifiedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `details_order_updated as (
    update account_details_orders o
       set status = input.status, verification = input.verification, top_up = input.top_up,
           account_details_id = input.account_details_id, event_count = input.event_count,
           modified_at = input.modified_at
      from ${input}
     where o.profile_id = input.profile_id and o.id = input.id
       and o.event_count = input.event_count - 1
    returning input.request_index, o.id)`,
  onGuardFailed: 'retry',
})

/** `after` has the next event count. The use case is retried when the order changed meanwhile. */
export function updateOrder(after: OrderRow): WriteStep {
  return updateOrderStep(after)
}
