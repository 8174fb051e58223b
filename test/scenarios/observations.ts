// Observations of scenarios: the terms of a quote, where the money is, and which webhooks receivers got.

import { sql } from '../../src/kernel/database/db.ts'
import type { Id } from '../../src/kernel/ids.ts'
import type { Currency } from '../../src/kernel/money.ts'
import type { Person } from '../support/people.ts'
import type { TestService } from '../support/service.ts'
import { type Option, ok, optionOf } from '../support/transfers.ts'

const transferMoneySql = sql<{ account: string; currency: Currency; balance: bigint }>(`
  select account, currency, sum(amount) as balance
    from (select to_account as account, currency, amount from ledger_postings
           where profile_id = $1 and reference = $2
          union all
          select from_account, currency, -amount from ledger_postings
           where profile_id = $1 and reference = $2) sides
   group by account, currency having sum(amount) <> 0
   order by account, currency`)

/**
 * Where the money of a transfer is: minor units by account and currency, such as `fees GBP`. Money taken from
 * an account is negative, so that each currency sums to zero.
 */
export async function moneyOf(
  service: TestService,
  profileId: Id<'profile'>,
  transferId: number,
): Promise<Record<string, bigint>> {
  const rows = await service.db.reader.rows(transferMoneySql, [profileId, `transfer:${transferId}`])
  const nameOf = (account: string) => (account === `transfer:${transferId}` ? 'in flight' : account)
  return Object.fromEntries(
    rows.map(({ account, currency, balance }) => [`${nameOf(account)} ${currency}`, balance]),
  )
}

/** Minor units of an amount with two decimals. */
export function minorOf(amount: number): bigint {
  return BigInt(Math.round(amount * 100))
}

/** Source amount, fees and target amount of a quote for a pay-in method, in minor units. */
export function termsOf(quote: { paymentOptions: Option[] }, payIn: string) {
  const { sourceAmount, fee, targetAmount } = optionOf(quote, payIn)
  return {
    source: minorOf(sourceAmount),
    fee: minorOf(fee.total),
    partner: minorOf(fee.partner),
    target: minorOf(targetAmount),
  }
}

/** Subscribes the personal profile to an event. */
export async function subscribes(person: Person, event: string, url: string): Promise<void> {
  const body = { name: event, trigger_on: event, delivery: { version: '2.0.0', url } }
  await ok(person.call(`POST /v3/profiles/${person.personal}/subscriptions`, { body }))
}

/** The data of the messages to one URL, oldest first, without test notifications. */
export function messagesAt(service: TestService, url: string) {
  return service.sent
    .filter((sent) => sent.url === url && !('X-Test-Notification' in sent.headers))
    .map(({ body }) => JSON.parse(body).data)
}

/** The state changes of a transfer in the messages to one URL, oldest first. */
export function movesAt(service: TestService, url: string, transferId: number): string[] {
  return messagesAt(service, url)
    .filter(({ resource }) => resource.id === transferId)
    .map(({ previous_state, current_state }) => `${previous_state} -> ${current_state}`)
}
