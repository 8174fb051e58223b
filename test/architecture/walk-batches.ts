// Calls on batch groups for the random walk.

import { randomUUID } from 'node:crypto'
import type { SeededRandom } from '../support/seeded-random.ts'
import {
  type Act,
  anyOf,
  CURRENCIES,
  type GroupState,
  randomAmount,
  type Walker,
  type WeightedAct,
} from './walk.ts'

/** Usually a group in one of these states, so that the call makes sense. */
function groupAt({ groups }: Walker, random: SeededRandom, ...states: readonly GroupState[]) {
  const sensible = groups.filter(({ state }) => states.includes(state))
  return anyOf(random, random.oneIn(6) ? groups : sensible)
}

const createGroup: Act = async ({ person, profiles, groups }, random) => {
  const profile = random.pick(profiles)
  // `debitGroup` pays groups in US dollars.
  const currency = random.pick(['USD', ...CURRENCIES])
  const reply = await person.call(`POST /v3/profiles/${profile}/batch-groups`, {
    body: { sourceCurrency: currency, name: random.oneIn(4) ? 'Salaries' : randomUUID() },
  })
  if (reply.status === 201) groups.push({ id: reply.body.id, profile, currency, state: 'empty' })
  return reply
}

/** The currencies of quote and group are usually the same. */
const addMember: Act = async (walker, random) => {
  const { person, recipients, transfers } = walker
  const group = groupAt(walker, random, 'empty', 'filled')
  // Recipients of US dollars have an address, which transfers from dollars need.
  const fitting = recipients.filter(
    ({ profile, currency }) =>
      profile === group?.profile && (group.currency !== 'USD' || currency === 'USD'),
  )
  const recipient = anyOf(random, random.oneIn(10) ? recipients : fitting)
  if (group === undefined || recipient === undefined) return undefined
  const { profile, currency } = group
  const quote = await person.call(`POST /v3/profiles/${profile}/quotes`, {
    body: {
      sourceCurrency: random.oneIn(8) ? random.pick(CURRENCIES) : currency,
      targetCurrency: recipient.currency,
      sourceAmount: randomAmount(random),
      targetAccount: recipient.id,
      preferredPayIn: random.pick(['BALANCE', 'BANK_TRANSFER']),
    },
  })
  if (quote.status !== 200) return quote
  const request = {
    targetAccount: recipient.id,
    quoteUuid: quote.body.id,
    customerTransactionId: randomUUID(),
  }
  const reply = await person.call(
    `POST /v3/profiles/${profile}/batch-groups/${group.id}/transfers`,
    { body: request },
  )
  if (reply.status !== 200) return reply
  group.state = 'filled'
  // `repeatTransfer` sends to POST /v1/transfers, where this body would create another transfer, so no request is stored.
  transfers.push({ id: reply.body.id, profile, request: undefined })
  return reply
}

const changeGroup =
  (status: 'COMPLETED' | 'CANCELLED'): Act =>
  async (walker, random) => {
    const { person } = walker
    const group = groupAt(walker, random, 'filled')
    if (group === undefined) return undefined
    const path = `/v3/profiles/${group.profile}/batch-groups/${group.id}`
    const { body } = await person.call(`GET ${path}`)
    const version = random.oneIn(6) ? body.version - 1 : body.version
    const reply = await person.call(`PATCH ${path}`, { body: { status, version } })
    if (reply.status === 200) group.state = status === 'COMPLETED' ? 'completed' : 'over'
    return reply
  }

const fundGroup: Act = async (walker, random) => {
  const group = groupAt(walker, random, 'completed')
  if (group === undefined) return undefined
  const path = `/v3/profiles/${group.profile}/batch-payments/${group.id}/payments`
  const reply = await walker.person.call(`POST ${path}`, { body: { type: 'BALANCE' } })
  if (reply.status === 200) group.state = 'over'
  return reply
}

/** The exact amount due is more likely than any other. */
const payInGroup: Act = async (walker, random) => {
  const { person } = walker
  const group = groupAt(walker, random, 'completed')
  if (group === undefined) return undefined
  const { profile, id, currency } = group
  const { body } = await person.call(`GET /v3/profiles/${profile}/batch-groups/${id}`)
  const due = body.payInDetails[0]?.amount
  return person.call(`POST /v1/simulation/profiles/${profile}/batch-groups/${id}/pay-in`, {
    body: { amount: due === undefined || random.oneIn(2) ? randomAmount(random) : due, currency },
  })
}

async function linksAccount({ person }: Walker, profile: number): Promise<number> {
  const details = { routingNumber: '111000025', accountNumber: '12345678', accountType: 'CHECKING' }
  const { body } = await person.call(`POST /v1/profiles/${profile}/direct-debit-accounts`, {
    body: { type: 'ACH', currency: 'USD', details },
  })
  return body.id
}

const debitGroup: Act = async (walker, random) => {
  const { person, initiations } = walker
  const group = groupAt(walker, random, 'completed')
  if (group === undefined) return undefined
  const { profile, id } = group
  const reply = await person.call(
    `POST /v1/profiles/${profile}/batch-groups/${id}/payment-initiations`,
    { body: { type: 'DIRECT_DEBIT', accountId: await linksAccount(walker, profile) } },
  )
  if (reply.status === 200) initiations.push(reply.body.id)
  return reply
}

/** Statuses that are listed twice are chosen twice as often. */
const DEBIT_STATUSES = [
  'PROCESSING',
  'PROCESSING',
  'COMPLETED',
  'COMPLETED',
  'FAILED',
  'CHARGED_BACK',
]

const moveDebit: Act = async ({ person, initiations }, random) => {
  const id = anyOf(random, initiations)
  if (id === undefined) return undefined
  return person.call(`POST /v1/simulation/payment-initiations/${id}/${random.pick(DEBIT_STATUSES)}`)
}

export const batchActs: readonly WeightedAct[] = [
  ['create group', 2, createGroup],
  ['add to group', 16, addMember],
  ['complete group', 4, changeGroup('COMPLETED')],
  ['cancel group', 1, changeGroup('CANCELLED')],
  ['fund group', 4, fundGroup],
  ['pay in group', 2, payInGroup],
  ['debit group', 5, debitGroup],
  ['move debit', 8, moveDebit],
]
