// What the clients of a personal profile do, story by story.

import type { Asked } from './ask.ts'
import { type Book, expected, minorOf, type Status } from './book.ts'
import {
  makes,
  moves,
  optionOf,
  pays,
  quotes,
  recipientOf,
  repeat,
  type Teller,
  tell,
  topsUp,
} from './tell.ts'

/** Where a transfer of the test ends, and the way there from its creation. */
export const ways: Readonly<Record<string, readonly Status[]>> = {
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

async function converts(teller: Teller, book: Book): Promise<void> {
  const { random } = teller
  const quote = await quotes(teller, book, { payOut: 'BALANCE' })
  const asked: Asked = {
    route: `POST /v2/profiles/${book.profileId}/balance-movements`,
    key: random.uuid(),
    body: { quoteId: quote.id },
  }
  const { body } = expected(await tell(teller, book, asked), [200, 201], 'a conversion')
  const { sourceAmount, targetAmount } = optionOf(quote, 'BALANCE')
  const [paid, got] = [minorOf(body.sourceAmount.value), minorOf(body.targetAmount.value)]
  // A quote beyond the locked rates is priced anew, at the same rates but rounded down.
  const less = minorOf(targetAmount) - got
  if (paid !== minorOf(sourceAmount) || less < 0 || less > 1)
    throw new Error(
      `a conversion of ${sourceAmount} to ${targetAmount} moved ${paid} and ${got} minor units`,
    )
  book.pounds.minor -= paid
  book.euros.minor += got
  book.movements.add(body.id)
  await repeat(teller, book, asked, (again) => again.id === body.id)
}

async function sends(teller: Teller, book: Book): Promise<void> {
  const { random } = teller
  const way = ways[random.pick(goals)] ?? []
  const by = random.chance(BY_BANK) ? 'BANK_TRANSFER' : 'BALANCE'
  const recipient = await recipientOf(teller, book)
  const preferredPayIn = random.pick(['BALANCE', 'BANK_TRANSFER'])
  const quote = await quotes(teller, book, { targetAccount: recipient, preferredPayIn })
  const sent = await makes(teller, book, 'POST /v1/transfers', { quote, recipient })
  for (const status of way)
    if (status === 'processing') await pays(teller, book, sent, { quote, by })
    else await moves(teller, book, sent, status)
}
