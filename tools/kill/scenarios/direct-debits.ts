// Scenarios of batch groups that a direct debit pays. The debit may fail or be charged back; the debt of a chargeback is
// settled.

import {
  type Client,
  movesTransfer,
  recordDollarCredit,
  repeatsAtRandom,
  sendAs,
  topsUp,
} from '../client/actions.ts'
import {
  type ExpectedDebit,
  type ExpectedGroup,
  type ExpectedProfile,
  type ExpectedTransfer,
  expectStatus,
} from '../client/expected-profile.ts'
import type { Request } from '../client/retrying-client.ts'
import {
  fillsGroup,
  type Member,
  movesAlongPath,
  randomSize,
  recordGroupPayment,
  setsGroupStatus,
} from './batch-groups.ts'

const NEW_ACCOUNT_PROBABILITY = 0.2
const DEBIT_FAILURE_PROBABILITY = 0.15
const CHARGEBACK_PROBABILITY = 0.7
/** The probability that the bank of the recipient returns a sent transfer, which settles its share of the debt. */
const BOUNCE_PROBABILITY = 0.5

export async function paysByDirectDebit(client: Client, profile: ExpectedProfile): Promise<void> {
  const { random } = client
  const accountId = await picksLinkedAccount(client, profile)
  const { group, members } = await fillsGroup(client, profile, 'CAD', randomSize(client))
  await setsGroupStatus(client, profile, group, 'COMPLETED')
  const debit = await initiatesDebit(client, profile, group, accountId)
  await simulatesDebit(client, profile, debit, 'PROCESSING')
  if (random.chance(DEBIT_FAILURE_PROBABILITY))
    return simulatesDebit(client, profile, debit, 'FAILED')
  await simulatesDebit(client, profile, debit, 'COMPLETED')
  recordGroupPayment(profile, group, members, 'DIRECT_DEBIT')
  for (const { transfer } of members) await movesAlongPath(client, profile, transfer)
  if (!random.chance(CHARGEBACK_PROBABILITY)) return
  await simulatesDebit(client, profile, debit, 'CHARGED_BACK')
  for (const { transfer } of members) recordChargeback(profile, transfer)
  await settlesDebt(client, profile, members)
}

/** Returns the id of a linked account, which may be a new one. */
async function picksLinkedAccount(client: Client, profile: ExpectedProfile): Promise<number> {
  const { random } = client
  const [first, ...others] = profile.linkedAccounts
  if (first !== undefined && !random.chance(NEW_ACCOUNT_PROBABILITY))
    return random.pick([first, ...others])
  const request: Request = {
    route: `POST /v1/profiles/${profile.profileId}/direct-debit-accounts`,
    key: random.uuid(),
    body: {
      type: 'EFT',
      currency: 'CAD',
      details: { institutionNumber: '621', transitNumber: '16001', accountNumber: '1234567' },
    },
  }
  const { body } = expectStatus(await sendAs(client, profile, request), [200], 'a linked account')
  profile.linkedAccounts.add(body.id)
  await repeatsAtRandom(client, profile, request, (again) => again.id === body.id)
  return body.id
}

async function initiatesDebit(
  client: Client,
  profile: ExpectedProfile,
  { id }: ExpectedGroup,
  accountId: number,
): Promise<ExpectedDebit> {
  const request: Request = {
    route: `POST /v1/profiles/${profile.profileId}/batch-groups/${id}/payment-initiations`,
    key: client.random.uuid(),
    body: { type: 'DIRECT_DEBIT', accountId },
  }
  const { body } = expectStatus(await sendAs(client, profile, request), [200], 'a direct debit')
  const debit: ExpectedDebit = { id: body.id, statuses: [] }
  profile.debits.set(debit.id, debit)
  await repeatsAtRandom(client, profile, request, (again) => again.id === body.id)
  return debit
}

/** Simulates that the bank reports a status. The request needs no key, because a repetition changes nothing. */
async function simulatesDebit(
  client: Client,
  profile: ExpectedProfile,
  debit: ExpectedDebit,
  status: string,
): Promise<void> {
  const route = `POST /v1/simulation/payment-initiations/${debit.id}/${status}`
  expectStatus(await sendAs(client, profile, { route }), [200], `a direct debit that is ${status}`)
  debit.statuses.push(status)
}

/** A chargeback cancels the members whose money has not left; the profile owes the amount of the others (D29). */
function recordChargeback(profile: ExpectedProfile, { statuses, paid }: ExpectedTransfer): void {
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
  for (const { transfer } of members) {
    if (transfer.statuses.at(-1) !== 'outgoing_payment_sent') continue
    if (!random.chance(BOUNCE_PROBABILITY)) continue
    await movesTransfer(client, profile, transfer, 'bounced_back')
  }
  for (const { transfer } of members) {
    if (transfer.statuses.at(-1) !== 'bounced_back') continue
    await movesTransfer(client, profile, transfer, 'funds_refunded')
    recordDollarCredit(profile, transfer.paid?.minor ?? 0)
  }
  if (profile.owedMinor === 0) return
  // Half of the top-ups are exactly the debt, and the others leave money on the balance.
  const excessMinor = random.whole(2) * random.between(1, 100_00)
  await topsUp(client, profile, 'dollars', profile.owedMinor + excessMinor)
}
