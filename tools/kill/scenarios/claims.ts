// Transfers to e-mail addresses, whose recipients enter their account on a page.

import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  createsQuote,
  createsTransfer,
  movesTransfer,
  paysTransfer,
  repeatsAtRandom,
  sendAs,
} from '../client/actions.ts'
import {
  type ExpectedProfile,
  type ExpectedTransfer,
  expectStatus,
} from '../client/expected-profile.ts'
import type { Request } from '../client/retrying-client.ts'

/** A kill may interrupt the sending of a link. `settleAndCompare` answers claims whose link has not arrived within this time. */
const MAIL_WITHIN_MS = 3000
const MAIL_POLL_MS = 50

/** Sends money to a new e-mail address. Its recipient enters an account when the mail with the link has arrived. */
export async function sendsToEmail(client: Client, profile: ExpectedProfile): Promise<void> {
  const email = `nora-${client.random.uuid()}@example.com`
  const recipient = await createsEmailRecipient(client, profile, email)
  const quote = await createsQuote(client, profile, { targetAccount: recipient })
  const transfer = await createsTransfer(client, profile, 'POST /v1/transfers', {
    quote,
    recipient,
  })
  const claim = { email, isAnswered: false }
  transfer.claim = claim
  await paysTransfer(client, profile, transfer, { quote, by: 'BALANCE' })
  await movesTransfer(client, profile, transfer, 'funds_converted')
  const until = performance.now() + MAIL_WITHIN_MS
  while (!(await answersClaim(client, profile, transfer)) && performance.now() < until)
    await sleep(MAIL_POLL_MS)
}

async function createsEmailRecipient(
  client: Client,
  profile: ExpectedProfile,
  email: string,
): Promise<number> {
  const request: Request = {
    route: 'POST /v1/accounts',
    body: {
      profile: profile.profileId,
      currency: 'EUR',
      type: 'email',
      accountHolderName: 'Nora Sample',
      details: { email },
    },
  }
  const { body } = expectStatus(
    await sendAs(client, profile, request),
    [200],
    'a recipient by e-mail',
  )
  await repeatsAtRandom(client, profile, request, (again) => again.id === body.id)
  return body.id
}

/** The recipient enters an account on the page of the latest link. Returns false without a claim, and before the mail arrives. */
export async function answersClaim(
  client: Client,
  profile: ExpectedProfile,
  transfer: ExpectedTransfer,
): Promise<boolean> {
  const { claim } = transfer
  if (claim === undefined) return false
  const { send } = client
  const mails = await sendAs(client, profile, { route: `GET /sandbox/outbox?to=${claim.email}` })
  const texts = expectStatus(mails, [200], 'the outbox').body as { text: string }[]
  const link = /\/claims\/\S+/.exec(texts.at(-1)?.text ?? '')?.[0]
  if (link === undefined) return false
  // The recipient has no token: the link authorises one answer.
  const reply = await send({
    route: `POST ${link}`,
    body: {
      type: 'iban',
      action: 'send',
      accountHolderName: 'Nora Sample',
      legalType: 'PRIVATE',
      IBAN: 'DE89370400440532013000',
    },
  })
  // When an earlier try of this request has answered the claim, the link is gone.
  const isRepeat = reply.tries > 1 && reply.status === 410
  if (!isRepeat) expectStatus(reply, [200], 'the answer of a recipient')
  claim.isAnswered = true
  await movesTransfer(client, profile, transfer, 'outgoing_payment_sent')
  return true
}
