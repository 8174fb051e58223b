// Places, reads and moves card orders of test users. As in test/support/transfers.ts, a function in the third person expects
// success and returns the body, and one in the imperative returns the reply.

import { randomUUID } from 'node:crypto'
import type { Person } from '../../../test/support/people.ts'
import { rowLock } from '../../../test/support/race.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

export const VIRTUAL = 'CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_CARDS_API'
export const PHYSICAL = 'CARD_NETWORK_A_DEBIT_CONSUMER_UK_1_PHYSICAL_CARDS_API'

export const address = {
  firstLine: '1 High Street',
  city: 'London',
  postCode: 'SW1A 1AA',
  country: 'GB',
}

export const orderBody = (more: object = {}) => ({
  program: VIRTUAL,
  cardHolderName: 'Nora Sample',
  phoneNumber: '+447700900123',
  address,
  lifetimeLimit: 1000,
  ...more,
})

export const physical = { program: PHYSICAL, embossedName: 'NORA SAMPLE' }

export const ordersPath = (profileId: number) => `/v3/spend/profiles/${profileId}/card-orders`

export function placeOrder(
  ann: Pick<Person, 'call' | 'personal'>,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Reply> {
  return ann.call(`POST ${ordersPath(ann.personal)}`, {
    body: orderBody(more),
    headers: { 'x-idempotence-uuid': randomUUID(), ...headers },
  })
}

/** The status of a refused order, and its errors as `code path`. */
export const faultsOf = ({ status, body }: Reply) => [
  status,
  ...body.errors.map(({ code, path }: { code: string; path?: string }) => `${code} ${path}`),
]

export type Order = {
  id: number
  status: string
  cardToken: string | null
  [field: string]: unknown
}

export function ordersCard(
  ann: Pick<Person, 'call' | 'personal'>,
  more: object = {},
): Promise<Order> {
  return ok(placeOrder(ann, more))
}

/** Orders a card and lets the service issue it. */
export async function ordersIssuedCard(
  service: TestService,
  ann: Person,
  more: object = {},
): Promise<Order> {
  const { id } = await ordersCard(ann, more)
  await service.settle()
  return readsOrder(ann, id)
}

export function readsOrder(ann: Pick<Person, 'call' | 'personal'>, id: number): Promise<Order> {
  return ok(ann.call(`GET ${ordersPath(ann.personal)}/${id}`))
}

export function simulateOrder(ann: Person, id: number, state: string): Promise<Reply> {
  const path = `/v1/simulation/spend/profiles/${ann.personal}/card-orders/${id}/${state}`
  return ann.call(`POST ${path}`)
}

export function setOrderStatus(ann: Person, id: number, status: string): Promise<Reply> {
  return ann.call(`PUT ${ordersPath(ann.personal)}/${id}/status`, { body: { status } })
}

export function activatesCard(ann: Pick<Person, 'call' | 'personal'>, token: string | null) {
  const route = `PUT /v3/spend/profiles/${ann.personal}/cards/${token}/status`
  return ok(ann.call(route, { body: { status: 'ACTIVE' } }))
}

/** The statuses that the events of an order have reported, in their order. */
export async function reportedStatuses({ db }: TestService, id: number): Promise<string[]> {
  const { rows } = await db.pool.query<{ status: string }>(
    `select payload ->> 'order_status' as status from events
      where subject = $1 and name = 'cards#card-order-status-change' order by number`,
    [`card-order:${id}`],
  )
  return rows.map(({ status }) => status)
}

export async function cardStatusOf({ db }: TestService, token: string | null): Promise<string> {
  const text = 'select status from cards where token = $1'
  return (await db.pool.query<{ status: string }>(text, [token])).rows[0]?.status ?? 'no card'
}

/** The lock that every move of the order waits for. */
export const orderLock = (id: number) => rowLock('card_orders', { id })

/** The lock that the creation of orders and the issue of cards wait for. */
export const counterLock = ({ personal }: Pick<Person, 'personal'>) =>
  rowLock('card_order_counters', { profile_id: personal })
