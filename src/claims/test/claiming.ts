// A transfer to somebody who is known by e-mail only, and what that person does with the link.

import type { Person } from '../../../test/support/people.ts'
import { fund, holds, ok, quotes, sends, step } from '../../../test/support/sending.ts'
import type { TestHouse } from '../../../test/support/service.ts'

export const NORA = 'nora@example.com'

export async function byEmail(person: Person, currency = 'EUR', email = NORA): Promise<number> {
  const body = {
    profile: person.personal,
    currency,
    type: 'email',
    accountHolderName: 'Nora Sample',
    details: { email },
  }
  return (await ok(person.call('POST /v1/accounts', { body }))).id
}

/** Funded and converted: it waits for the recipient. */
export async function waiting(h: TestHouse, ann: Person, currency = 'EUR', email = NORA) {
  const balance = await holds(ann, 'GBP', 500)
  const recipient = await byEmail(ann, currency, email)
  const quote = await quotes(ann, { target: currency, recipient })
  const made = await sends(ann, { target: currency, recipient, quoteId: quote.id })
  await ok(fund(ann, made.id))
  const converted = await ok(step(ann, made.id, 'funds_converted'))
  await h.settle()
  return { ...converted, balance } as { id: number; status: string; balance: number } & Record<
    string,
    unknown
  >
}

/** The path of the link in the latest mail to an address. */
export async function linkOf(ann: Person, to = NORA): Promise<string> {
  const mails = await ok(ann.call('GET /sandbox/outbox', { query: { to } }))
  const link = /\/claims\/\S+/.exec(mails.at(-1)?.text ?? '')?.[0]
  if (link === undefined) throw new Error(`nobody wrote to ${to}`)
  return link
}

export const account = {
  type: 'iban',
  action: 'send',
  accountHolderName: 'Nora Sample',
  legalType: 'PRIVATE',
  IBAN: 'DE89370400440532013000',
}

/** What a browser sends when the form is sent. Nobody is logged in. */
export function answers(h: TestHouse, link: string, fields: Record<string, string> = account) {
  return h.call(`POST ${link}`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
}
