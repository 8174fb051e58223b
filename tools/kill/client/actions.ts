// Actions that several scenarios share: they send and repeat requests, top up, quote, and create, pay and move transfers, and
// record the expected state. A reply that the interface does not allow ends the run, with a finding.

import type { Random } from '../random.ts'
import {
  type ExpectedProfile,
  type ExpectedTransfer,
  expectStatus,
  minorOf,
  type PayIn,
  type TransferStatus,
} from './expected-profile.ts'
import type { Reply, Request, Send } from './retrying-client.ts'

export type Client = { readonly send: Send; readonly random: Random }

const NEW_RECIPIENT_PROBABILITY = 0.2
const REPEAT_PROBABILITY = 0.15

export async function sendAs({ send }: Client, { person }: ExpectedProfile, request: Request) {
  return send({ token: person.token, ...request })
}

/** Repeats a successful request with a certain probability. The reply must be the same. */
export async function repeatsAtRandom(
  client: Client,
  profile: ExpectedProfile,
  request: Request,
  isSame: (body: Reply['body']) => boolean,
): Promise<void> {
  if (!client.random.chance(REPEAT_PROBABILITY)) return
  const reply = expectStatus(
    await sendAs(client, profile, request),
    [200, 201],
    `a repetition of ${request.route}`,
  )
  if (!isSame(reply.body)) throw new Error(`${request.route}, repeated, returned ${reply.text}`)
}

const currencies = { pounds: 'GBP', dollars: 'CAD' } as const

/** Tops up a balance by a random amount, or by `minor`. */
export async function topsUp(
  client: Client,
  profile: ExpectedProfile,
  balance: keyof typeof currencies = 'pounds',
  minor = client.random.between(1, 500_00),
): Promise<void> {
  const request: Request = {
    route: 'POST /v1/simulation/balance/topup',
    key: client.random.uuid(),
    body: {
      profileId: profile.profileId,
      balanceId: profile[balance].id,
      currency: currencies[balance],
      amount: minor / 100,
    },
  }
  const { body } = expectStatus(await sendAs(client, profile, request), [200], 'a top-up')
  if (balance === 'dollars') recordDollarCredit(profile, minor)
  else profile.pounds.minor += minor
  profile.movements.add(body.transactionId)
  await repeatsAtRandom(
    client,
    profile,
    request,
    (again) => again.transactionId === body.transactionId,
  )
}

/** Records a credit in Canadian dollars: it settles the debt, and what is left is added to the balance. */
export function recordDollarCredit(profile: ExpectedProfile, minor: number): void {
  const settled = Math.min(profile.owedMinor, minor)
  profile.owedMinor -= settled
  profile.dollars.minor += minor - settled
}

export type Quote = {
  readonly id: string
  readonly paymentOptions: readonly PaymentOption[]
}
type PaymentOption = {
  readonly payIn: string
  readonly sourceAmount: number
  readonly targetAmount: number
}

export async function createsQuote(
  client: Client,
  profile: ExpectedProfile,
  fields: object,
): Promise<Quote> {
  const { random } = client
  const request: Request = {
    route: `POST /v3/profiles/${profile.profileId}/quotes`,
    body: {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: random.between(20_00, 200_00) / 100,
      ...fields,
    },
  }
  return expectStatus(await sendAs(client, profile, request), [200], 'a quote').body
}

export function optionOf({ paymentOptions }: Quote, payIn: string): PaymentOption {
  const option = paymentOptions.find((offered) => offered.payIn === payIn)
  if (option === undefined) throw new Error(`a quote does not offer ${payIn}`)
  return option
}

/** Returns the id of a recipient in euros, which may be a new one. */
export async function picksRecipient(client: Client, profile: ExpectedProfile): Promise<number> {
  const { random } = client
  const [first, ...others] = profile.recipients
  if (first !== undefined && !random.chance(NEW_RECIPIENT_PROBABILITY))
    return random.pick([first, ...others])
  const letter = () => String.fromCharCode(97 + random.whole(26))
  const request: Request = {
    route: 'POST /v1/accounts',
    body: {
      profile: profile.profileId,
      currency: 'EUR',
      type: 'iban',
      accountHolderName: `Nora ${letter().toUpperCase()}${letter()}${letter()}`,
      details: { legalType: 'PRIVATE', IBAN: 'DE89370400440532013000' },
    },
  }
  const { body } = expectStatus(await sendAs(client, profile, request), [200], 'a recipient')
  if (!profile.recipients.includes(body.id)) profile.recipients.push(body.id)
  await repeatsAtRandom(client, profile, request, (again) => again.id === body.id)
  return body.id
}

/** Creates a transfer by `route`: that of a batch group, or `POST /v1/transfers`. */
export async function createsTransfer(
  client: Client,
  profile: ExpectedProfile,
  route: string,
  { quote, recipient }: { readonly quote: Quote; readonly recipient: number },
): Promise<ExpectedTransfer> {
  const key = client.random.uuid()
  const request: Request = {
    route,
    body: {
      targetAccount: recipient,
      quoteUuid: quote.id,
      customerTransactionId: key,
      details: { reference: 'Kill test' },
    },
  }
  const { body } = expectStatus(await sendAs(client, profile, request), [200], 'a transfer')
  const transfer: ExpectedTransfer = { id: body.id, key, statuses: ['incoming_payment_waiting'] }
  if (profile.transfers.has(transfer.id))
    throw new Error(`two requests created transfer ${transfer.id}`)
  profile.transfers.set(transfer.id, transfer)
  await repeatsAtRandom(client, profile, request, (again) => again.id === body.id)
  return transfer
}

/** Pays a transfer that is in no group. */
export async function paysTransfer(
  client: Client,
  profile: ExpectedProfile,
  transfer: ExpectedTransfer,
  { quote, by }: { readonly quote: Quote; readonly by: 'BALANCE' | 'BANK_TRANSFER' },
): Promise<void> {
  if (by === 'BALANCE') await fundsTransfer(client, profile, transfer)
  else await simulatesStatus(client, profile, transfer, 'processing')
  recordPayment(profile, transfer, { by, minor: minorOf(optionOf(quote, by).sourceAmount) })
}

export function recordPayment(
  profile: ExpectedProfile,
  transfer: ExpectedTransfer,
  paid: { by: PayIn; minor: number },
): void {
  transfer.statuses.push('processing')
  transfer.paid = paid
  if (paid.by === 'BALANCE') profile.pounds.minor -= paid.minor
}

/** Moves a transfer to a status; a cancellation or refund returns its money to the balance that paid. */
export async function movesTransfer(
  client: Client,
  profile: ExpectedProfile,
  transfer: ExpectedTransfer,
  status: TransferStatus,
): Promise<void> {
  if (status === 'cancelled') await cancelsTransfer(client, profile, transfer)
  else await simulatesStatus(client, profile, transfer, status)
  transfer.statuses.push(status)
  const isReturned = status === 'cancelled' || status === 'funds_refunded'
  if (isReturned && transfer.paid?.by === 'BALANCE') profile.pounds.minor += transfer.paid.minor
}

async function simulatesStatus(
  client: Client,
  profile: ExpectedProfile,
  { id }: ExpectedTransfer,
  status: TransferStatus,
): Promise<void> {
  const route = `GET /v1/simulation/transfers/${id}/${status}`
  expectStatus(await sendAs(client, profile, { route }), [200], status)
}

async function fundsTransfer(
  client: Client,
  profile: ExpectedProfile,
  { id }: ExpectedTransfer,
): Promise<void> {
  const reply = await sendAs(client, profile, {
    route: `POST /v3/profiles/${profile.profileId}/transfers/${id}/payments`,
    body: { type: 'BALANCE' },
  })
  if (isOwnPayment(reply)) return
  expectStatus(reply, [201], 'a funding')
}

/** A funding has no idempotency key, so a second try may be refused because the first had its effect. */
export function isOwnPayment({ tries, body }: Reply): boolean {
  return tries > 1 && body?.errors?.[0]?.code === 'payment.exists'
}

async function cancelsTransfer(
  client: Client,
  profile: ExpectedProfile,
  { id }: ExpectedTransfer,
): Promise<void> {
  const reply = await sendAs(client, profile, { route: `PUT /v1/transfers/${id}/cancel` })
  const isOwnWork = reply.tries > 1 && reply.status === 409
  if (!isOwnWork) expectStatus(reply, [200], 'a cancellation')
  const now = await sendAs(client, profile, { route: `GET /v1/transfers/${id}` })
  const { status } = expectStatus(now, [200], 'reading a transfer').body
  if (status !== 'cancelled') throw new Error(`transfer ${id} is ${status} after its cancellation`)
}
