// What the clients know: everything they asked for one profile and were told of it. At the end the
// service must agree with it.

import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/kernel/database/db.ts'
import type { Id } from '../../src/kernel/ids.ts'
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
  paid?: { readonly by: PayIn; readonly minor: number }
  /** Of a transfer to an e-mail address: whether its recipient has said where the money is to go. */
  claim?: { readonly email: string; answered: boolean }
}

export type PayIn = 'BALANCE' | 'BANK_TRANSFER' | 'DIRECT_DEBIT'

export type Purse = { readonly id: number; minor: number }

/** A batch group, as its client was told. */
export type Group = {
  readonly id: string
  readonly members: Sent[]
  status: 'NEW' | 'COMPLETED' | 'CANCELLED'
  paid: boolean
}

/** A direct debit, with every status it was moved to, in order. */
export type Debit = { readonly id: number; readonly statuses: string[] }

/** What is written down of one profile. */
export type Book = {
  readonly person: Person
  readonly profileId: Id<'profile'>
  readonly pounds: Purse
  readonly euros: Purse
  /** Canadian ones: what a direct debit is in. */
  readonly dollars: Purse
  readonly recipients: number[]
  readonly transfers: Map<number, Sent>
  /** Ids of top-ups and conversions. */
  readonly movements: Set<number>
  readonly groups: Map<string, Group>
  readonly debits: Map<number, Debit>
  /** Ids of accounts that may be debited. */
  readonly linked: Set<number>
  /** What the profile owes, in Canadian cents. */
  owedMinor: number
}

export type Books = {
  /** Of personal profiles. Two clients may write into one, as two programs of one customer would. */
  readonly homes: readonly Book[]
  /** Of businesses. A debt stops everything of a profile, so only one client writes into each. */
  readonly offices: readonly Book[]
}

export const FIRST_TOP_UP = 50_000
/** So many books are opened side by side. */
const LANES = 8
const heard = [
  'transfers#state-change',
  'transfers#payout-failure',
  'transfers#active-cases',
  'batch-payment-initiations#state-change',
]

/** At least so many profiles, with balances and money on one of them, who listen to all events. */
export async function openBooks(
  db: Database,
  ask: Ask,
  hookUrl: string,
  counts: { readonly homes: number; readonly offices: number },
): Promise<Books> {
  const bootstrap = { pool: db.pool, now: () => Temporal.Now.instant() }
  const nobodyCalls = () => Promise.reject(new Error('these people ask by themselves'))
  const application = await createClient(bootstrap, nobodyCalls)
  for (const event of heard)
    await ask(
      subscription(`/v3/applications/${application.clientKey}`, application.token, event, hookUrl),
    ).then((answer) => expected(answer, [200, 201], 'subscribing'))
  const { applicationId } = application
  const open = async (count: number, profileOf: (person: Person) => Id<'profile'>) => {
    const books: Book[] = []
    const lane = async () => {
      for (let left = count / LANES; left > 0; left--) {
        const person = await createPerson(bootstrap, nobodyCalls, { applicationId })
        books.push(await openBook(person, profileOf(person), ask, hookUrl))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    return books
  }
  return {
    homes: await open(counts.homes, ({ personal }) => personal),
    offices: await open(counts.offices, ({ business }) => business),
  }
}

function subscription(owner: string, token: string, event: string, url: string): Asked {
  return {
    route: `POST ${owner}/subscriptions`,
    token,
    body: { name: event, trigger_on: event, delivery: { version: '2.0.0', url } },
  }
}

async function openBook(
  person: Person,
  profileId: Id<'profile'>,
  ask: Ask,
  hookUrl: string,
): Promise<Book> {
  const { token } = person
  const told = async (asked: Asked, what: string) =>
    expected(await ask({ token, key: randomUUID(), ...asked }), [200, 201], what).body
  const own = subscription(`/v3/profiles/${profileId}`, token, 'balances#update', hookUrl)
  const body = { ...own.body, delivery: { version: '2.2.0', url: hookUrl } }
  await told({ ...own, body }, 'subscribing')
  const open = async (currency: string) => {
    const route = `POST /v4/profiles/${profileId}/balances`
    return (await told({ route, body: { currency, type: 'STANDARD' } }, 'opening a balance')).id
  }
  const pounds = await open('GBP')
  const euros = await open('EUR')
  const dollars = await open('CAD')
  const toppedUp = await told(
    {
      route: 'POST /v1/simulation/balance/topup',
      body: { profileId, balanceId: pounds, currency: 'GBP', amount: FIRST_TOP_UP },
    },
    'a top-up',
  )
  return {
    person,
    profileId,
    pounds: { id: pounds, minor: FIRST_TOP_UP * 100 },
    euros: { id: euros, minor: 0 },
    dollars: { id: dollars, minor: 0 },
    recipients: [],
    transfers: new Map(),
    movements: new Set([toppedUp.transactionId]),
    groups: new Map(),
    debits: new Map(),
    linked: new Set(),
    owedMinor: 0,
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
