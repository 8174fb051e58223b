// What the clients know: everything they asked for one profile and were told of it. At the end the
// service must agree with it.

import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/kernel/db.ts'
import { createClient, createPerson, type Person } from '../../test/support/people.ts'
import type { Answer, Ask, Asked } from './ask.ts'

export type Status =
  | 'incoming_payment_waiting'
  | 'processing'
  | 'funds_converted'
  | 'outgoing_payment_sent'
  | 'bounced_back'
  | 'funds_refunded'
  | 'cancelled'

export type Sent = {
  readonly id: number
  /** The customerTransactionId. */
  readonly key: string
  /** Every status it went through, in order. */
  readonly statuses: Status[]
  /** In pence, once it is paid. */
  paid?: { readonly by: 'BALANCE' | 'BANK_TRANSFER'; readonly minor: number }
}

export type Purse = { readonly id: number; minor: number }

/** One profile. Two clients may write into one book, as two programs of one customer would. */
export type Book = {
  readonly person: Person
  readonly pounds: Purse
  readonly euros: Purse
  readonly recipients: number[]
  readonly transfers: Map<number, Sent>
  /** Ids of top-ups and conversions. */
  readonly movements: Set<number>
}

export const FIRST_TOP_UP = 50_000
/** So many books are opened side by side. */
const LANES = 8

/** At least `count` people with two balances each and money on one, who listen to all events. */
export async function openBooks(
  db: Database,
  ask: Ask,
  hookUrl: string,
  count: number,
): Promise<Book[]> {
  const bootstrap = { pool: db.pool, now: () => Temporal.Now.instant() }
  const nobodyCalls = () => Promise.reject(new Error('these people ask by themselves'))
  const application = await createClient(bootstrap, nobodyCalls)
  for (const event of ['transfers#state-change', 'transfers#payout-failure'])
    await ask(
      subscription(`/v3/applications/${application.clientKey}`, application.token, event, hookUrl),
    ).then((answer) => expected(answer, [200, 201], 'subscribing'))
  const { applicationId } = application
  const books: Book[] = []
  const lane = async () => {
    for (let left = count / LANES; left > 0; left--) {
      const person = await createPerson(bootstrap, nobodyCalls, { applicationId })
      books.push(await openBook(person, ask, hookUrl))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return books
}

function subscription(owner: string, token: string, event: string, url: string): Asked {
  return {
    route: `POST ${owner}/subscriptions`,
    token,
    body: { name: event, trigger_on: event, delivery: { version: '2.0.0', url } },
  }
}

async function openBook(person: Person, ask: Ask, hookUrl: string): Promise<Book> {
  const { token, personal } = person
  const told = async (asked: Asked, what: string) =>
    expected(await ask({ token, key: randomUUID(), ...asked }), [200, 201], what).body
  const own = subscription(`/v3/profiles/${personal}`, token, 'balances#update', hookUrl)
  const body = { ...own.body, delivery: { version: '2.2.0', url: hookUrl } }
  await told({ ...own, body }, 'subscribing')
  const open = async (currency: string) => {
    const route = `POST /v4/profiles/${personal}/balances`
    return (await told({ route, body: { currency, type: 'STANDARD' } }, 'opening a balance')).id
  }
  const pounds = await open('GBP')
  const euros = await open('EUR')
  const toppedUp = await told(
    {
      route: 'POST /v1/simulation/balance/topup',
      body: { profileId: personal, balanceId: pounds, currency: 'GBP', amount: FIRST_TOP_UP },
    },
    'a top-up',
  )
  return {
    person,
    pounds: { id: pounds, minor: FIRST_TOP_UP * 100 },
    euros: { id: euros, minor: 0 },
    recipients: [],
    transfers: new Map(),
    movements: new Set([toppedUp.transactionId]),
  }
}

/** The answer, when it is one of those that can be right. Throws otherwise: that is a finding. */
export function expected(answer: Answer, statuses: readonly number[], what: string): Answer {
  if (statuses.includes(answer.status)) return answer
  throw new Error(`${what} was answered ${answer.status} on try ${answer.tries}: ${answer.text}`)
}

/** In cents; all currencies of this test have two decimals. */
export function minorOf(amount: number): number {
  return Math.round(amount * 100)
}
