// What a person does with quotes, for tests of them.

import type { Person } from '../../../test/support/people.ts'
import type { Id } from '../../kernel/ids.ts'

export const usual = { sourceCurrency: 'USD', targetCurrency: 'EUR', targetAmount: 100 }

/** Asks for a quote of a profile, the personal one unless another is named. */
export function ask(
  person: Person,
  body: Record<string, unknown> = usual,
  profile: Id<'profile'> = person.personal,
) {
  return person.call(`POST /v3/profiles/${profile}/quotes`, { body })
}

/** The same, when it must come to a quote. */
export async function quoted(
  person: Person,
  body: Record<string, unknown> = usual,
  profile: Id<'profile'> = person.personal,
) {
  const reply = await ask(person, body, profile)
  if (reply.status !== 200) throw new Error(`not quoted: ${reply.text}`)
  return reply.body
}

export function read(person: Person, quoteId: string) {
  return person.call(`GET /v3/profiles/${person.personal}/quotes/${quoteId}`)
}

export function patch(person: Person, quoteId: string, body: Record<string, unknown>) {
  return person.call(`PATCH /v3/profiles/${person.personal}/quotes/${quoteId}`, {
    body,
    headers: { 'content-type': 'application/merge-patch+json' },
  })
}

/** The errors of a reply as `status code path`, for short. */
export function refusals(reply: { status: number; body: unknown }): string[] {
  const { errors = [] } = reply.body as { errors?: { code: string; path?: string }[] }
  return errors.map(({ code, path }) => [reply.status, code, path ?? '-'].join(' '))
}

/** A recipient of dollars outside of the United States, who is paid by SWIFT. */
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
