// Scenarios of card payments: a payment is authorised, then captured or reversed. A terminal has no idempotency key (D74), so
// a repeated authorisation may have several effects. A repeated capture or reversal has one.

import { GROCERY_STORE } from '../../../src/card-transactions/test/terminal.ts'
import { issuesCard, secretsOf } from '../../../src/cards/test/issued-cards.ts'
import type { Database } from '../../../src/kernel/database/db.ts'
import type { Id } from '../../../src/kernel/ids.ts'
import { loadDataKeys } from '../../../src/kernel/keys/data-keys.ts'
import { type Client, sendAs } from '../client/actions.ts'
import { type ExpectedProfile, expectStatus, minorOf } from '../client/expected-profile.ts'
import type { Send } from '../client/retrying-client.ts'

export type ExpectedCard = {
  readonly token: string
  readonly pan: string
  readonly payments: Map<number, ExpectedPayment>
  /** Amounts in pence of authorisations that may have taken effect without a reply. */
  readonly repeatedMinor: number[]
}

type ExpectedPayment = { state: 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'; minor: number }

/** The lifetime limit in pence, which no card of the test reaches. */
const LIFETIME_LIMIT_MINOR = 10n ** 11n
const PAGE_SIZE = 100
/** The probability that a payment is captured; otherwise it is reversed. */
const CAPTURE_PROBABILITY = 0.7

/** Issues a card with a high limit. The service must have created its data keys. */
export async function issueCard(db: Database, profileId: Id<'profile'>): Promise<ExpectedCard> {
  await loadDataKeys(db, {})
  const issuer = { db, now: () => Temporal.Now.instant() }
  const card = await issuesCard(
    issuer,
    { personal: profileId },
    { lifetimeLimitMinor: LIFETIME_LIMIT_MINOR },
  )
  const { pan } = await secretsOf(issuer, card)
  return { token: card.token, pan, payments: new Map(), repeatedMinor: [] }
}

export async function paysByCard(client: Client, profile: ExpectedProfile): Promise<void> {
  const { random } = client
  const { card, profileId } = profile
  if (card === undefined) throw new Error(`profile ${profileId} has no card`)
  const authorisedMinor = random.between(2, 50_00)
  const simulation = `simulation/spend/profiles/${profileId}/cards/${card.token}/transactions`
  const authorised = await sendAs(client, profile, {
    route: `POST /v2/${simulation}/authorisation`,
    body: {
      pos: 'E_COMMERCE',
      cardNumber: card.pan,
      amount: pounds(authorisedMinor),
      mcc: GROCERY_STORE,
    },
  })
  for (let tries = 1; tries < authorised.tries; tries++) card.repeatedMinor.push(authorisedMinor)
  const { error, reference } = expectStatus(authorised, [200], 'an authorisation').body
  if (error !== null) throw new Error(`an authorisation of a covered amount is declined: ${error}`)
  const id = Number(reference.transaction.retrievalReferenceNum)
  if (card.payments.has(id)) throw new Error(`two authorisations made card transaction ${id}`)
  const payment: ExpectedPayment = { state: 'IN_PROGRESS', minor: authorisedMinor }
  card.payments.set(id, payment)
  profile.pounds.minor -= authorisedMinor

  const isCaptured = random.chance(CAPTURE_PROBABILITY)
  const finalMinor = isCaptured ? random.between(1, authorisedMinor) : 0
  const reply = await sendAs(client, profile, {
    route: `POST /v1/${simulation}/${isCaptured ? 'clearing' : 'reversal'}`,
    body: { amount: pounds(finalMinor), ref: reference },
  })
  expectStatus(reply, [200], isCaptured ? 'a clearing' : 'a reversal')
  payment.state = isCaptured ? 'COMPLETED' : 'CANCELLED'
  if (isCaptured) payment.minor = finalMinor
  profile.pounds.minor += authorisedMinor - finalMinor
}

const pounds = (minor: number) => ({ value: minor / 100, currency: 'GBP' })

type ListedTransaction = { id: string; state: string; transactionAmount: { amount: number } }

/**
 * Checks that the service lists every acknowledged payment in its acknowledged state, and that any other payment comes from
 * a repeated authorisation. Subtracts the amount that such a payment still holds from the expected balance, so call it
 * before the balances are compared.
 */
export async function compareCard(send: Send, profile: ExpectedProfile): Promise<string[]> {
  const { card } = profile
  if (card === undefined) return []
  const listed = new Map(
    (await listTransactions(send, profile, card)).map((transaction) => [
      Number(transaction.id),
      transaction,
    ]),
  )
  const findings: string[] = []
  for (const [id, { state, minor }] of card.payments) {
    const found = listed.get(id)
    const text = found ? `${found.state} with ${minorOf(found.transactionAmount.amount)}` : 'lost'
    if (text !== `${state} with ${minor}`)
      findings.push(`card transaction ${id} is ${text}, its client expects ${state} with ${minor}`)
  }
  const repeated = [...card.repeatedMinor]
  for (const [id, { state, transactionAmount }] of listed) {
    if (card.payments.has(id)) continue
    const minor = minorOf(transactionAmount.amount)
    const at = repeated.indexOf(minor)
    if (at === -1) findings.push(`card transaction ${id} of ${minor} is unknown to its client`)
    else repeated.splice(at, 1)
    // The end of the run moves the clock, so the hold may have lapsed.
    if (state === 'IN_PROGRESS') profile.pounds.minor -= minor
  }
  return findings
}

async function listTransactions(
  send: Send,
  { person, profileId }: ExpectedProfile,
  { token }: ExpectedCard,
): Promise<ListedTransaction[]> {
  const all: ListedTransaction[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const route = `GET /v3/spend/profiles/${profileId}/cards/${token}/transactions?pageSize=${PAGE_SIZE}&pageNumber=${pageNumber}`
    const reply = await send({ route, token: person.token })
    const { transactions } = expectStatus(reply, [200], 'a list of card transactions').body
    all.push(...transactions)
    if (transactions.length < PAGE_SIZE) return all
  }
}
