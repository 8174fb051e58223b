// The acts of a person on the random walk: any call with any known id, whether or not the call makes sense. An act
// returns the reply, if the act has one, and adds the ids of the created objects to the walker.

import { randomUUID } from 'node:crypto'
import type { Terminal } from '../../src/card-transactions/test/terminal.ts'
import type { Person } from '../support/people.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import type { Reply, TestService } from '../support/service.ts'
import { addsRecipient } from '../support/transfers.ts'
import type { CardPayment } from './walk-cards.ts'

export const CURRENCIES = ['GBP', 'EUR', 'USD'] as const
/** The statuses to which the simulation moves a transfer, in their usual order. */
const SIMULATED_STATUSES = [
  'processing',
  'funds_converted',
  'outgoing_payment_sent',
  'bounced_back',
  'funds_refunded',
] as const

/**
 * The last state of a batch group that the walk recorded. Bank payments, direct debits and expiry are not recorded.
 * `over`: paid from a balance, or cancelled.
 */
export type GroupState = 'empty' | 'filled' | 'completed' | 'over'

/** A person on the walk with the ids of everything they created. */
export type Walker = {
  readonly person: Person
  readonly profiles: readonly Person['personal'][]
  readonly balances: { id: number; profile: number; currency: string; type: string }[]
  readonly recipients: { id: number; profile: number; currency: string }[]
  readonly quotes: { id: string; profile: number; payOut: string; recipient?: number | undefined }[]
  /** `request` is a body to repeat; undefined when `POST /v1/transfers` would create another transfer with it. */
  readonly transfers: { id: number; profile: number; request: object | undefined }[]
  readonly groups: { id: string; profile: number; currency: string; state: GroupState }[]
  readonly initiations: number[]
  /** Orders of account details. */
  readonly orders: { id: string; profile: number }[]
  /** Payments to account details. */
  readonly payments: { id: number; profile: number }[]
  readonly cards: Terminal[]
  readonly cardPayments: CardPayment[]
  readonly disputes: { id: string; payment: CardPayment }[]
}

export function newWalker(person: Person): Walker {
  return {
    person,
    profiles: [person.personal, person.business],
    balances: [],
    recipients: [],
    quotes: [],
    transfers: [],
    groups: [],
    initiations: [],
    orders: [],
    payments: [],
    cards: [],
    cardPayments: [],
    disputes: [],
  }
}

export type Act = (
  walker: Walker,
  random: SeededRandom,
  service: TestService,
) => Promise<Reply | undefined>

/** An act with its relative frequency. */
export type WeightedAct = readonly [name: string, weight: number, act: Act]

export const randomAmount = (random: SeededRandom) =>
  random.oneIn(12) ? random.pick([0, -1, 0.01, 1e9]) : random.pick([9.99, 50, 100, 250.5, 1999.99])

/** Undefined when `from` is empty: the act then calls nothing. */
export function anyOf<T>(random: SeededRandom, from: readonly T[]): T | undefined {
  if (from.length === 0) return undefined
  // Usually a recent id: old objects are often in a final state.
  return random.pick(random.oneIn(5) ? from : from.slice(-3))
}

const openBalance: Act = async ({ person, profiles, balances }, random) => {
  const profile = random.pick(profiles)
  const currency = random.pick(CURRENCIES)
  const type = random.pick(['STANDARD', 'STANDARD', 'SAVINGS'])
  const reply = await person.call(`POST /v4/profiles/${profile}/balances`, {
    body: { currency, type, name: 'Jar' },
    headers: { 'x-idempotence-uuid': randomUUID() },
  })
  if (reply.status === 201) balances.push({ id: reply.body.id, profile, currency, type })
  return reply
}

const topUp: Act = async ({ person, balances }, random) => {
  const balance = anyOf(random, balances)
  if (balance === undefined) return undefined
  return person.call('POST /v1/simulation/balance/topup', {
    body: {
      profileId: balance.profile,
      balanceId: balance.id,
      currency: random.oneIn(10) ? random.pick(CURRENCIES) : balance.currency,
      amount: randomAmount(random),
    },
  })
}

const closeBalance: Act = async ({ person, balances }, random) => {
  const balance = anyOf(random, balances)
  return balance && person.call(`DELETE /v4/profiles/${balance.profile}/balances/${balance.id}`)
}

const addRecipient: Act = async ({ person, profiles, recipients }, random) => {
  const [profile, currency] = [random.pick(profiles), random.pick(CURRENCIES)]
  recipients.push({ id: await addsRecipient(person, currency, profile), profile, currency })
  return undefined
}

const dropRecipient: Act = async ({ person, recipients }, random) => {
  const recipient = anyOf(random, recipients)
  return recipient && person.call(`DELETE /v2/accounts/${recipient.id}`)
}

const createQuote: Act = async ({ person, profiles, recipients, quotes }, random) => {
  const profile = random.pick(profiles)
  const payOut = random.pick(['BANK_TRANSFER', 'BANK_TRANSFER', 'BALANCE'])
  const currency = random.pick(CURRENCIES)
  const fitting = recipients.filter(
    (each) => each.profile === profile && each.currency === currency,
  )
  const recipient = anyOf(random, random.oneIn(8) ? recipients : fitting)
  const reply = await person.call(`POST /v3/profiles/${profile}/quotes`, {
    body: {
      sourceCurrency: random.pick(CURRENCIES),
      targetCurrency: currency,
      [random.pick(['sourceAmount', 'targetAmount'])]: randomAmount(random),
      preferredPayIn: random.pick(['BALANCE', 'BANK_TRANSFER']),
      payOut,
      ...(recipient && payOut !== 'BALANCE' && { targetAccount: recipient.id }),
    },
  })
  if (reply.status === 200)
    quotes.push({ id: reply.body.id, profile, payOut, recipient: recipient?.id })
  return reply
}

const patchQuote: Act = async ({ person, quotes, recipients }, random) => {
  const [chosen, recipient] = [anyOf(random, quotes), anyOf(random, recipients)]
  if (chosen === undefined || recipient === undefined) return undefined
  return person.call(`PATCH /v3/profiles/${chosen.profile}/quotes/${chosen.id}`, {
    body: { targetAccount: recipient.id },
    headers: { 'content-type': 'application/merge-patch+json' },
  })
}

const createTransfer: Act = async ({ person, quotes, recipients, transfers }, random) => {
  const chosen = anyOf(random, quotes)
  const recipient = chosen?.recipient ?? anyOf(random, recipients)?.id
  if (chosen === undefined || recipient === undefined) return undefined
  const request = {
    targetAccount: recipient,
    quoteUuid: chosen.id,
    customerTransactionId: randomUUID(),
    details: { reference: 'Rent' },
  }
  const reply = await person.call('POST /v1/transfers', { body: request })
  if (reply.status === 200) transfers.push({ id: reply.body.id, profile: chosen.profile, request })
  return reply
}

const repeatTransfer: Act = async ({ person, transfers }, random) => {
  const transfer = anyOf(random, transfers)
  if (transfer?.request === undefined) return undefined
  const reply = await person.call('POST /v1/transfers', { body: transfer.request })
  if (reply.status < 500 && (reply.status !== 200 || reply.body.id !== transfer.id))
    throw new Error(
      `the repeated request returned ${reply.status} ${reply.text} instead of transfer ${transfer.id}`,
    )
  return reply
}

const fundTransfer: Act = async ({ person, transfers }, random) => {
  const transfer = anyOf(random, transfers)
  return (
    transfer &&
    person.call(`POST /v3/profiles/${transfer.profile}/transfers/${transfer.id}/payments`, {
      body: { type: 'BALANCE' },
    })
  )
}

const cancelTransfer: Act = async ({ person, transfers }, random) => {
  const transfer = anyOf(random, transfers)
  return transfer && person.call(`PUT /v1/transfers/${transfer.id}/cancel`, { body: {} })
}

/** The next status is more likely than any other. */
const simulateStatus: Act = async ({ person, transfers }, random) => {
  const transfer = anyOf(random, transfers)
  if (transfer === undefined) return undefined
  const { body } = await person.call(`GET /v1/transfers/${transfer.id}`)
  const next =
    SIMULATED_STATUSES[['incoming_payment_waiting', ...SIMULATED_STATUSES].indexOf(body.status)]
  const status = random.oneIn(3) || next === undefined ? random.pick(SIMULATED_STATUSES) : next
  return person.call(`GET /v1/simulation/transfers/${transfer.id}/${status}`)
}

const convertMoney: Act = async ({ person, quotes }, random) => {
  const chosen = anyOf(
    random,
    quotes.filter(({ payOut }) => random.oneIn(10) || payOut === 'BALANCE'),
  )
  return (
    chosen &&
    person.call(`POST /v2/profiles/${chosen.profile}/balance-movements`, {
      body: { quoteId: chosen.id },
      headers: { 'x-idempotence-uuid': randomUUID() },
    })
  )
}

const moveMoney: Act = async ({ person, balances }, random) => {
  const from = anyOf(random, balances)
  const to = anyOf(
    random,
    balances.filter(
      (each) =>
        each.profile === from?.profile &&
        each.currency === from.currency &&
        (each.id !== from.id || random.oneIn(10)),
    ),
  )
  if (from === undefined || to === undefined) return undefined
  return person.call(`POST /v2/profiles/${from.profile}/balance-movements`, {
    body: {
      amount: { value: randomAmount(random), currency: from.currency },
      sourceBalanceId: from.id,
      targetBalanceId: to.id,
    },
    headers: { 'x-idempotence-uuid': randomUUID() },
  })
}

const advanceClock: Act = async (_, random, service) => {
  await service.advance(
    random.pick([{ minutes: 1 }, { minutes: 10 }, { minutes: 31 }, { hours: 24 * 3 }]),
  )
  return undefined
}

export const acts: readonly WeightedAct[] = [
  ['open balance', 5, openBalance],
  ['top up', 12, topUp],
  ['close balance', 1, closeBalance],
  ['add recipient', 3, addRecipient],
  ['drop recipient', 1, dropRecipient],
  ['quote', 14, createQuote],
  ['patch quote', 2, patchQuote],
  ['send', 14, createTransfer],
  ['send again', 3, repeatTransfer],
  ['fund', 12, fundTransfer],
  ['cancel', 3, cancelTransfer],
  ['simulate', 18, simulateStatus],
  ['convert', 9, convertMoney],
  ['move', 5, moveMoney],
  ['wait', 1, advanceClock],
]
