// The state that clients expect of their profiles from the replies they got. At the end the service must
// agree with this state.

import { randomUUID } from 'node:crypto'
import type { Database } from '../../../src/kernel/database/db.ts'
import type { Id } from '../../../src/kernel/ids.ts'
import { createClient, createPerson, type Person } from '../../../test/support/people.ts'
import { type ExpectedCard, issueCard } from '../scenarios/cards.ts'
import { type ExpectedDocuments, noDocuments } from '../scenarios/identity-documents.ts'
import { type ExpectedUploads, noUploads } from '../scenarios/uploads.ts'
import type { Reply, Request, Send } from './retrying-client.ts'

export type TransferStatus =
  | 'incoming_payment_waiting'
  | 'processing'
  | 'funds_converted'
  | 'outgoing_payment_sent'
  | 'bounced_back'
  | 'funds_refunded'
  | 'cancelled'

export type ExpectedTransfer = {
  readonly id: number
  /** The customerTransactionId. */
  readonly key: string
  /** Every status that the transfer has had, in order. */
  readonly statuses: TransferStatus[]
  /** The payment, in minor units of the source currency; undefined while the transfer is unpaid. */
  paid?: { readonly by: PayIn; readonly minor: number }
  /** For a transfer to an e-mail address: whether the recipient has answered the claim. */
  claim?: { readonly email: string; isAnswered: boolean }
}

export type PayIn = 'BALANCE' | 'BANK_TRANSFER' | 'DIRECT_DEBIT'

export type ExpectedBalance = { readonly id: number; minor: number }

/** The expected state of a batch group. */
export type ExpectedGroup = {
  readonly id: string
  readonly members: ExpectedTransfer[]
  status: 'NEW' | 'COMPLETED' | 'CANCELLED'
  isPaid: boolean
}

/** A direct debit, with every status that it was moved to, in order. */
export type ExpectedDebit = { readonly id: number; readonly statuses: string[] }

/** The expected state of one profile. */
export type ExpectedProfile = {
  readonly person: Person
  readonly profileId: Id<'profile'>
  readonly pounds: ExpectedBalance
  readonly euros: ExpectedBalance
  /** Canadian dollars, the currency of direct debits. */
  readonly dollars: ExpectedBalance
  /** Only personal profiles have a card. */
  readonly card?: ExpectedCard
  readonly uploads: ExpectedUploads
  readonly documents: ExpectedDocuments
  readonly recipients: number[]
  readonly transfers: Map<number, ExpectedTransfer>
  /** Ids of top-ups and conversions. */
  readonly movements: Set<number>
  readonly groups: Map<string, ExpectedGroup>
  readonly debits: Map<number, ExpectedDebit>
  /** Ids of the accounts that are linked for direct debits. */
  readonly linkedAccounts: Set<number>
  /** The debt of the profile, in Canadian cents. */
  owedMinor: number
}

export type ExpectedProfiles = {
  /** Personal profiles. Two clients may share a profile, as two programs of one customer would. */
  readonly personal: readonly ExpectedProfile[]
  /** Business profiles. A debt blocks the payments of the whole profile, so only one client uses each. */
  readonly business: readonly ExpectedProfile[]
}

const FIRST_TOP_UP_POUNDS = 50_000
/** The number of profiles created concurrently. The requested count is rounded up to a multiple of this number. */
const CONCURRENT_CREATIONS = 8
const eventNames = [
  'transfers#state-change',
  'transfers#payout-failure',
  'transfers#active-cases',
  'batch-payment-initiations#state-change',
]

/** Creates at least `counts` profiles with balances, money and subscriptions to `eventNames` and `balances#update`. */
export async function createProfiles(
  db: Database,
  send: Send,
  hookUrl: string,
  counts: { readonly personal: number; readonly business: number },
): Promise<ExpectedProfiles> {
  const bootstrap = { pool: db.pool, now: () => Temporal.Now.instant() }
  const noCalls = () =>
    Promise.reject(
      new Error('The kill test sends requests with `send`, which repeats them after a kill.'),
    )
  const application = await createClient(bootstrap, noCalls)
  for (const event of eventNames)
    await send(
      subscriptionRequest(
        `/v3/applications/${application.clientKey}`,
        application.token,
        event,
        hookUrl,
      ),
    ).then((reply) => expectStatus(reply, [200, 201], 'subscribing'))
  const { applicationId } = application
  const createUser = () => createPerson(bootstrap, noCalls, { applicationId })
  return {
    personal: await createConcurrently(counts.personal, async () => {
      const person = await createUser()
      const profile = await createProfile(person, person.personal, send, hookUrl)
      await openUpdateWindow(send, profile)
      return { ...profile, card: await issueCard(db, profile.profileId) }
    }),
    business: await createConcurrently(counts.business, async () => {
      const person = await createUser()
      return createProfile(person, person.business, send, hookUrl)
    }),
  }
}

async function createConcurrently(
  count: number,
  create: () => Promise<ExpectedProfile>,
): Promise<ExpectedProfile[]> {
  const profiles: ExpectedProfile[] = []
  const createShare = async () => {
    for (let left = Math.ceil(count / CONCURRENT_CREATIONS); left > 0; left--)
      profiles.push(await create())
  }
  await Promise.all(Array.from({ length: CONCURRENT_CREATIONS }, createShare))
  return profiles
}

/** Opens the update window: without it, a verified profile must not replace its identity documents. */
async function openUpdateWindow(send: Send, { person, profileId }: ExpectedProfile): Promise<void> {
  const route = `POST /v1/profiles/${profileId}/update-window`
  expectStatus(await send({ route, token: person.token }), [200], 'opening the update window')
}

function subscriptionRequest(owner: string, token: string, event: string, url: string): Request {
  return {
    route: `POST ${owner}/subscriptions`,
    token,
    body: { name: event, trigger_on: event, delivery: { version: '2.0.0', url } },
  }
}

async function createProfile(
  person: Person,
  profileId: Id<'profile'>,
  send: Send,
  hookUrl: string,
): Promise<ExpectedProfile> {
  const { token } = person
  const bodyOf = async (request: Request, subject: string) =>
    expectStatus(await send({ token, key: randomUUID(), ...request }), [200, 201], subject).body
  const updates = subscriptionRequest(
    `/v3/profiles/${profileId}`,
    token,
    'balances#update',
    hookUrl,
  )
  const body = { ...updates.body, delivery: { version: '2.2.0', url: hookUrl } }
  await bodyOf({ ...updates, body }, 'subscribing')
  const openBalance = async (currency: string) => {
    const route = `POST /v4/profiles/${profileId}/balances`
    return (await bodyOf({ route, body: { currency, type: 'STANDARD' } }, 'opening a balance')).id
  }
  const pounds = await openBalance('GBP')
  const euros = await openBalance('EUR')
  const dollars = await openBalance('CAD')
  const toppedUp = await bodyOf(
    {
      route: 'POST /v1/simulation/balance/topup',
      body: { profileId, balanceId: pounds, currency: 'GBP', amount: FIRST_TOP_UP_POUNDS },
    },
    'a top-up',
  )
  return {
    person,
    profileId,
    pounds: { id: pounds, minor: FIRST_TOP_UP_POUNDS * 100 },
    euros: { id: euros, minor: 0 },
    dollars: { id: dollars, minor: 0 },
    uploads: noUploads(),
    documents: noDocuments(),
    recipients: [],
    transfers: new Map(),
    movements: new Set([toppedUp.transactionId]),
    groups: new Map(),
    debits: new Map(),
    linkedAccounts: new Set(),
    owedMinor: 0,
  }
}

/** Returns the reply if its status is allowed; otherwise throws, which is a finding. */
export function expectStatus(reply: Reply, statuses: readonly number[], subject: string): Reply {
  if (statuses.includes(reply.status)) return reply
  throw new Error(`${subject} got the reply ${reply.status} on try ${reply.tries}: ${reply.text}`)
}

/** An amount in minor units; all currencies of this test have two decimals. */
export function minorOf(amount: number): number {
  return Math.round(amount * 100)
}
