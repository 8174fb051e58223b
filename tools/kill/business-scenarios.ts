// Scenarios of a business profile: batch payments from a balance, by bank or by direct debit, cancellations,
// and transfers to e-mail addresses.

import { setTimeout as sleep } from 'node:timers/promises'
import { MEMBERS_PER_TRANSACTION_MAX } from '../../src/batches/cancel-members.ts'
import {
  type Client,
  createsQuote,
  createsTransfer,
  isOwnPayment,
  movesTransfer,
  notePaid,
  optionOf,
  paysTransfer,
  type Quote,
  receivesDollars,
  recipientOf,
  repeat,
  sendAs,
  topsUp,
} from './client-actions.ts'
import {
  checkedAnswer,
  type Debit,
  type ExpectedProfile,
  type ExpectedTransfer,
  type Group,
  minorOf,
} from './expected-profile.ts'
import { statusPaths } from './personal-scenarios.ts'
import { randomOf } from './random.ts'
import type { Request } from './retrying-client.ts'

const LOW_MINOR = 500_000
const ENOUGH_MINOR = 2_000_000
const MEMBERS = { least: 1, most: 5 }
/** The sweep cancels such a group in more than one run. */
const MEMBERS_OF_LARGE = MEMBERS_PER_TRANSACTION_MAX + 10
/** The number of concurrent additions to one group. */
const CONCURRENT_ADDITIONS = 4
const SEEDS = 2 ** 31
/** Probabilities. */
const COMPLETED_BEFORE_CANCELLATION = 0.5
const ANOTHER_ACCOUNT = 0.2
const DEBIT_FAILS = 0.15
const CHARGED_BACK = 0.7
const SETTLED_BY_BOUNCE = 0.5
const CANCELLED_WITHIN_MS = 60_000
/** A link whose sending was interrupted is sent again later, and the scenario ends later. */
const MAIL_WITHIN_MS = 3000
const POLL_MS = 50

/** One scenario, chosen at random. */
export async function runBusinessScenario(client: Client, profile: ExpectedProfile): Promise<void> {
  if (profile.pounds.minor < LOW_MINOR) return topsUp(client, profile, 'pounds', ENOUGH_MINOR)
  const scenario = client.random.pick([paysBatch, debits, debits, sendsToEmail, cancelsGroup])
  return scenario(client, profile)
}

type Member = { readonly transfer: ExpectedTransfer; readonly quote: Quote }

async function paysBatch(client: Client, profile: ExpectedProfile): Promise<void> {
  const { random } = client
  const { group, members } = await fillsGroup(client, profile, 'GBP', sizeOf(client))
  await endsGroup(client, profile, group, 'COMPLETED')
  const by = random.pick(['BALANCE', 'BANK_TRANSFER'] as const)
  if (by === 'BALANCE') await fundsGroup(client, profile, group)
  else await paysGroupByBank(client, profile, group)
  notesGroupPaid(profile, group, members, by)
  for (const { transfer: sent } of members) await movesOn(client, profile, sent)
}

function sizeOf({ random }: Client): number {
  return random.between(MEMBERS.least, MEMBERS.most)
}

/** Moves a paid transfer along a random path. */
async function movesOn(
  client: Client,
  profile: ExpectedProfile,
  transfer: ExpectedTransfer,
): Promise<void> {
  const paid = Object.values(statusPaths).filter(([first]) => first === 'processing')
  const path = client.random.pick(paid as [(typeof paid)[number], ...typeof paid])
  for (const status of path.slice(1)) await movesTransfer(client, profile, transfer, status)
}

async function fillsGroup(
  client: Client,
  profile: ExpectedProfile,
  currency: 'GBP' | 'CAD',
  size: number,
): Promise<{ group: Group; members: Member[] }> {
  const { random } = client
  const group = await opensGroup(client, profile, currency)
  const recipient = await recipientOf(client, profile)
  const members: Member[] = []
  let inProgress = 0
  const addMembers = async () => {
    while (group.members.length + inProgress < size) {
      inProgress++
      // Each member has a separate generator, so that concurrency does not change what a seed does.
      const ofMember = { ...client, random: randomOf(random.whole(SEEDS), 'a member') }
      const quote = await createsQuote(ofMember, profile, {
        sourceCurrency: currency,
        targetAccount: recipient,
      })
      const route = `POST ${pathOf(profile, group)}/transfers`
      const transfer = await createsTransfer(ofMember, profile, route, { quote, recipient })
      inProgress--
      group.members.push(transfer)
      members.push({ transfer, quote })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_ADDITIONS }, addMembers))
  return { group, members }
}

/** Creates a group. Its name identifies it, so a repetition returns the same group. */
async function opensGroup(
  client: Client,
  profile: ExpectedProfile,
  currency: string,
): Promise<Group> {
  const request: Request = {
    route: `POST /v3/profiles/${profile.profileId}/batch-groups`,
    body: { sourceCurrency: currency, name: client.random.uuid() },
  }
  const { body } = checkedAnswer(await sendAs(client, profile, request), [201], 'a batch group')
  await repeat(client, profile, request, (again) => again.id === body.id)
  const group: Group = { id: body.id, members: [], status: 'NEW', paid: false }
  profile.groups.set(group.id, group)
  return group
}

function pathOf({ profileId }: ExpectedProfile, { id }: Group): string {
  return `/v3/profiles/${profileId}/batch-groups/${id}`
}

async function readsGroup(client: Client, profile: ExpectedProfile, group: Group) {
  const route = `GET ${pathOf(profile, group)}`
  return checkedAnswer(await sendAs(client, profile, { route }), [200], 'reading a group').body
}

/** A change names the version that it is based on, so a second try may be refused because the first had its effect. */
async function endsGroup(
  client: Client,
  profile: ExpectedProfile,
  group: Group,
  status: 'COMPLETED' | 'CANCELLED',
): Promise<void> {
  const { version } = await readsGroup(client, profile, group)
  const request: Request = { route: `PATCH ${pathOf(profile, group)}`, body: { status, version } }
  const answer = await sendAs(client, profile, request)
  const isOwnWork = answer.tries > 1 && answer.status === 409
  if (!isOwnWork) checkedAnswer(answer, [200], `the change of a group to ${status}`)
  group.status = status
}

async function fundsGroup(client: Client, profile: ExpectedProfile, { id }: Group): Promise<void> {
  const request: Request = {
    route: `POST /v3/profiles/${profile.profileId}/batch-payments/${id}/payments`,
    body: { type: 'BALANCE' },
  }
  const answer = await sendAs(client, profile, request)
  if (!isOwnPayment(answer)) checkedAnswer(answer, [200], 'the funding of a group')
  checkedAnswer(await sendAs(client, profile, request), [409], 'the repeated funding of a group')
}

async function paysGroupByBank(
  client: Client,
  profile: ExpectedProfile,
  group: Group,
): Promise<void> {
  const { payInDetails } = await readsGroup(client, profile, group)
  const { amount, currency, reference } = payInDetails[0]
  const request: Request = {
    route: `POST /v1/simulation/profiles/${profile.profileId}/batch-groups/${group.id}/pay-in`,
    key: client.random.uuid(),
    body: { amount, currency, reference },
  }
  checkedAnswer(await sendAs(client, profile, request), [200], 'the pay-in of a group')
  await repeat(client, profile, request, (again) => again.alreadyPaid === true)
}

function notesGroupPaid(
  profile: ExpectedProfile,
  group: Group,
  members: readonly Member[],
  by: 'BALANCE' | 'BANK_TRANSFER' | 'DIRECT_DEBIT',
): void {
  group.paid = true
  for (const { transfer: sent, quote } of members)
    notePaid(profile, sent, { by, minor: minorOf(optionOf(quote, by).sourceAmount) })
}

async function cancelsGroup(client: Client, profile: ExpectedProfile): Promise<void> {
  const { group } = await fillsGroup(client, profile, 'GBP', sizeOf(client))
  await cancelsAll(client, profile, group)
}

/** Fills a group that is cancelled in more than one step. */
export async function fillsLargeGroup(client: Client, profile: ExpectedProfile): Promise<Group> {
  return (await fillsGroup(client, profile, 'GBP', MEMBERS_OF_LARGE)).group
}

/** Cancels a group; ends when all its members are cancelled. */
export async function cancelsAll(
  client: Client,
  profile: ExpectedProfile,
  group: Group,
): Promise<void> {
  if (client.random.chance(COMPLETED_BEFORE_CANCELLATION))
    await endsGroup(client, profile, group, 'COMPLETED')
  await endsGroup(client, profile, group, 'CANCELLED')
  const until = performance.now() + CANCELLED_WITHIN_MS
  while ((await readsGroup(client, profile, group)).status !== 'CANCELLED') {
    if (performance.now() > until) throw new Error(`group ${group.id} is not cancelled in time`)
    await sleep(POLL_MS)
  }
  for (const { statuses } of group.members) statuses.push('cancelled')
}

/** A direct debit that fails, or is paid and may be charged back; then the debt is settled. */
async function debits(client: Client, profile: ExpectedProfile): Promise<void> {
  const { random } = client
  const accountId = await accountOf(client, profile)
  const { group, members } = await fillsGroup(client, profile, 'CAD', sizeOf(client))
  await endsGroup(client, profile, group, 'COMPLETED')
  const debit = await initiates(client, profile, group, accountId)
  await simulatesDebit(client, profile, debit, 'PROCESSING')
  if (random.chance(DEBIT_FAILS)) return simulatesDebit(client, profile, debit, 'FAILED')
  await simulatesDebit(client, profile, debit, 'COMPLETED')
  notesGroupPaid(profile, group, members, 'DIRECT_DEBIT')
  for (const { transfer: sent } of members) await movesOn(client, profile, sent)
  if (!random.chance(CHARGED_BACK)) return
  await simulatesDebit(client, profile, debit, 'CHARGED_BACK')
  for (const { transfer: sent } of members) noteChargedBack(profile, sent)
  await settlesDebt(client, profile, members)
}

async function accountOf(client: Client, profile: ExpectedProfile): Promise<number> {
  const { random } = client
  const [first, ...others] = profile.linked
  if (first !== undefined && !random.chance(ANOTHER_ACCOUNT)) return random.pick([first, ...others])
  const request: Request = {
    route: `POST /v1/profiles/${profile.profileId}/direct-debit-accounts`,
    key: random.uuid(),
    body: {
      type: 'EFT',
      currency: 'CAD',
      details: { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' },
    },
  }
  const { body } = checkedAnswer(await sendAs(client, profile, request), [200], 'a linked account')
  profile.linked.add(body.id)
  await repeat(client, profile, request, (again) => again.id === body.id)
  return body.id
}

async function initiates(
  client: Client,
  profile: ExpectedProfile,
  { id }: Group,
  accountId: number,
): Promise<Debit> {
  const request: Request = {
    route: `POST /v1/profiles/${profile.profileId}/batch-groups/${id}/payment-initiations`,
    key: client.random.uuid(),
    body: { type: 'DIRECT_DEBIT', accountId },
  }
  const { body } = checkedAnswer(await sendAs(client, profile, request), [200], 'a direct debit')
  const debit: Debit = { id: body.id, statuses: [] }
  profile.debits.set(debit.id, debit)
  await repeat(client, profile, request, (again) => again.id === body.id)
  return debit
}

/** The bank reports a result. A repetition changes nothing. */
async function simulatesDebit(
  client: Client,
  profile: ExpectedProfile,
  debit: Debit,
  status: string,
): Promise<void> {
  const route = `POST /v1/simulation/payment-initiations/${debit.id}/${status}`
  checkedAnswer(await sendAs(client, profile, { route }), [200], `a direct debit that is ${status}`)
  debit.statuses.push(status)
}

/** A chargeback cancels the members whose money has not left; the profile owes the amount of the others (D29). */
function noteChargedBack(profile: ExpectedProfile, { statuses, paid }: ExpectedTransfer): void {
  const status = statuses.at(-1)
  if (status === 'processing' || status === 'funds_converted') statuses.push('cancelled')
  else profile.owedMinor += paid?.minor ?? 0
}

/** Settles the debt by returned transfers and by a top-up. */
async function settlesDebt(
  client: Client,
  profile: ExpectedProfile,
  members: readonly Member[],
): Promise<void> {
  const { random } = client
  for (const { transfer: sent } of members) {
    if (sent.statuses.at(-1) !== 'outgoing_payment_sent') continue
    if (!random.chance(SETTLED_BY_BOUNCE)) continue
    await movesTransfer(client, profile, sent, 'bounced_back')
  }
  for (const { transfer: sent } of members) {
    if (sent.statuses.at(-1) !== 'bounced_back') continue
    await movesTransfer(client, profile, sent, 'funds_refunded')
    receivesDollars(profile, sent.paid?.minor ?? 0)
  }
  if (profile.owedMinor === 0) return
  await topsUp(
    client,
    profile,
    'dollars',
    profile.owedMinor + random.whole(2) * random.between(1, 100_00),
  )
}

/** A transfer to a recipient known only by e-mail, who enters the account on a page. */
async function sendsToEmail(client: Client, profile: ExpectedProfile): Promise<void> {
  const email = `nora-${client.random.uuid()}@example.com`
  const recipient = await createsEmailRecipient(client, profile, email)
  const quote = await createsQuote(client, profile, { targetAccount: recipient })
  const transfer = await createsTransfer(client, profile, 'POST /v1/transfers', {
    quote,
    recipient,
  })
  const claim = { email, answered: false }
  transfer.claim = claim
  await paysTransfer(client, profile, transfer, { quote, by: 'BALANCE' })
  await movesTransfer(client, profile, transfer, 'funds_converted')
  const until = performance.now() + MAIL_WITHIN_MS
  while (!(await answersClaim(client, profile, transfer)) && performance.now() < until)
    await sleep(POLL_MS)
}

async function createsEmailRecipient(
  client: Client,
  profile: ExpectedProfile,
  email: string,
): Promise<number> {
  const request: Request = {
    route: 'POST /v1/accounts',
    body: {
      profile: profile.profileId,
      currency: 'EUR',
      type: 'email',
      accountHolderName: 'Nora Sample',
      details: { email },
    },
  }
  const { body } = checkedAnswer(
    await sendAs(client, profile, request),
    [200],
    'a recipient by e-mail',
  )
  await repeat(client, profile, request, (again) => again.id === body.id)
  return body.id
}

/** The recipient enters an account on the page of the latest link. Returns false when no mail has arrived. */
export async function answersClaim(
  client: Client,
  profile: ExpectedProfile,
  transfer: ExpectedTransfer,
): Promise<boolean> {
  const { claim } = transfer
  if (claim === undefined) return false
  const { send } = client
  const mails = await sendAs(client, profile, { route: `GET /sandbox/outbox?to=${claim.email}` })
  const texts = checkedAnswer(mails, [200], 'the outbox').body as { text: string }[]
  const link = /\/claims\/\S+/.exec(texts.at(-1)?.text ?? '')?.[0]
  if (link === undefined) return false
  // The recipient has no token: the link authorises one answer.
  const answer = await send({
    route: `POST ${link}`,
    body: {
      type: 'iban',
      action: 'send',
      accountHolderName: 'Nora Sample',
      legalType: 'PRIVATE',
      IBAN: 'DE89370400440532013000',
    },
  })
  const isOwnWork = answer.tries > 1 && answer.status === 410
  if (!isOwnWork) checkedAnswer(answer, [200], 'the answer of a recipient')
  claim.answered = true
  await movesTransfer(client, profile, transfer, 'outgoing_payment_sent')
  return true
}
