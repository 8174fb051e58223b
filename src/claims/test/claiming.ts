// Creates transfers to e-mail recipients, and names an account on the claim page as a recipient does.

import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import {
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'

const NORA = 'nora@example.com'

export async function addsEmailRecipient(
  person: Person,
  currency = 'EUR',
  email = NORA,
): Promise<number> {
  const body = {
    profile: person.personal,
    currency,
    type: 'email',
    accountHolderName: 'Nora Sample',
    details: { email },
  }
  return (await ok(person.call('POST /v1/accounts', { body }))).id
}

/** Creates a funded and converted transfer, whose recipient has been sent a claim link. */
export async function claimableTransfer(
  service: TestService,
  ann: Person,
  currency = 'EUR',
  email = NORA,
) {
  const balance = await topsUp(ann, 'GBP', 500)
  const recipient = await addsEmailRecipient(ann, currency, email)
  const quote = await createsQuote(ann, { target: currency, recipient })
  const made = await createsTransfer(ann, { target: currency, recipient, quoteId: quote.id })
  await ok(fundTransfer(ann, made.id))
  const converted = await ok(simulate(ann, made.id, 'funds_converted'))
  await service.settle()
  return { ...converted, balance } as { id: number; status: string; balance: number } & Record<
    string,
    unknown
  >
}

/** Returns the path of the claim link in the latest mail to the address. */
export async function claimLinkOf(ann: Person, to = NORA): Promise<string> {
  const mails = await ok(ann.call('GET /sandbox/outbox', { query: { to } }))
  const link = /\/claims\/\S+/.exec(mails.at(-1)?.text ?? '')?.[0]
  if (link === undefined) throw new Error(`there is no mail to ${to}`)
  return link
}

export const account = {
  type: 'iban',
  action: 'send',
  accountHolderName: 'Nora Sample',
  legalType: 'PRIVATE',
  IBAN: 'DE89370400440532013000',
}

/** Submits the form of the claim page as a browser does, without authentication. */
export function submitClaim(
  service: TestService,
  link: string,
  fields: Record<string, string> = account,
) {
  return service.call(`POST ${link}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}
