// What a client does, story by story, noting in its book what it was told. Every answer that the
// interface does not promise ends the test.

import type { Answer, Ask, Asked } from './ask.ts'
import { type Book, expected, minorOf, type Sent, type Status } from './book.ts'
import type { Random } from './random.ts'

export type Teller = { readonly ask: Ask; readonly random: Random }

/** Where a transfer of the test ends, and the way there from its creation. */
const ways: Readonly<Record<string, readonly Status[]>> = {
  'never paid': [],
  'cancelled unpaid': ['cancelled'],
  'only paid': ['processing'],
  'cancelled when paid': ['processing', 'cancelled'],
  exchanged: ['processing', 'funds_converted'],
  arrived: ['processing', 'funds_converted', 'outgoing_payment_sent'],
  returned: ['processing', 'funds_converted', 'outgoing_payment_sent', 'bounced_back'],
  refunded: [
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
    'bounced_back',
    'funds_refunded',
  ],
}
const goals = Object.keys(ways) as [string, ...string[]]

const NEW_RECIPIENT = 0.2
const REPEATED = 0.15
const BY_HEADER_KEY = 0.5
const BY_BANK = 0.25
const LOW_MINOR = 100_000

/** One story, chosen by chance. */
export async function tellStory(teller: Teller, book: Book): Promise<void> {
  if (book.pounds.minor < LOW_MINOR) return topsUp(teller, book)
  const roll = teller.random.whole(10)
  if (roll === 0) return topsUp(teller, book)
  if (roll < 3) return converts(teller, book)
  return sends(teller, book)
}

async function tell({ ask }: Teller, { person }: Book, asked: Asked) {
  return ask({ token: person.token, ...asked })
}

async function topsUp(teller: Teller, book: Book): Promise<void> {
  const { random } = teller
  const amount = random.between(1, 500_00) / 100
  const asked: Asked = {
    route: 'POST /v1/simulation/balance/topup',
    key: random.uuid(),
    body: {
      profileId: book.person.personal,
      balanceId: book.pounds.id,
      currency: 'GBP',
      amount,
    },
  }
  const { body } = expected(await tell(teller, book, asked), [200], 'a top-up')
  book.pounds.minor += minorOf(amount)
  book.movements.add(body.transactionId)
  await repeat(teller, book, asked, (again) => again.transactionId === body.transactionId)
}

async function converts(teller: Teller, book: Book): Promise<void> {
  const { random } = teller
  const { personal } = book.person
  const quote = await quotes(teller, book, { payOut: 'BALANCE' })
  const asked: Asked = {
    route: `POST /v2/profiles/${personal}/balance-movements`,
    key: random.uuid(),
    body: { quoteId: quote.id },
  }
  const { body } = expected(await tell(teller, book, asked), [200, 201], 'a conversion')
  const { sourceAmount, targetAmount } = optionOf(quote, 'BALANCE')
  book.pounds.minor -= minorOf(sourceAmount)
  book.euros.minor += minorOf(targetAmount)
  book.movements.add(body.id)
  await repeat(teller, book, asked, (again) => again.id === body.id)
}

type Quote = {
  readonly id: string
  readonly paymentOptions: readonly Option[]
}
type Option = {
  readonly payIn: string
  readonly sourceAmount: number
  readonly targetAmount: number
}

async function quotes(teller: Teller, book: Book, more: object): Promise<Quote> {
  const { random } = teller
  const asked: Asked = {
    route: `POST /v3/profiles/${book.person.personal}/quotes`,
    ...(random.chance(BY_HEADER_KEY) && { key: random.uuid() }),
    body: {
      sourceCurrency: 'GBP',
      targetCurrency: 'EUR',
      sourceAmount: random.between(20_00, 200_00) / 100,
      ...more,
    },
  }
  return expected(await tell(teller, book, asked), [200], 'a quote').body
}

function optionOf({ paymentOptions }: Quote, payIn: string): Option {
  const option = paymentOptions.find((each) => each.payIn === payIn)
  if (option === undefined) throw new Error(`a quote does not offer ${payIn}`)
  return option
}

async function sends(teller: Teller, book: Book): Promise<void> {
  const { random } = teller
  const goal = random.pick(goals)
  const by = random.chance(BY_BANK) ? 'BANK_TRANSFER' : 'BALANCE'
  const recipient = await recipientOf(teller, book)
  const preferredPayIn = random.pick(['BALANCE', 'BANK_TRANSFER'])
  const quote = await quotes(teller, book, { targetAccount: recipient, preferredPayIn })
  const key = random.uuid()
  const asked: Asked = {
    route: 'POST /v1/transfers',
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
  for (const status of ways[goal] ?? []) await move(teller, book, sent, status, { quote, by })
}

async function recipientOf(teller: Teller, book: Book): Promise<number> {
  const { random } = teller
  const [first, ...others] = book.recipients
  if (first !== undefined && !random.chance(NEW_RECIPIENT)) return random.pick([first, ...others])
  const letter = () => String.fromCharCode(97 + random.whole(26))
  const asked: Asked = {
    route: 'POST /v1/accounts',
    body: {
      profile: book.person.personal,
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

/** Now and then a client asks twice although it was answered: it must be told the same again. */
async function repeat(
  teller: Teller,
  book: Book,
  asked: Asked,
  isSame: (body: Answer['body']) => boolean,
): Promise<void> {
  if (!teller.random.chance(REPEATED)) return
  const answer = expected(await tell(teller, book, asked), [200, 201], `a repeat of ${asked.route}`)
  if (!isSame(answer.body)) throw new Error(`${asked.route}, repeated, answered ${answer.text}`)
}

type Paying = { readonly quote: Quote; readonly by: 'BALANCE' | 'BANK_TRANSFER' }

async function move(
  teller: Teller,
  book: Book,
  sent: Sent,
  status: Status,
  { quote, by }: Paying,
): Promise<void> {
  const path = `/v1/simulation/transfers/${sent.id}/${status}`
  if (status === 'cancelled') await cancels(teller, book, sent)
  else if (status === 'processing' && by === 'BALANCE') await funds(teller, book, sent)
  else expected(await tell(teller, book, { route: `GET ${path}` }), [200], status)
  sent.statuses.push(status)
  if (status === 'processing') {
    const minor = minorOf(optionOf(quote, by).sourceAmount)
    sent.paid = { by, minor }
    if (by === 'BALANCE') book.pounds.minor -= minor
  }
  const isReturned = status === 'cancelled' || status === 'funds_refunded'
  if (isReturned && sent.paid?.by === 'BALANCE') book.pounds.minor += sent.paid.minor
}

async function funds(teller: Teller, book: Book, { id }: Sent): Promise<void> {
  const { random } = teller
  const key = random.chance(BY_HEADER_KEY) ? random.uuid() : undefined
  const answer = await tell(teller, book, {
    route: `POST /v3/profiles/${book.person.personal}/transfers/${id}/payments`,
    ...(key !== undefined && { key }),
    body: { type: 'BALANCE' },
  })
  // Without a key, a second try may meet the payment that the first has made.
  const paidBefore = answer.tries > 1 && key === undefined
  if (paidBefore && answer.body?.errors?.[0]?.code === 'payment.exists') return
  expected(answer, [201], 'a funding')
}

async function cancels(teller: Teller, book: Book, { id }: Sent): Promise<void> {
  const answer = await tell(teller, book, { route: `PUT /v1/transfers/${id}/cancel` })
  const isOwnWork = answer.tries > 1 && answer.status === 409
  if (!isOwnWork) expected(answer, [200], 'a cancellation')
  const now = await tell(teller, book, { route: `GET /v1/transfers/${id}` })
  const { status } = expected(now, [200], 'a look at a transfer').body
  if (status !== 'cancelled') throw new Error(`transfer ${id} is ${status} after its cancellation`)
}
