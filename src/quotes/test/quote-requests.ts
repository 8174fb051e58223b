// Requests about quotes, for tests.

import type { Person } from '../../../test/support/people.ts'
import type { Id } from '../../kernel/ids.ts'
import type { Currency } from '../../kernel/money.ts'

export const usdToEur = { sourceCurrency: 'USD', targetCurrency: 'EUR', targetAmount: 100 }
export const gbpToEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 500 }

/** Requests a quote of a profile, by default the personal one. */
export function postQuote(
  person: Person,
  body: Record<string, unknown> = usdToEur,
  profile: Id<'profile'> = person.personal,
) {
  return person.call(`POST /v3/profiles/${profile}/quotes`, { body })
}

/** Requests a quote like `postQuote`, and returns it. Throws unless it was created. */
export async function createQuote(
  person: Person,
  body: Record<string, unknown> = usdToEur,
  profile: Id<'profile'> = person.personal,
) {
  const reply = await postQuote(person, body, profile)
  if (reply.status !== 200) throw new Error(`no quote was created: ${reply.text}`)
  return reply.body
}

/** Creates a quote for 100 units of the source currency, by default of the personal profile. Returns its id. */
export async function createQuoteBetween(
  person: Person,
  sourceCurrency: Currency,
  targetCurrency: Currency,
  profile: Id<'profile'> = person.personal,
): Promise<string> {
  const body = { sourceCurrency, targetCurrency, sourceAmount: 100 }
  return (await createQuote(person, body, profile)).id
}

/** Requests a quote of version 1, by default of the personal profile, and returns it. Throws unless it was created. */
export async function createNumberedQuote(
  person: Person,
  profile: Id<'profile'> = person.personal,
) {
  const body = { profile, source: 'GBP', target: 'EUR', sourceAmount: 100 }
  const reply = await person.call('POST /v1/quotes', { body })
  if (reply.status !== 200) throw new Error(`no quote was created: ${reply.text}`)
  return reply.body
}

export function getQuote(person: Person, quoteId: string) {
  return person.call(`GET /v3/profiles/${person.personal}/quotes/${quoteId}`)
}

export function patchQuote(person: Person, quoteId: string, body: Record<string, unknown>) {
  return person.call(`PATCH /v3/profiles/${person.personal}/quotes/${quoteId}`, {
    body,
    headers: { 'content-type': 'application/merge-patch+json' },
  })
}

/** The errors of a reply as `status code path`. */
export function errorsOf(reply: { status: number; body: unknown }): string[] {
  const { errors = [] } = reply.body as { errors?: { code: string; path?: string }[] }
  return errors.map(({ code, path }) => [reply.status, code, path ?? '-'].join(' '))
}

/** A recipient of US dollars outside the United States, paid by SWIFT. */
export const dollarsAbroad = {
  currency: 'USD',
  type: 'swift_code',
  accountHolderName: 'Nora Sample',
  details: {
    legalType: 'PRIVATE',
    swiftCode: 'COBADEFFXXX',
    accountNumber: '12345678',
    address: { country: 'DE', city: 'Berlin', postCode: '10115', firstLine: 'Weg 1' },
  },
}
