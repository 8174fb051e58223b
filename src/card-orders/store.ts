// Every SQL statement about card orders.

import { CARD_LIMIT_MAX, type CardProgram } from '../cards/index.ts'
import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { idGenerator } from '../kernel/database/generate-id.ts'
import { type WriteStep, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import type { CardCounts, CheckedOrder } from './model.ts'
import type { CardOrderStatus } from './states.ts'

export type CardOrderRow = CheckedOrder &
  CardProgram & {
    readonly profileId: Id<'profile'>
    readonly id: Id<'card-order'>
    /** The position of the order in the list of the profile, from 1 on. */
    readonly number: number
    readonly clientId: string
    readonly status: CardOrderStatus
    /** Null until the requirements are fulfilled. */
    readonly deliveryEstimate: Temporal.Instant | null
    readonly cardId: Id<'card'> | null
    readonly cardToken: string | null
    readonly eventCount: number
    readonly createdAt: Temporal.Instant
    readonly modifiedAt: Temporal.Instant
    /** Whether the card of the order was ever active. */
    readonly isActivated: boolean
  }

const columns = `
  o.profile_id, o.id, o.number, o.client_id, o.network, o.program, o.currency, o.type, o.status, o.address,
  o.card_holder_name, o.embossed_name, o.phone_number, o.lifetime_limit as lifetime_limit_minor, o.delivery_estimate, o.card_id,
  o.card_token, o.event_count, o.created_at, o.modified_at,
  exists (select from cards c where c.profile_id = o.profile_id and c.id = o.card_id
             and c.activated_at is not null) as is_activated`

const findOrderSql = lookup<CardOrderRow>(
  ['bigint', 'bigint'],
  `select ${columns} from card_orders o where o.profile_id = $1 and o.id = $2`,
)

export function findOrder(
  db: Reader,
  profileId: Id<'profile'>,
  orderId: Id<'card-order'>,
): Promise<CardOrderRow | undefined> {
  return db.row(findOrderSql, [profileId, orderId])
}

const lockOrderSql = sql<CardOrderRow>(`
  select ${columns} from card_orders o where o.profile_id = $1 and o.id = $2 for no key update of o`)

/** Locks the order until the transaction ends. */
export function lockOrder(
  tx: Tx,
  profileId: Id<'profile'>,
  orderId: Id<'card-order'>,
): Promise<CardOrderRow | undefined> {
  return tx.row(lockOrderSql, [profileId, orderId])
}

const lockOrderOfCardSql = sql<CardOrderRow>(`
  select ${columns} from card_orders o where o.profile_id = $1 and o.card_id = $2 for no key update of o`)

/** Locks the order that a card was issued for, until the transaction ends. */
export function lockOrderOfCard(
  tx: Tx,
  profileId: Id<'profile'>,
  cardId: Id<'card'>,
): Promise<CardOrderRow | undefined> {
  return tx.row(lockOrderOfCardSql, [profileId, cardId])
}

const lockPlacedOrdersSql = sql<CardOrderRow>(`
  select ${columns} from card_orders o
   where o.profile_id = $1 and o.status = 'PLACED' order by o.id for no key update of o`)

/** The orders of a profile that wait for their requirements, locked in the order of their ids. */
export function lockPlacedOrders(tx: Tx, profileId: Id<'profile'>): Promise<CardOrderRow[]> {
  return tx.rows(lockPlacedOrdersSql, [profileId])
}

const listOrdersBetweenSql = sql<CardOrderRow>(`
  select ${columns} from card_orders o
   where o.profile_id = $1 and o.number between $2 and $3 order by o.number`)

/** The orders at the positions `first` to `last` in the list of the profile, ascending. */
export function listOrdersBetween(
  db: Reader,
  profileId: Id<'profile'>,
  first: number,
  last: number,
): Promise<CardOrderRow[]> {
  return db.rows(listOrdersBetweenSql, [profileId, first, last])
}

const countOrdersSql = lookup<{ orders: number }>(
  ['bigint'],
  'select orders from card_order_counters where profile_id = $1',
)

/** How many card orders the profile has ever had; lists contain all of them. */
export async function countOrders(db: Reader, profileId: Id<'profile'>): Promise<number> {
  return (await db.row(countOrdersSql, [profileId]))?.orders ?? 0
}

const lockCounterSql = sql<{ orders: number }>(`
  insert into card_order_counters as c (profile_id, orders) values ($1, 0)
  on conflict (profile_id) do update set orders = c.orders
  returning c.orders`)

/**
 * Locks the counter of the profile until the transaction ends, and returns the number of the profile's orders. Orders
 * and cards of one profile are created under this lock, so that the counts of both are exact.
 */
export async function lockCounter(tx: Tx, profileId: Id<'profile'>): Promise<number> {
  return (await tx.row(lockCounterSql, [profileId]))?.orders ?? 0
}

// Each count stops at the greatest limit that can be set, and a partial index serves it.
const countOrdersForLimitsSql = sql<CardCounts>(`
  select (select count(*)
            from (select from card_orders o
                   where o.profile_id = $1 and o.card_id is null and o.status <> 'CANCELLED'
                     and o.type = 'VIRTUAL_NON_UPGRADEABLE' limit ${CARD_LIMIT_MAX}) counted)::int as virtual,
         (select count(*)
            from (select from card_orders o
                   where o.profile_id = $1 and o.card_id is null and o.status <> 'CANCELLED'
                     and o.type = 'PHYSICAL' limit ${CARD_LIMIT_MAX}) counted)::int as physical,
         (select count(*)
            from (select from card_orders o
                   where o.profile_id = $1 and o.created_at >= $2 and o.type <> 'PHYSICAL'
                     and (o.card_id is not null or o.status <> 'CANCELLED')
                   limit ${CARD_LIMIT_MAX}) counted)::int as virtual_today`)

/**
 * Counts the orders without a card by type, and all virtual orders since `dayStart`. Orders that were cancelled before
 * their card was issued do not count.
 */
export async function countOrdersForLimits(
  db: Reader,
  profileId: Id<'profile'>,
  dayStart: Temporal.Instant,
): Promise<CardCounts> {
  const counts = await db.row(countOrdersForLimitsSql, [profileId, dayStart.toString()])
  if (counts === undefined) throw new Error('a count of card orders returned no row')
  return counts
}

/** The id is generated before the insert, because the reservation of the card and the event contain the id. */
export const generateOrderId = idGenerator<'card-order'>('card_orders')

const insertOrderStep = writeStep({
  name: 'card_order_inserted',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    number: 'int',
    clientId: 'text',
    network: 'text',
    program: 'text',
    currency: 'text',
    type: 'text',
    status: 'text',
    address: 'jsonb',
    cardHolderName: 'text',
    embossedName: 'text',
    phoneNumber: 'text',
    lifetimeLimitMinor: 'numeric',
    deliveryEstimate: 'timestamptz',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `card_order_inserted as (
    insert into card_orders (profile_id, id, number, client_id, network, program, currency, type, status, address,
                             card_holder_name, embossed_name, phone_number, lifetime_limit, delivery_estimate,
                             event_count, created_at, modified_at)
    overriding system value
    select profile_id, id, number, client_id, network, program, currency, type, status, address,
           card_holder_name, embossed_name, phone_number, lifetime_limit_minor, delivery_estimate, 1, created_at, created_at
      from ${input}
    returning id)`,
})

const countOrderStep = writeStep({
  name: 'card_order_counted',
  input: { profileId: 'bigint', number: 'int' },
  tenant: 'profileId',
  sql: ({ input }) => `card_order_counted as (
    update card_order_counters c set orders = input.number
      from ${input} where c.profile_id = input.profile_id
    returning input.request_index)`,
})

/** The write steps that insert an order with the next number of its profile, whose counter is locked. */
export function insertOrder(order: CardOrderRow): readonly [WriteStep, WriteStep] {
  return [insertOrderStep(order), countOrderStep(order)]
}

const updateOrderStep = writeStep({
  name: 'card_order_changed',
  input: {
    profileId: 'bigint',
    id: 'bigint',
    eventCountBefore: 'int',
    status: 'text',
    deliveryEstimate: 'timestamptz',
    cardId: 'bigint',
    cardToken: 'uuid',
    eventCount: 'int',
    modifiedAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `card_order_changed as (
    update card_orders o
       set status = input.status, delivery_estimate = input.delivery_estimate, card_id = input.card_id,
           card_token = input.card_token, event_count = input.event_count, modified_at = input.modified_at
      from ${input}
     where o.profile_id = input.profile_id and o.id = input.id and o.event_count = input.event_count_before
    returning input.request_index)`,
  onGuardFailed: 'retry',
})

/** The write step that stores a changed order. The use case is retried when the stored event count is not `before.eventCount`. */
export function updateOrder(before: CardOrderRow, after: CardOrderRow): WriteStep {
  return updateOrderStep({ ...after, eventCountBefore: before.eventCount })
}
