// Calls that open balances, add recipients, and create, pay and move transfers. A function in the third person throws
// unless its calls succeed; one in the imperative returns the reply.

import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'
import type { Reply, TestService } from './service.ts'

/** Opens a STANDARD balance and tops it up. Returns the id of the balance. */
export async function topsUp(
  person: Person,
  currency: string,
  amount: number,
  profile: number = person.personal,
): Promise<number> {
  const opened = await ok(
    person.call(`POST /v4/profiles/${profile}/balances`, {
      body: { currency, type: 'STANDARD' },
      headers: { 'x-idempotence-uuid': randomUUID() },
    }),
  )
  await ok(
    person.call('POST /v1/simulation/balance/topup', {
      body: { profileId: profile, balanceId: opened.id, currency, amount },
    }),
  )
  return opened.id
}

const accounts: Record<string, object> = {
  EUR: { type: 'iban', details: { legalType: 'PRIVATE', IBAN: 'FR1420041010050500013M02606' } },
  GBP: {
    type: 'sort_code',
    details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
  },
  USD: {
    type: 'aba',
    details: {
      legalType: 'PRIVATE',
      abartn: '111000025',
      accountNumber: '12345678',
      accountType: 'CHECKING',
      address: {
        country: 'US',
        state: 'NY',
        city: 'New York',
        postCode: '10025',
        firstLine: 'Some Ave',
      },
    },
  },
}

/** Adds a recipient for `currency`. Returns its id. */
export async function addsRecipient(
  person: Person,
  currency = 'EUR',
  profile: number = person.personal,
): Promise<number> {
  const account = { profile, currency, accountHolderName: 'Nora Sample', ...accounts[currency] }
  return (await ok(person.call('POST /v1/accounts', { body: account }))).id
}

type TransferOptions = {
  source?: string
  target?: string
  amount?: number
  profile?: number
  recipient?: number
  payIn?: 'BALANCE' | 'BANK_TRANSFER'
}

/** Creates a quote. Returns it. */
export async function createsQuote(person: Person, options: TransferOptions = {}) {
  const { source = 'GBP', target = 'EUR', amount = 100, payIn = 'BALANCE' } = options
  return ok(
    person.call(`POST /v3/profiles/${options.profile ?? person.personal}/quotes`, {
      body: {
        sourceCurrency: source,
        targetCurrency: target,
        sourceAmount: amount,
        preferredPayIn: payIn,
        ...(options.recipient && { targetAccount: options.recipient }),
      },
    }),
  )
}

export type Option = {
  payIn: string
  sourceAmount: number
  targetAmount: number
  fee: { total: number; partner: number }
}

/** The price of a quote by one pay-in method. Throws when the quote does not offer it. */
export function optionOf(quote: { paymentOptions: Option[] }, payIn: string): Option {
  const option = quote.paymentOptions.find((each) => each.payIn === payIn)
  if (option === undefined) throw new Error(`the quote has no ${payIn} option`)
  return option
}

/** Creates a transfer, with a new recipient and a new quote by default. */
export async function createsTransfer(
  person: Person,
  options: TransferOptions & { quoteId?: string; sourceAccount?: number } = {},
) {
  const recipient =
    options.recipient ?? (await addsRecipient(person, options.target, options.profile))
  const quoteUuid = options.quoteId ?? (await createsQuote(person, { ...options, recipient })).id
  return ok(
    person.call('POST /v1/transfers', {
      body: {
        targetAccount: recipient,
        quoteUuid,
        customerTransactionId: randomUUID(),
        ...(options.sourceAccount && { sourceAccount: options.sourceAccount }),
        details: { reference: 'Rent' },
      },
    }),
  )
}

export function fundTransfer(
  person: Person,
  transferId: number,
  profile: number = person.personal,
) {
  return person.call(`POST /v3/profiles/${profile}/transfers/${transferId}/payments`, {
    body: { type: 'BALANCE' },
  })
}

export function simulate(person: Person, transferId: number, name: string): Promise<Reply> {
  return person.call(`GET /v1/simulation/transfers/${transferId}/${name}`)
}

/** Sets when the time to pay a transfer ends, without running the sweep. */
export async function setsLapse(
  service: TestService,
  transferId: number,
  at: Temporal.Instant,
): Promise<void> {
  await service.db.pool.query('update transfers set lapses_at = $2 where id = $1', [
    transferId,
    at.toString(),
  ])
}

export async function readsTransfer(person: Person, transferId: number) {
  return ok(person.call(`GET /v1/transfers/${transferId}`))
}

/** The status of a reply and its error code, if any, such as `201`, `409 payment.exists` or `400 invalid_grant`. */
export function outcome({ status, body }: Reply): string {
  const code = status < 400 ? undefined : (body?.errors?.[0].code ?? body?.error)
  return code === undefined ? `${status}` : `${status} ${code}`
}

/** The body of a successful reply; throws otherwise. */
export async function ok(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, body, text } = await reply
  if (status < 200 || status > 299) throw new Error(`expected success, got ${status}: ${text}`)
  return body
}
