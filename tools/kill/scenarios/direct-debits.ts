// Batch groups that a direct debit pays: it may fail, or be charged back, and then the debt is settled.

import {
  type Client,
  movesTransfer,
  receivesDollars,
  repeat,
  sendAs,
  topsUp,
} from '../client/actions.ts'
import {
  checkedReply,
  type Debit,
  type ExpectedProfile,
  type ExpectedTransfer,
  type Group,
} from '../client/expected-profile.ts'
import type { Request } from '../client/retrying-client.ts'
import {
  endsGroup,
  fillsGroup,
  type Member,
  movesOn,
  notesGroupPaid,
  sizeOf,
} from './batch-groups.ts'

const ANOTHER_ACCOUNT = 0.2
const DEBIT_FAILS = 0.15
const CHARGED_BACK = 0.7
const SETTLED_BY_BOUNCE = 0.5

/** A direct debit that fails, or is paid and may be charged back; then the debt is settled. */
export async function debits(client: Client, profile: ExpectedProfile): Promise<void> {
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
  const { body } = checkedReply(await sendAs(client, profile, request), [200], 'a linked account')
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
  const { body } = checkedReply(await sendAs(client, profile, request), [200], 'a direct debit')
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
  checkedReply(await sendAs(client, profile, { route }), [200], `a direct debit that is ${status}`)
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
