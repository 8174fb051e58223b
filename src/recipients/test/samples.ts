// Request bodies of recipients, for tests.

import type { Person } from '../../../test/support/people.ts'
import type { Id } from '../../kernel/ids.ts'

export type Sample = {
  currency: string
  type: string
  accountHolderName?: string
  ownedByCustomer?: boolean
  details: Record<string, unknown>
}

export const britain: Sample = {
  currency: 'GBP',
  type: 'sort_code',
  accountHolderName: 'Nora Sample',
  details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
}

export const germany: Sample = {
  currency: 'EUR',
  type: 'iban',
  accountHolderName: 'Sample Ltd',
  details: { legalType: 'BUSINESS', IBAN: 'DE89370400440532013000' },
}

export const america: Sample = {
  currency: 'USD',
  type: 'aba',
  accountHolderName: 'Nora Sample',
  details: {
    legalType: 'PRIVATE',
    abartn: '111000025',
    accountNumber: '65261083',
    accountType: 'CHECKING',
    address: {
      country: 'US',
      state: 'NY',
      city: 'New York',
      postCode: '01234',
      firstLine: 'Some Ave',
    },
  },
}

export const byEmail: Sample = {
  currency: 'EUR',
  type: 'email',
  accountHolderName: 'Nora Sample',
  details: { email: 'nora@example.com' },
}

/** Adds the recipient to a profile, by default the personal profile, and returns the body of the reply. */
export async function addRecipient(
  person: Person,
  sample: Sample = britain,
  profile: Id<'profile'> = person.personal,
) {
  const reply = await person.call('POST /v1/accounts', { body: { profile, ...sample } })
  if (reply.status !== 200) throw new Error(`no recipient was added: ${reply.text}`)
  return reply.body
}

/** The same account with another holder name. */
export function withHolder(accountHolderName: string, sample: Sample = britain): Sample {
  return { ...sample, accountHolderName }
}
