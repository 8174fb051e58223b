// The books of the clients against the service, over HTTP and over all pages.

import type { Answer, Ask } from './ask.ts'
import { type Book, expected, type Group, minorOf, type Purse } from './book.ts'

const PAGE = 100

/** One sentence for each thing that is not as the clients were told. */
export async function compareBooks(ask: Ask, books: readonly Book[]): Promise<string[]> {
  const findings: string[] = []
  for (const book of books) {
    findings.push(...(await compareTransfers(ask, book)))
    for (const purse of [book.pounds, book.euros, book.dollars])
      findings.push(...(await comparePurse(ask, book, purse)))
    for (const group of book.groups.values())
      findings.push(...(await compareGroup(ask, book, group)))
  }
  return findings
}

type Shown = {
  readonly id: number
  readonly status: string
  readonly customerTransactionId: string
}

async function compareTransfers(ask: Ask, book: Book): Promise<string[]> {
  const { profileId } = book
  const shown = await listAll(ask, book)
  const findings: string[] = []
  if (shown.length !== book.transfers.size)
    findings.push(
      `profile ${profileId} has ${shown.length} transfers, its clients made ${book.transfers.size}`,
    )
  const byId = new Map(shown.map((transfer) => [transfer.id, transfer]))
  for (const { id, key, statuses } of book.transfers.values()) {
    const transfer = byId.get(id)
    const status = statuses.at(-1)
    if (transfer === undefined) findings.push(`transfer ${id} (key ${key}) is lost`)
    else if (transfer.status !== status)
      findings.push(`transfer ${id} is ${transfer.status}, its client was told ${status}`)
    else if (transfer.customerTransactionId !== key)
      findings.push(`transfer ${id} has key ${transfer.customerTransactionId}, not ${key}`)
  }
  for (const { id } of shown)
    if (!book.transfers.has(id)) findings.push(`transfer ${id} was never told to a client`)
  return findings
}

async function listAll(ask: Ask, { person, profileId }: Book): Promise<Shown[]> {
  const all: Shown[] = []
  for (let after = 0; ; ) {
    const query = `profile=${profileId}&limit=${PAGE}&seekPosition=${after}`
    const { body } = looked(
      await ask({ route: `GET /v1/transfers?${query}`, token: person.token }),
      'a list of transfers',
    )
    const page = body as Shown[]
    all.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return all
    after = last.id
  }
}

async function comparePurse(
  ask: Ask,
  { person, profileId }: Book,
  { id, minor }: Purse,
): Promise<string[]> {
  const route = `GET /v4/profiles/${profileId}/balances/${id}`
  const { body } = looked(await ask({ route, token: person.token }), 'a balance')
  const held = minorOf(body.amount.value)
  if (held === minor) return []
  return [`balance ${id} holds ${held} minor units, its clients reckon ${minor}`]
}

/** The debits of a profile are compared in `inspect.ts`: a list of them has no operation. */
async function compareGroup(
  ask: Ask,
  { person, profileId }: Book,
  { id, members, status, paid }: Group,
): Promise<string[]> {
  const route = `GET /v3/profiles/${profileId}/batch-groups/${id}`
  const answer = await ask({ route, token: person.token })
  if (answer.status === 404) return [`group ${id} is lost`]
  const { body } = looked(answer, 'a batch group')
  const is = [body.status, body.alreadyPaid, textOf(body.transferIds)].join(' ')
  const told = [status, paid, textOf(members.map((member) => member.id))].join(' ')
  return is === told ? [] : [`group ${id} is ${is}, its client was told ${told}`]
}

function textOf(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join(',')
}

function looked(answer: Answer, what: string): Answer {
  return expected(answer, [200], what)
}
