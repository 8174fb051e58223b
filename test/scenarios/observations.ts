// Observations of scenarios: where the money is, and which webhooks receivers got.

import { sql } from '../../src/kernel/database/db.ts'
import type { Id } from '../../src/kernel/ids.ts'
import type { Currency } from '../../src/kernel/money.ts'
import type { Person } from '../support/people.ts'
import type { TestService } from '../support/service.ts'

const accounts = sql<{ account: string; currency: Currency; balance: bigint }>(`
  select account, currency, sum(amount) as balance
    from (select to_account as account, currency, amount from ledger_postings
           where profile_id = $1 and reference = any($2::text[])
          union all
          select from_account, currency, -amount from ledger_postings
           where profile_id = $1 and reference = any($2::text[])) sides
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
  const rows = await service.db.reader.rows(accounts, [profileId, [`transfer:${transferId}`]])
  const named = (account: string) => (account === `transfer:${transferId}` ? 'in flight' : account)
  return Object.fromEntries(
    rows.map(({ account, currency, balance }) => [`${named(account)} ${currency}`, balance]),
  )
}

/** Minor units of an amount with two decimals. */
export function minor(amount: number): bigint {
  return BigInt(Math.round(amount * 100))
}

type Option = {
  readonly payIn: string
  readonly sourceAmount: number
  readonly targetAmount: number
  readonly fee: { readonly total: number; readonly partner: number }
}

/** Source amount, fees and target amount of a quote for a pay-in method, in minor units. */
export function termsOf(quote: { paymentOptions: readonly Option[] }, payIn: string) {
  const option = quote.paymentOptions.find((each) => each.payIn === payIn)
  if (option === undefined) throw new Error(`the quote does not offer ${payIn}`)
  return {
    source: minor(option.sourceAmount),
    fee: minor(option.fee.total),
    partner: minor(option.fee.partner),
    target: minor(option.targetAmount),
  }
}

/** Subscribes the personal profile to an event. */
export async function listens(person: Person, event: string, url: string): Promise<void> {
  const { status, text } = await person.call(`POST /v3/profiles/${person.personal}/subscriptions`, {
    body: { name: event, trigger_on: event, delivery: { version: '2.0.0', url } },
  })
  if (status >= 300) throw new Error(`not subscribed: ${text}`)
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
