// Scenarios of batch groups: a client creates a group, fills it with concurrent requests, and pays or cancels it.

import { setTimeout as sleep } from 'node:timers/promises'
import { MEMBERS_PER_TRANSACTION_MAX } from '../../../src/batches/cancel-members.ts'
import {
  type Client,
  createsQuote,
  createsTransfer,
  isOwnPayment,
  movesTransfer,
  optionOf,
  picksRecipient,
  type Quote,
  recordPayment,
  repeatsAtRandom,
  sendAs,
} from '../client/actions.ts'
import {
  type ExpectedGroup,
  type ExpectedProfile,
  type ExpectedTransfer,
  expectStatus,
  minorOf,
} from '../client/expected-profile.ts'
import type { Request } from '../client/retrying-client.ts'
import { randomOf } from '../random.ts'
import { statusPaths } from './personal.ts'

/** The number of members of a group that is not large. */
const MEMBERS = { least: 1, most: 5 }
/** More members than one transaction cancels. */
const LARGE_GROUP_MEMBERS = MEMBERS_PER_TRANSACTION_MAX + 10
/** The number of concurrent additions to one group. */
const CONCURRENT_ADDITIONS = 4
/** The number of seeds from which the seed of a member is chosen. */
const SEEDS = 2 ** 31
/** The probability that a group is completed before its cancellation. */
const COMPLETION_PROBABILITY = 0.5
const CANCELLED_WITHIN_MS = 60_000
const CANCELLED_POLL_MS = 50

export type Member = { readonly transfer: ExpectedTransfer; readonly quote: Quote }

/** Fills a group, pays it by one payment, and moves each member along a random path. */
export async function paysBatch(client: Client, profile: ExpectedProfile): Promise<void> {
  const { random } = client
  const { group, members } = await fillsGroup(client, profile, 'GBP', randomSize(client))
  await setsGroupStatus(client, profile, group, 'COMPLETED')
  const by = random.pick(['BALANCE', 'BANK_TRANSFER'] as const)
  if (by === 'BALANCE') await fundsGroup(client, profile, group)
  else await paysGroupByBank(client, profile, group)
  recordGroupPayment(profile, group, members, by)
  for (const { transfer } of members) await movesAlongPath(client, profile, transfer)
}

export function randomSize({ random }: Client): number {
  return random.between(MEMBERS.least, MEMBERS.most)
}

/** Moves a paid transfer along a random path. */
export async function movesAlongPath(
  client: Client,
  profile: ExpectedProfile,
  transfer: ExpectedTransfer,
): Promise<void> {
  const paid = Object.values(statusPaths).filter(([first]) => first === 'processing')
  const path = client.random.pick(paid as [(typeof paid)[number], ...typeof paid])
  for (const status of path.slice(1)) await movesTransfer(client, profile, transfer, status)
}

/** Creates a group, and adds `size` transfers by concurrent requests. */
export async function fillsGroup(
  client: Client,
  profile: ExpectedProfile,
  currency: 'GBP' | 'CAD',
  size: number,
): Promise<{ group: ExpectedGroup; members: Member[] }> {
  const { random } = client
  const group = await createsGroup(client, profile, currency)
  const recipient = await picksRecipient(client, profile)
  const members: Member[] = []
  let inProgress = 0
  const addMembers = async () => {
    while (group.members.length + inProgress < size) {
      inProgress++
      // Each member has a separate generator, so that the order of concurrent requests does not change its values.
      const memberClient = { ...client, random: randomOf(random.whole(SEEDS), 'a member') }
      const quote = await createsQuote(memberClient, profile, {
        sourceCurrency: currency,
        targetAccount: recipient,
      })
      const route = `POST ${pathOf(profile, group)}/transfers`
      const transfer = await createsTransfer(memberClient, profile, route, { quote, recipient })
      inProgress--
      group.members.push(transfer)
      members.push({ transfer, quote })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_ADDITIONS }, addMembers))
  return { group, members }
}

/** Creates a group. Its name identifies it, so a repetition returns the same group. */
async function createsGroup(
  client: Client,
  profile: ExpectedProfile,
  currency: string,
): Promise<ExpectedGroup> {
  const request: Request = {
    route: `POST /v3/profiles/${profile.profileId}/batch-groups`,
    body: { sourceCurrency: currency, name: client.random.uuid() },
  }
  const { body } = expectStatus(await sendAs(client, profile, request), [201], 'a batch group')
  await repeatsAtRandom(client, profile, request, (again) => again.id === body.id)
  const group: ExpectedGroup = { id: body.id, members: [], status: 'NEW', isPaid: false }
  profile.groups.set(group.id, group)
  return group
}

function pathOf({ profileId }: ExpectedProfile, { id }: ExpectedGroup): string {
  return `/v3/profiles/${profileId}/batch-groups/${id}`
}

async function readsGroup(client: Client, profile: ExpectedProfile, group: ExpectedGroup) {
  const route = `GET ${pathOf(profile, group)}`
  return expectStatus(await sendAs(client, profile, { route }), [200], 'reading a group').body
}

/** A change names the version that it is based on, so a second try may be refused because the first had its effect. */
export async function setsGroupStatus(
  client: Client,
  profile: ExpectedProfile,
  group: ExpectedGroup,
  status: 'COMPLETED' | 'CANCELLED',
): Promise<void> {
  const { version } = await readsGroup(client, profile, group)
  const request: Request = { route: `PATCH ${pathOf(profile, group)}`, body: { status, version } }
  const reply = await sendAs(client, profile, request)
  const isOwnWork = reply.tries > 1 && reply.status === 409
  if (!isOwnWork) expectStatus(reply, [200], `the change of a group to ${status}`)
  group.status = status
}

async function fundsGroup(
  client: Client,
  profile: ExpectedProfile,
  { id }: ExpectedGroup,
): Promise<void> {
  const request: Request = {
    route: `POST /v3/profiles/${profile.profileId}/batch-payments/${id}/payments`,
    body: { type: 'BALANCE' },
  }
  const reply = await sendAs(client, profile, request)
  if (!isOwnPayment(reply)) expectStatus(reply, [200], 'the funding of a group')
  expectStatus(await sendAs(client, profile, request), [409], 'the repeated funding of a group')
}

async function paysGroupByBank(
  client: Client,
  profile: ExpectedProfile,
  group: ExpectedGroup,
): Promise<void> {
  const { payInDetails } = await readsGroup(client, profile, group)
  const { amount, currency, reference } = payInDetails[0]
  const request: Request = {
    route: `POST /v1/simulation/profiles/${profile.profileId}/batch-groups/${group.id}/pay-in`,
    key: client.random.uuid(),
    body: { amount, currency, reference },
  }
  expectStatus(await sendAs(client, profile, request), [200], 'the pay-in of a group')
  await repeatsAtRandom(client, profile, request, (again) => again.alreadyPaid === true)
}

/** Records that one payment has paid all members of the group. */
export function recordGroupPayment(
  profile: ExpectedProfile,
  group: ExpectedGroup,
  members: readonly Member[],
  by: 'BALANCE' | 'BANK_TRANSFER' | 'DIRECT_DEBIT',
): void {
  group.isPaid = true
  for (const { transfer, quote } of members)
    recordPayment(profile, transfer, { by, minor: minorOf(optionOf(quote, by).sourceAmount) })
}

/** Fills a group and cancels it. */
export async function cancelsGroup(client: Client, profile: ExpectedProfile): Promise<void> {
  const { group } = await fillsGroup(client, profile, 'GBP', randomSize(client))
  await cancelsAll(client, profile, group)
}

/** Fills a group whose cancellation takes more than one transaction. */
export async function fillsLargeGroup(
  client: Client,
  profile: ExpectedProfile,
): Promise<ExpectedGroup> {
  return (await fillsGroup(client, profile, 'GBP', LARGE_GROUP_MEMBERS)).group
}

/** Cancels a group; ends when all its members are cancelled. */
export async function cancelsAll(
  client: Client,
  profile: ExpectedProfile,
  group: ExpectedGroup,
): Promise<void> {
  if (client.random.chance(COMPLETION_PROBABILITY))
    await setsGroupStatus(client, profile, group, 'COMPLETED')
  await setsGroupStatus(client, profile, group, 'CANCELLED')
  const until = performance.now() + CANCELLED_WITHIN_MS
  while ((await readsGroup(client, profile, group)).status !== 'CANCELLED') {
    if (performance.now() > until) throw new Error(`group ${group.id} is not cancelled in time`)
    await sleep(CANCELLED_POLL_MS)
  }
  for (const { statuses } of group.members) statuses.push('cancelled')
}
