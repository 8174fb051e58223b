// Calls on cards, card payments and disputes for the random walk.

import {
  type ApprovedPayment,
  GROCERY_STORE,
  HOTEL,
  sendAuthorisation,
  sendFollowUp,
  type Terminal,
} from '../../src/card-transactions/test/terminal.ts'
import { issuesCard, secretsOf } from '../../src/cards/test/issued-cards.ts'
import {
  disputesPathOf,
  requestDisputeMove,
  submit,
  wrongAmountBody,
} from '../../src/disputes/test/disputing.ts'
import type { Person } from '../support/people.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { type Act, anyOf, CURRENCIES, type WeightedAct } from './walk.ts'

const CARDS_MAX = 4
const LIFETIME_LIMIT_MINOR = 500_000_00n
const BLOCKED_COUNTRY = 'KP'

export type CardPayment = ApprovedPayment & { readonly terminal: Terminal; readonly value: number }

/** The person with `profile` as the personal profile, for fixtures that use only the personal profile. */
const asPersonal = (person: Person, profile: Person['personal']): Person => ({
  ...person,
  personal: profile,
})

const issueCard: Act = async ({ person, profiles, cards }, random, service) => {
  if (cards.length >= CARDS_MAX) return undefined
  const ann = asPersonal(person, random.pick(profiles))
  const card = await issuesCard(service, ann, { lifetimeLimitMinor: LIFETIME_LIMIT_MINOR })
  const { pan } = await secretsOf(service, card)
  cards.push({ ann, token: card.token, pan })
  return undefined
}

/** Small amounts are as likely as all others, because rounding matters most for them. */
const randomCardAmount = (random: SeededRandom) =>
  random.oneIn(2) ? random.pick([1, 2, 3, 7, 16, 0.01, 0.34]) : random.pick([9.99, 50, 200, 0, 1e8])

/** A decline counts as a refusal. */
const authorisePayment: Act = async ({ cards, cardPayments }, random) => {
  const terminal = anyOf(random, cards)
  if (terminal === undefined) return undefined
  const [value, currency] = [randomCardAmount(random), random.pick([...CURRENCIES, 'JPY', 'HUF'])]
  const reply = await sendAuthorisation(terminal, value, {
    currency,
    category: random.pick([GROCERY_STORE, HOTEL]),
    pos: random.pick(['CHIP_AND_PIN', 'E_COMMERCE', 'MOBILE_WALLET']),
    country: random.oneIn(20) ? BLOCKED_COUNTRY : 'GB',
  })
  if (reply.status !== 200) return reply
  const { error, reference } = reply.body
  if (error !== null) return { ...reply, status: 422, body: { errors: [{ code: error }] } }
  const id = Number(reference.transaction.retrievalReferenceNum)
  cardPayments.push({ terminal, value, id, ref: reference, currency })
  return reply
}

/** Captures, reverses or refunds a share of a payment. */
const followUpAct =
  (kind: 'clearing' | 'reversal' | 'reversal-post-clearing', shares: readonly number[]): Act =>
  async ({ cardPayments }, random) => {
    const payment = anyOf(random, cardPayments)
    if (payment === undefined) return undefined
    const amount = Number((payment.value * random.pick(shares)).toFixed(2))
    return sendFollowUp(payment.terminal, kind, payment, amount)
  }

const setCardStatus: Act = async ({ cards }, random) => {
  const card = anyOf(random, cards)
  if (card === undefined) return undefined
  const status = random.pick(['ACTIVE', 'ACTIVE', 'ACTIVE', 'FROZEN'])
  const route = `PUT /v3/spend/profiles/${card.ann.personal}/cards/${card.token}/status`
  return card.ann.call(route, { body: { status } })
}

const setCardLimit: Act = async ({ cards }, random) => {
  const card = anyOf(random, cards)
  if (card === undefined) return undefined
  const route = `PATCH /v3/spend/profiles/${card.ann.personal}/cards/${card.token}/spending-limits`
  const cardLimitType = random.pick(['TRANSACTION', 'DAILY', 'MONTHLY'])
  const maxLimitAmount = random.pick([250, 5000, 100_000, 100_000])
  return card.ann.call(route, { body: { cardLimitType, maxLimitAmount } })
}

const submitDispute: Act = async ({ cardPayments, disputes }, random) => {
  const payment = anyOf(random, cardPayments)
  if (payment === undefined) return undefined
  const { ann } = payment.terminal
  const reply = await submit(ann, wrongAmountBody(payment.id))
  if (reply.status !== 200) return reply
  const query = { transactionId: String(payment.id), status: 'ACTIVE' }
  const { body } = await ann.call(`GET ${disputesPathOf(ann)}`, { query })
  for (const { id } of body.disputes) disputes.push({ id, payment })
  return reply
}

/** The sub-statuses on the path to a refund are more likely than the others. */
const REFUND_PATH = ['IN_REVIEW', 'ACCEPTED', 'REFUNDED', 'REFUNDED'] as const
const OTHER_STATUSES = ['CHARGEBACK_SUBMITTED', 'REJECTED', 'WITHDRAWN'] as const

const moveDispute: Act = async ({ disputes }, random) => {
  const chosen = anyOf(random, disputes)
  if (chosen === undefined) return undefined
  const status = random.pick(random.oneIn(6) ? OTHER_STATUSES : REFUND_PATH)
  return requestDisputeMove(chosen.payment.terminal.ann, chosen.id, status)
}

/**
 * In half of the calls, advances the clock by eight days, so that the holds of payments end (`cardHold`: seven days). The holds
 * of pre-authorised payments last longer.
 */
const waitForLapse: Act = async (_, random, service) => {
  if (random.oneIn(2)) await service.advance({ hours: 24 * 8 })
  return undefined
}

export const cardActs: readonly WeightedAct[] = [
  ['issue card', 2, issueCard],
  ['authorise', 12, authorisePayment],
  ['clear', 7, followUpAct('clearing', [1, 1, 0.5, 1.1, 2])],
  ['reverse', 3, followUpAct('reversal', [0, 0.5, 1, 2])],
  ['refund card', 5, followUpAct('reversal-post-clearing', [0, 0.25, 0.5, 1, 2])],
  ['set card status', 1, setCardStatus],
  ['set card limit', 1, setCardLimit],
  ['dispute', 4, submitDispute],
  ['move dispute', 8, moveDispute],
  ['wait for lapse', 1, waitForLapse],
]
