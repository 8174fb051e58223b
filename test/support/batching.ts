// What a person does with transfers that are paid together, each as one call of the service.

import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'
import { ok, pays, quotes } from './sending.ts'
import type { Reply } from './service.ts'

type Wanted = {
  /** How many transfers are in it. */
  members?: number
  source?: string
  target?: string
  /** The source amount of each. */
  amount?: number
  payIn?: 'BALANCE' | 'BANK_TRANSFER'
  name?: string
}

const path = (person: Person, groupId: string) =>
  `/v3/profiles/${person.personal}/batch-groups/${groupId}`

/** Opens a group of the personal profile. Answers it. */
export function opens(person: Person, { source = 'GBP', name = randomUUID() }: Wanted = {}) {
  return ok(
    person.call(`POST /v3/profiles/${person.personal}/batch-groups`, {
      body: { sourceCurrency: source, name },
    }),
  )
}

export function add(
  person: Person,
  groupId: string,
  quoteUuid: string,
  recipient: number,
  key: string = randomUUID(),
): Promise<Reply> {
  return person.call(`POST ${path(person, groupId)}/transfers`, {
    body: { targetAccount: recipient, quoteUuid, customerTransactionId: key },
  })
}

/** Adds one transfer with a quote of its own. Answers the transfer. */
export async function adds(
  person: Person,
  groupId: string,
  wanted: Wanted & { recipient?: number } = {},
) {
  const recipient = wanted.recipient ?? (await pays(person, wanted.target))
  const { id } = await quotes(person, { ...wanted, recipient })
  return ok(add(person, groupId, id, recipient))
}

export function readsGroup(person: Person, groupId: string) {
  return ok(person.call(`GET ${path(person, groupId)}`))
}

export function change(
  person: Person,
  groupId: string,
  status: 'COMPLETED' | 'CANCELLED',
  version: number,
): Promise<Reply> {
  return person.call(`PATCH ${path(person, groupId)}`, { body: { status, version } })
}

/** Completes or cancels the group at the version it has. */
export async function ends(person: Person, groupId: string, status: 'COMPLETED' | 'CANCELLED') {
  const { version } = await readsGroup(person, groupId)
  return ok(change(person, groupId, status, version))
}

/** A group with its transfers in it, open for more. Answers their ids. */
export async function fills(person: Person, { members = 2, ...wanted }: Wanted = {}) {
  const { id } = await opens(person, wanted)
  const recipient = await pays(person, wanted.target)
  const transfers: number[] = []
  for (let n = 0; n < members; n++)
    transfers.push((await adds(person, id, { ...wanted, recipient })).id)
  return { id: id as string, transfers }
}

/** A completed group. */
export async function completes(person: Person, wanted: Wanted = {}) {
  const group = await fills(person, wanted)
  await ends(person, group.id, 'COMPLETED')
  return group
}

export function fundAll(person: Person, groupId: string, type = 'BALANCE'): Promise<Reply> {
  return person.call(`POST /v3/profiles/${person.personal}/batch-payments/${groupId}/payments`, {
    body: { type },
  })
}

export function payIn(person: Person, groupId: string, body: object): Promise<Reply> {
  return person.call(
    `POST /v1/simulation/profiles/${person.personal}/batch-groups/${groupId}/pay-in`,
    { body },
  )
}

const debitable = {
  ACH: {
    currency: 'USD',
    details: { routingNumber: '111000025', accountNumber: '12345678', accountType: 'CHECKING' },
  },
  EFT: {
    currency: 'CAD',
    details: { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' },
  },
}

export function link(person: Person, account: object): Promise<Reply> {
  const route = `POST /v1/profiles/${person.personal}/direct-debit-accounts`
  return person.call(route, { body: account })
}

/** Links an account that may be debited: EFT in Canadian, ACH in US dollars. Answers its id. */
export async function links(person: Person, type: keyof typeof debitable = 'EFT'): Promise<number> {
  return (await ok(link(person, { type, ...debitable[type] }))).id
}

export function initiate(
  person: Person,
  groupId: string,
  accountId: number,
  more: object = {},
): Promise<Reply> {
  return person.call(
    `POST /v1/profiles/${person.personal}/batch-groups/${groupId}/payment-initiations`,
    { body: { type: 'DIRECT_DEBIT', accountId, ...more } },
  )
}

/** The bank answers a direct debit. */
export function answers(person: Person, initiationId: number, state: string): Promise<Reply> {
  return person.call(`POST /v1/simulation/payment-initiations/${initiationId}/${state}`)
}

/** A group in Canadian dollars whose money came by direct debit. */
export async function debits(person: Person, wanted: Wanted = {}) {
  const group = await completes(person, { source: 'CAD', ...wanted })
  const accountId = await links(person)
  const { id: initiationId } = await ok(initiate(person, group.id, accountId))
  await ok(answers(person, initiationId, 'PROCESSING'))
  await ok(answers(person, initiationId, 'COMPLETED'))
  return { ...group, initiationId: initiationId as number, accountId }
}
