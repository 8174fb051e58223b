// What the clients of all stories do: they ask, repeat themselves, top up, price, and move transfers
// on, noting in their books what they were told. Every answer that the interface does not promise
// ends the test.

import type { Answer, Ask, Asked } from './ask.ts'
import { type Book, expected, minorOf, type PayIn, type Sent, type Status } from './book.ts'
import type { Random } from './random.ts'

export type Teller = { readonly ask: Ask; readonly random: Random }

const NEW_RECIPIENT = 0.2
const REPEATED = 0.15

export async function tell({ ask }: Teller, { person }: Book, asked: Asked) {
  return ask({ token: person.token, ...asked })
}

/** Now and then a client asks twice although it was answered: it must be told the same again. */
export async function repeat(
  teller: Teller,
  book: Book,
  asked: Asked,
  isSame: (body: Answer['body']) => boolean,
): Promise<void> {
  if (!teller.random.chance(REPEATED)) return
  const answer = expected(await tell(teller, book, asked), [200, 201], `a repeat of ${asked.route}`)
  if (!isSame(answer.body)) throw new Error(`${asked.route}, repeated, answered ${answer.text}`)
}

const codes = { pounds: 'GBP', dollars: 'CAD' } as const

/** What comes in settles first what is owed. */
export async function topsUp(
  teller: Teller,
  book: Book,
  purse: keyof typeof codes = 'pounds',
  minor = teller.random.between(1, 500_00),
): Promise<void> {
  const asked: Asked = {
    route: 'POST /v1/simulation/balance/topup',
    key: teller.random.uuid(),
    body: {
      profileId: book.profileId,
      balanceId: book[purse].id,
      currency: codes[purse],
      amount: minor / 100,
    },
  }
  const { body } = expected(await tell(teller, book, asked), [200], 'a top-up')
  if (purse === 'dollars') takesDollars(book, minor)
  else book.pounds.minor += minor
  book.movements.add(body.transactionId)
  await repeat(teller, book, asked, (again) => again.transactionId === body.transactionId)
}

/** Dollars come to the balance, and what is owed goes off them. */
export function takesDollars(book: Book, minor: number): void {
  const settled = Math.min(book.owedMinor, minor)
  book.owedMinor -= settled
  book.dollars.minor += minor - settled
}

export type Quote = {
  readonly id: string
  readonly paymentOptions: readonly Option[]
}
type Option = {
  readonly payIn: string
  readonly sourceAmount: number
  readonly targetAmount: number
}

export async function quotes(teller: Teller, book: Book, more: object): Promise<Quote> {
  const { random } = teller
  const asked: Asked = {
    route: `POST /v3/profiles/${book.profileId}/quotes`,
    body: {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: random.between(20_00, 200_00) / 100,
      ...more,
    },
  }
  return expected(await tell(teller, book, asked), [200], 'a quote').body
}

export function optionOf({ paymentOptions }: Quote, payIn: string): Option {
  const option = paymentOptions.find((each) => each.payIn === payIn)
  if (option === undefined) throw new Error(`a quote does not offer ${payIn}`)
  return option
}

export async function recipientOf(teller: Teller, book: Book): Promise<number> {
  const { random } = teller
  const [first, ...others] = book.recipients
  if (first !== undefined && !random.chance(NEW_RECIPIENT)) return random.pick([first, ...others])
  const letter = () => String.fromCharCode(97 + random.whole(26))
  const asked: Asked = {
    route: 'POST /v1/accounts',
    body: {
      profile: book.profileId,
      currency: 'EUR',
      type: 'iban',
      accountHolderName: `Nora ${letter().toUpperCase()}${letter()}${letter()}`,
      details: { legalType: 'PRIVATE', IBAN: 'DE89370400440532013000' },
    },
  }
  const { body } = expected(await tell(teller, book, asked), [200], 'a recipient')
  if (!book.recipients.includes(body.id)) book.recipients.push(body.id)
  await repeat(teller, book, asked, (again) => again.id === body.id)
  return body.id
}

/** Makes a transfer by `route`, which is that of a group or the general one. */
export async function makes(
  teller: Teller,
  book: Book,
  route: string,
  { quote, recipient }: { readonly quote: Quote; readonly recipient: number },
): Promise<Sent> {
  const key = teller.random.uuid()
  const asked: Asked = {
    route,
    body: {
      targetAccount: recipient,
      quoteUuid: quote.id,
      customerTransactionId: key,
      details: { reference: 'Kill test' },
    },
  }
  const { body } = expected(await tell(teller, book, asked), [200], 'a transfer')
  const sent: Sent = { id: body.id, key, statuses: ['incoming_payment_waiting'] }
  if (book.transfers.has(sent.id)) throw new Error(`two requests were told of transfer ${sent.id}`)
  book.transfers.set(sent.id, sent)
  await repeat(teller, book, asked, (again) => again.id === body.id)
  return sent
}

/** Pays for a transfer alone. */
export async function pays(
  teller: Teller,
  book: Book,
  sent: Sent,
  { quote, by }: { readonly quote: Quote; readonly by: 'BALANCE' | 'BANK_TRANSFER' },
): Promise<void> {
  if (by === 'BALANCE') await funds(teller, book, sent)
  else await steps(teller, book, sent, 'processing')
  notePaid(book, sent, { by, minor: minorOf(optionOf(quote, by).sourceAmount) })
}

export function notePaid(book: Book, sent: Sent, paid: { by: PayIn; minor: number }): void {
  sent.statuses.push('processing')
  sent.paid = paid
  if (paid.by === 'BALANCE') book.pounds.minor -= paid.minor
}

/** Moves a transfer on, or back; what was paid from the balance returns to it. */
export async function moves(teller: Teller, book: Book, sent: Sent, status: Status): Promise<void> {
  if (status === 'cancelled') await cancels(teller, book, sent)
  else await steps(teller, book, sent, status)
  sent.statuses.push(status)
  const isReturned = status === 'cancelled' || status === 'funds_refunded'
  if (isReturned && sent.paid?.by === 'BALANCE') book.pounds.minor += sent.paid.minor
}

async function steps(teller: Teller, book: Book, { id }: Sent, status: Status): Promise<void> {
  const route = `GET /v1/simulation/transfers/${id}/${status}`
  expected(await tell(teller, book, { route }), [200], status)
}

async function funds(teller: Teller, book: Book, { id }: Sent): Promise<void> {
  const answer = await tell(teller, book, {
    route: `POST /v3/profiles/${book.profileId}/transfers/${id}/payments`,
    body: { type: 'BALANCE' },
  })
  if (isOwnPayment(answer)) return
  expected(answer, [201], 'a funding')
}

/** A funding takes no key: a second try may meet the payment that the first has made. */
export function isOwnPayment({ tries, body }: Answer): boolean {
  return tries > 1 && body?.errors?.[0]?.code === 'payment.exists'
}

async function cancels(teller: Teller, book: Book, { id }: Sent): Promise<void> {
  const answer = await tell(teller, book, { route: `PUT /v1/transfers/${id}/cancel` })
  const isOwnWork = answer.tries > 1 && answer.status === 409
  if (!isOwnWork) expected(answer, [200], 'a cancellation')
  const now = await tell(teller, book, { route: `GET /v1/transfers/${id}` })
  const { status } = expected(now, [200], 'a look at a transfer').body
  if (status !== 'cancelled') throw new Error(`transfer ${id} is ${status} after its cancellation`)
}
