// Compares the expected profiles with the replies of the service over HTTP. Lists are read to their last page.

import {
  type ExpectedBalance,
  type ExpectedGroup,
  type ExpectedProfile,
  expectStatus,
  minorOf,
} from '../client/expected-profile.ts'
import type { Reply, Send } from '../client/retrying-client.ts'
import { compareCard } from '../scenarios/cards.ts'

const PAGE_SIZE = 100

/** Returns one message for each difference. */
export async function compareProfiles(
  send: Send,
  profiles: readonly ExpectedProfile[],
): Promise<string[]> {
  const findings: string[] = []
  for (const profile of profiles) {
    findings.push(...(await compareTransfers(send, profile)))
    findings.push(...(await compareCard(send, profile)))
    for (const balance of [profile.pounds, profile.euros, profile.dollars])
      findings.push(...(await compareBalance(send, profile, balance)))
    for (const group of profile.groups.values())
      findings.push(...(await compareGroup(send, profile, group)))
  }
  return findings
}

type ListedTransfer = {
  readonly id: number
  readonly status: string
  readonly customerTransactionId: string
}

async function compareTransfers(send: Send, profile: ExpectedProfile): Promise<string[]> {
  const { profileId } = profile
  const listed = await listTransfers(send, profile)
  const findings: string[] = []
  if (listed.length !== profile.transfers.size)
    findings.push(
      `profile ${profileId} has ${listed.length} transfers, its clients made ${profile.transfers.size}`,
    )
  const byId = new Map(listed.map((transfer) => [transfer.id, transfer]))
  for (const { id, key, statuses } of profile.transfers.values()) {
    const transfer = byId.get(id)
    const status = statuses.at(-1)
    if (transfer === undefined) findings.push(`transfer ${id} (key ${key}) is lost`)
    else if (transfer.status !== status)
      findings.push(`transfer ${id} is ${transfer.status}, its client expects ${status}`)
    else if (transfer.customerTransactionId !== key)
      findings.push(`transfer ${id} has key ${transfer.customerTransactionId}, not ${key}`)
  }
  for (const { id } of listed)
    if (!profile.transfers.has(id)) findings.push(`transfer ${id} is unknown to its client`)
  return findings
}

async function listTransfers(
  send: Send,
  { person, profileId }: ExpectedProfile,
): Promise<ListedTransfer[]> {
  const all: ListedTransfer[] = []
  for (let after = 0; ; ) {
    const query = `profile=${profileId}&limit=${PAGE_SIZE}&seekPosition=${after}`
    const { body } = expectOk(
      await send({ route: `GET /v1/transfers?${query}`, token: person.token }),
      'a list of transfers',
    )
    const page = body as ListedTransfer[]
    all.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_SIZE) return all
    after = last.id
  }
}

async function compareBalance(
  send: Send,
  { person, profileId }: ExpectedProfile,
  { id, minor }: ExpectedBalance,
): Promise<string[]> {
  const route = `GET /v4/profiles/${profileId}/balances/${id}`
  const { body } = expectOk(await send({ route, token: person.token }), 'a balance')
  const held = minorOf(body.amount.value)
  if (held === minor) return []
  return [`balance ${id} holds ${held} minor units, its clients expect ${minor}`]
}

/** `inspect-rows.ts` compares direct debits, because no operation lists them. */
async function compareGroup(
  send: Send,
  { person, profileId }: ExpectedProfile,
  { id, members, status, isPaid }: ExpectedGroup,
): Promise<string[]> {
  const route = `GET /v3/profiles/${profileId}/batch-groups/${id}`
  const reply = await send({ route, token: person.token })
  if (reply.status === 404) return [`group ${id} is lost`]
  const { body } = expectOk(reply, 'a batch group')
  const actual = [body.status, body.alreadyPaid, idsText(body.transferIds)].join(' ')
  const expected = [status, isPaid, idsText(members.map((member) => member.id))].join(' ')
  return actual === expected ? [] : [`group ${id} is ${actual}, its client expects ${expected}`]
}

function idsText(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join(',')
}

function expectOk(reply: Reply, subject: string): Reply {
  return expectStatus(reply, [200], subject)
}
