// Opens and closes balances, orders account details, and makes payments arrive and go back, for tests.

import { randomUUID } from 'node:crypto'
import type { Person } from '../../../test/support/people.ts'
import { ok } from '../../../test/support/transfers.ts'

const ordersPath = (profile: number) => `/v1/profiles/${profile}/account-details-orders`

/** Opens a STANDARD balance and returns its id. */
export async function opensBalance(
  ann: Person,
  currency: string,
  profile: number = ann.personal,
): Promise<number> {
  const opened = ann.call(`POST /v4/profiles/${profile}/balances`, {
    body: { currency, type: 'STANDARD' },
    headers: { 'x-idempotence-uuid': randomUUID() },
  })
  return (await ok(opened)).id
}

export function orderDetails(ann: Person, currency: string, profile: number = ann.personal) {
  return ann.call(`POST ${ordersPath(profile)}`, { body: { currency } })
}

/** Opens a balance, orders account details for it, and returns the issued account details as they are listed. */
export async function getsDetails(ann: Person, currency: string, profile: number = ann.personal) {
  await opensBalance(ann, currency, profile)
  await ok(orderDetails(ann, currency, profile))
  const details = await newestDetails(ann, currency, profile)
  if (details === undefined || details.id === null)
    throw new Error(`no account details were issued in ${currency}`)
  return { ...details, id: details.id }
}

export async function listsDetails(ann: Person, profile: number = ann.personal) {
  return ok(ann.call(`GET /v1/profiles/${profile}/account-details`))
}

/** Returns the last listed account details of the currency: the newest ones, or the example when none are issued. */
export async function newestDetails(ann: Person, currency: string, profile: number = ann.personal) {
  const all: { currency: { code: string }; id: number | null; balanceId: number }[] =
    await listsDetails(ann, profile)
  return all.filter(({ currency: { code } }) => code === currency).at(-1)
}

export async function listsOrders(ann: Person, profile: number = ann.personal) {
  return ok(ann.call(`GET ${ordersPath(profile)}`))
}

/** Makes a local payment arrive. */
export function importPayment(
  ann: Person,
  currency: string,
  amount: number | string,
  { profile = ann.personal, ...more }: { profile?: number } & Record<string, unknown> = {},
) {
  const route = `POST /v1/simulation/profiles/${profile}/bank-transactions/import`
  return ann.call(route, { body: { currency, amount, ...more } })
}

/** Makes a payment over SWIFT arrive. */
export function sendSwiftPayment(ann: Person, currencyCode: string, amount: number, more = {}) {
  const route = `POST /v1/simulation/profiles/${ann.personal}/swift-in`
  return ann.call(route, { body: { currencyCode, amount, ...more } })
}

export function returnPayment(
  ann: Person,
  paymentId: number,
  body?: object,
  profile: number = ann.personal,
) {
  const route = `POST /v1/profiles/${profile}/account-details/payments/${paymentId}/returns`
  return ann.call(route, { ...(body && { body }) })
}

export function payFee(ann: Person, orderId: string, profile: number = ann.personal) {
  const path = `/v1/simulation/profiles/${profile}/account-details-orders/${orderId}/top-up`
  return ann.call(`POST ${path}`)
}

export async function closesBalance(ann: Person, balanceId: number): Promise<void> {
  await ok(ann.call(`DELETE /v4/profiles/${ann.personal}/balances/${balanceId}`))
}
