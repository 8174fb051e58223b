// Calls for batch groups. A function in the third person throws unless its calls succeed; one in the imperative returns
// the reply.

import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'
import type { Reply, TestService } from './service.ts'
import { addsRecipient, createsQuote, ok, setsLapse } from './transfers.ts'

type GroupOptions = {
  /** The number of transfers in the group. */
  members?: number
  source?: string
  target?: string
  /** The source amount of each transfer. */
  amount?: number
  payIn?: 'BALANCE' | 'BANK_TRANSFER'
  name?: string
}

const path = (person: Person, groupId: string) =>
  `/v3/profiles/${person.personal}/batch-groups/${groupId}`

/** Creates a group of the personal profile. Returns it. */
export function createsGroup(
  person: Person,
  { source = 'GBP', name = randomUUID() }: GroupOptions = {},
) {
  return ok(
    person.call(`POST /v3/profiles/${person.personal}/batch-groups`, {
      body: { sourceCurrency: source, name },
    }),
  )
}

export function addTransfer(
  person: Person,
  groupId: string,
  { quoteId, recipient, key = randomUUID() }: { quoteId: string; recipient: number; key?: string },
): Promise<Reply> {
  return person.call(`POST ${path(person, groupId)}/transfers`, {
    body: { targetAccount: recipient, quoteUuid: quoteId, customerTransactionId: key },
  })
}

/** Adds one transfer with a new quote, and with a new recipient by default. Returns the transfer. */
export async function addsTransfer(
  person: Person,
  groupId: string,
  options: GroupOptions & { recipient?: number } = {},
) {
  const recipient = options.recipient ?? (await addsRecipient(person, options.target))
  const { id } = await createsQuote(person, { ...options, recipient })
  return ok(addTransfer(person, groupId, { quoteId: id, recipient }))
}

export function readsGroup(person: Person, groupId: string) {
  return ok(person.call(`GET ${path(person, groupId)}`))
}

export function changeGroup(
  person: Person,
  groupId: string,
  status: 'COMPLETED' | 'CANCELLED',
  version: number,
): Promise<Reply> {
  return person.call(`PATCH ${path(person, groupId)}`, { body: { status, version } })
}

/** Completes or cancels the group at its current version. */
export async function endsGroup(
  person: Person,
  groupId: string,
  status: 'COMPLETED' | 'CANCELLED',
) {
  const { version } = await readsGroup(person, groupId)
  return ok(changeGroup(person, groupId, status, version))
}

/** Creates an open group with transfers. Returns the ids of the group and of the transfers. */
export async function createsFilledGroup(
  person: Person,
  { members = 2, ...options }: GroupOptions = {},
) {
  const { id } = await createsGroup(person, options)
  const recipient = await addsRecipient(person, options.target)
  const transfers: number[] = []
  for (let n = 0; n < members; n++)
    transfers.push((await addsTransfer(person, id, { ...options, recipient })).id)
  return { id: id as string, transfers }
}

/** Creates a completed group with transfers. Returns the ids of the group and of the transfers. */
export async function createsCompletedGroup(person: Person, options: GroupOptions = {}) {
  const group = await createsFilledGroup(person, options)
  await endsGroup(person, group.id, 'COMPLETED')
  return group
}

export function fundGroup(person: Person, groupId: string, type = 'BALANCE'): Promise<Reply> {
  return person.call(`POST /v3/profiles/${person.personal}/batch-payments/${groupId}/payments`, {
    body: { type },
  })
}

export function simulatePayIn(person: Person, groupId: string, body: object): Promise<Reply> {
  return person.call(
    `POST /v1/simulation/profiles/${person.personal}/batch-groups/${groupId}/pay-in`,
    { body },
  )
}

const accountsToDebit = {
  ACH: {
    currency: 'USD',
    details: { routingNumber: '111000025', accountNumber: '12345678', accountType: 'CHECKING' },
  },
  EFT: {
    currency: 'CAD',
    details: { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' },
  },
}

export function linkAccount(person: Person, account: object): Promise<Reply> {
  const route = `POST /v1/profiles/${person.personal}/direct-debit-accounts`
  return person.call(route, { body: account })
}

/** Links an account for direct debits: EFT in Canadian dollars, ACH in US dollars. Returns its id. */
export async function linksAccount(
  person: Person,
  type: keyof typeof accountsToDebit = 'EFT',
): Promise<number> {
  return (await ok(linkAccount(person, { type, ...accountsToDebit[type] }))).id
}

export function initiateDebit(
  person: Person,
  groupId: string,
  accountId: number,
  extraFields: object = {},
): Promise<Reply> {
  return person.call(
    `POST /v1/profiles/${person.personal}/batch-groups/${groupId}/payment-initiations`,
    { body: { type: 'DIRECT_DEBIT', accountId, ...extraFields } },
  )
}

/** Simulates that the bank reports this state of a direct debit. */
export function simulateDebit(person: Person, initiationId: number, state: string): Promise<Reply> {
  return person.call(`POST /v1/simulation/payment-initiations/${initiationId}/${state}`)
}

/** Creates a group in Canadian dollars that a direct debit has paid. Returns the ids of the group, its transfers, the debit and the account. */
export async function createsDebitedGroup(person: Person, options: GroupOptions = {}) {
  const group = await createsCompletedGroup(person, { source: 'CAD', ...options })
  const accountId = await linksAccount(person)
  const { id: initiationId } = await ok(initiateDebit(person, group.id, accountId))
  await ok(simulateDebit(person, initiationId, 'PROCESSING'))
  await ok(simulateDebit(person, initiationId, 'COMPLETED'))
  return { ...group, initiationId: initiationId as number, accountId }
}

/** Ends the time to pay a group and these members of it, without running the sweeps. */
export async function endsTimeToPay(
  service: TestService,
  groupId: string,
  transfers: readonly number[],
): Promise<void> {
  for (const transferId of transfers) await setsLapse(service, transferId, service.now())
  await service.db.pool.query('update batch_groups set lapses_at = $1 where id = $2', [
    service.now().toString(),
    groupId,
  ])
}
