// Card payments of test users over HTTP: authorisations, clearings, reversals and refunds at a terminal.

import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'
import { issuesCard, secretsOf } from '../../cards/test/issued-cards.ts'
import { type Currency, parseMoney } from '../../kernel/money.ts'

/** A terminal that reads the card of `ann`. */
export type Terminal = {
  readonly ann: Person
  readonly token: string
  readonly pan: string
}

/** Issues a card to the personal profile, with a lifetime limit of 1,000 GBP unless `options` have another. */
export async function createsTerminal(
  service: TestService,
  ann: Person,
  options: Parameters<typeof issuesCard>[2] = {},
): Promise<Terminal> {
  const card = await issuesCard(service, ann, options)
  const { pan } = await secretsOf(service, card)
  return { ann, token: card.token, pan }
}

/** Merchant category codes (ISO 18245). A payment in a hotel is a pre-authorisation. */
export const GROCERY_STORE = 5411
export const CASH_MACHINE = 6011
export const HOTEL = 7011

type Payment = {
  readonly currency?: string
  readonly pos?: string
  readonly transactionType?: string
  readonly category?: number
  readonly country?: string
  readonly codes?: object
  readonly pan?: string
}

const path = ({ ann, token }: Terminal) =>
  `/simulation/spend/profiles/${ann.personal}/cards/${token}/transactions`

/** Route and body of an authorisation. */
export function authorisationOf(
  terminal: Terminal,
  value: unknown,
  payment: Payment = {},
): [route: string, body: object] {
  const {
    currency = 'GBP',
    pos = 'CHIP_AND_PIN',
    category = GROCERY_STORE,
    country = 'GB',
  } = payment
  const body = {
    pos,
    transactionType: payment.transactionType,
    amount: { value, currency },
    acquirer: {
      name: 'Corner Shop',
      city: 'London',
      merchantCategoryCode: category,
      country,
      acceptorIdCode: 'SHOP-1',
    },
    cardData: {
      pan: payment.pan ?? terminal.pan,
      pin: '1234',
      cvv1: '123',
      icvv: '456',
      cvv2: '789',
      ...payment.codes,
    },
  }
  return [`POST /v1${path(terminal)}/authorisation`, body]
}

/** Sends an authorisation; the reply shows whether the payment was approved. */
export function sendAuthorisation(terminal: Terminal, value: unknown, payment: Payment = {}) {
  const [route, body] = authorisationOf(terminal, value, payment)
  return terminal.ann.call(route, { body })
}

export type ApprovedPayment = {
  readonly id: number
  readonly ref: object
  readonly currency: string
}

/** Sends an authorisation. Throws when the payment is declined. */
export async function authorises(
  terminal: Terminal,
  value: number,
  payment: Payment = {},
): Promise<ApprovedPayment> {
  const { error, reference } = await ok(sendAuthorisation(terminal, value, payment))
  if (error !== null) throw new Error(`declined: ${error}`)
  const id = Number(reference.transaction.retrievalReferenceNum)
  return { id, ref: reference, currency: payment.currency ?? 'GBP' }
}

/** A new user tops up 100 GBP and authorises a payment with a new card, at a terminal. */
export async function createsPayment(service: TestService, value: number, currency = 'GBP') {
  const ann = await service.createUser()
  const balance = await topsUp(ann, 'GBP', 100)
  const terminal = await createsTerminal(service, ann)
  return { ann, balance, terminal, payment: await authorises(terminal, value, { currency }) }
}

type Kind = 'clearing' | 'reversal' | 'reversal-post-clearing'

/** Route and body of a message that follows an authorisation. */
export function followUpOf(
  terminal: Terminal,
  kind: Kind,
  { ref, currency }: Pick<ApprovedPayment, 'ref' | 'currency'>,
  value: unknown,
): [route: string, body: object] {
  return [`POST /v1${path(terminal)}/${kind}`, { amount: { value, currency }, ref }]
}

export function sendFollowUp(
  terminal: Terminal,
  kind: Kind,
  payment: Pick<ApprovedPayment, 'ref' | 'currency'>,
  value: unknown,
) {
  const [route, body] = followUpOf(terminal, kind, payment, value)
  return terminal.ann.call(route, { body })
}

export const clear = (terminal: Terminal, payment: ApprovedPayment, value: unknown) =>
  sendFollowUp(terminal, 'clearing', payment, value)
export const reverse = (terminal: Terminal, payment: ApprovedPayment, value: unknown) =>
  sendFollowUp(terminal, 'reversal', payment, value)
export const refund = (terminal: Terminal, payment: ApprovedPayment, value: unknown) =>
  sendFollowUp(terminal, 'reversal-post-clearing', payment, value)

export function readsTransaction({ ann }: Terminal, id: number | string) {
  return ok(ann.call(`GET /v3/spend/profiles/${ann.personal}/cards/transactions/${id}`))
}

export function listTransactions({ ann, token }: Terminal, query = '') {
  return ann.call(`GET /v3/spend/profiles/${ann.personal}/cards/${token}/transactions${query}`)
}

/** The amount and the reserved amount of the balance in `currency`, and the debt of the profile in it. */
export async function moneyOf(service: TestService, ann: Person, currency: string) {
  const balances = await ok(ann.call(`GET /v4/profiles/${ann.personal}/balances?types=STANDARD`))
  const balance = balances.find((each: { currency: string }) => each.currency === currency)
  const { rows } = await service.db.pool.query(
    `select (-balance)::float8 as owed from ledger_accounts
      where profile_id = $1 and account = 'owed' and currency = $2`,
    [ann.personal, currency],
  )
  return {
    amount: balance?.amount.value as number,
    reserved: balance?.reservedAmount.value as number,
    owedMinor: (rows[0]?.owed ?? 0) as number,
  }
}

export function minorOf(value: number, currency: Currency): bigint {
  const amount = parseMoney(String(value), currency)
  if (amount === undefined) throw new Error(`not an amount: ${value} ${currency}`)
  return amount.minor
}

/** The lifetime usage of the card, in minor units of its currency. */
export async function usageMinorOf(
  service: TestService,
  { ann, token }: Terminal,
): Promise<number> {
  const { rows } = await service.db.pool.query(
    `select u.lifetime_amount::float8 as amount from card_usage u
       join cards c on c.profile_id = u.profile_id and c.id = u.card_id
      where c.profile_id = $1 and c.token = $2`,
    [ann.personal, token],
  )
  return rows[0]?.amount ?? 0
}

/** The events about the transaction, oldest first. */
export async function eventsOf(service: TestService, id: number) {
  const { rows } = await service.db.pool.query(
    'select payload from events where subject = $1 order by number',
    [`card-transaction:${id}`],
  )
  return rows.map(({ payload }) => payload)
}

/** Sets the end of the hold of a payment to now, without running the sweep. */
export async function endsHold(service: TestService, id: number): Promise<void> {
  await service.db.pool.query('update card_transactions set lapses_at = $2 where id = $1', [
    id,
    service.now().toString(),
  ])
}
