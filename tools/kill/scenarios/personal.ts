// Scenarios of a personal profile.

import {
  type Client,
  createsQuote,
  createsTransfer,
  movesTransfer,
  optionOf,
  paysTransfer,
  picksRecipient,
  repeatsAtRandom,
  sendAs,
  topsUp,
} from '../client/actions.ts'
import {
  type ExpectedProfile,
  expectStatus,
  minorOf,
  type TransferStatus,
} from '../client/expected-profile.ts'
import type { Request } from '../client/retrying-client.ts'
import { paysByCard } from './cards.ts'
import { submitsDocument } from './identity-documents.ts'
import { uploadsFile } from './uploads.ts'

/** The statuses of a transfer after its creation, by a name for its last state. */
export const statusPaths: Readonly<Record<string, readonly TransferStatus[]>> = {
  'never paid': [],
  'cancelled unpaid': ['cancelled'],
  'only paid': ['processing'],
  'cancelled when paid': ['processing', 'cancelled'],
  converted: ['processing', 'funds_converted'],
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
type Scenario = (client: Client, profile: ExpectedProfile) => Promise<void>

const pathNames = Object.keys(statusPaths) as [string, ...string[]]

const BANK_PAYMENT_PROBABILITY = 0.25
/** Below this amount in pence, the balance is topped up. */
const LOW_MINOR = 100_000

/** A scenario that is listed two or three times is chosen two or three times as often. */
const scenarios: readonly [Scenario, ...Scenario[]] = [
  topsUp,
  convertsPounds,
  convertsPounds,
  paysByCard,
  paysByCard,
  uploadsFile,
  uploadsFile,
  submitsDocument,
  submitsDocument,
  sendsTransfer,
  sendsTransfer,
  sendsTransfer,
]

/** Runs one scenario, chosen at random. */
export async function runPersonalScenario(client: Client, profile: ExpectedProfile): Promise<void> {
  if (profile.pounds.minor < LOW_MINOR) return topsUp(client, profile)
  return client.random.pick(scenarios)(client, profile)
}

async function convertsPounds(client: Client, profile: ExpectedProfile): Promise<void> {
  const { random } = client
  const quote = await createsQuote(client, profile, { payOut: 'BALANCE' })
  const request: Request = {
    route: `POST /v2/profiles/${profile.profileId}/balance-movements`,
    key: random.uuid(),
    body: { quoteId: quote.id },
  }
  const { body } = expectStatus(await sendAs(client, profile, request), [200, 201], 'a conversion')
  const { sourceAmount, targetAmount } = optionOf(quote, 'BALANCE')
  const [paid, received] = [minorOf(body.sourceAmount.value), minorOf(body.targetAmount.value)]
  // The conversion prices a quote without a locked rate again, at the same rates but rounded down.
  const roundingMinor = minorOf(targetAmount) - received
  if (paid !== minorOf(sourceAmount) || roundingMinor < 0 || roundingMinor > 1)
    throw new Error(
      `a conversion of ${sourceAmount} to ${targetAmount} moved ${paid} and ${received} minor units`,
    )
  profile.pounds.minor -= paid
  profile.euros.minor += received
  profile.movements.add(body.id)
  await repeatsAtRandom(client, profile, request, (again) => again.id === body.id)
}

async function sendsTransfer(client: Client, profile: ExpectedProfile): Promise<void> {
  const { random } = client
  const path = statusPaths[random.pick(pathNames)] ?? []
  const by = random.chance(BANK_PAYMENT_PROBABILITY) ? 'BANK_TRANSFER' : 'BALANCE'
  const recipient = await picksRecipient(client, profile)
  const preferredPayIn = random.pick(['BALANCE', 'BANK_TRANSFER'])
  const quote = await createsQuote(client, profile, { targetAccount: recipient, preferredPayIn })
  const transfer = await createsTransfer(client, profile, 'POST /v1/transfers', {
    quote,
    recipient,
  })
  for (const status of path)
    if (status === 'processing') await paysTransfer(client, profile, transfer, { quote, by })
    else await movesTransfer(client, profile, transfer, status)
}
