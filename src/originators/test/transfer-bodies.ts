// Request bodies of third-party and partner-licence transfers.

import { randomUUID } from 'node:crypto'
import type { Person } from '../../../test/support/people.ts'
import { addsRecipient, createsQuote } from '../../../test/support/transfers.ts'

export const person = {
  legalEntityType: 'PRIVATE',
  reference: 'customer-7',
  name: { givenName: 'Nora', middleNames: ['Jane'], familyName: 'Sample' },
  dateOfBirth: '1990-01-31',
  address: { firstLine: '1 High Street', city: 'London', countryCode: 'GB', postCode: 'SW1A 1AA' },
}

export const company = {
  legalEntityType: 'BUSINESS',
  reference: 'customer-8',
  name: { fullName: 'Sample Ltd' },
  businessRegistrationCode: '12345678',
  address: { firstLine: '1 High Street', city: 'London', countryCode: 'GB' },
}

export const thirdPartyRoute = (profile: number) =>
  `POST /v2/profiles/${profile}/third-party-transfers`
export const partnerRoute = (profile: number) =>
  `POST /v1/profiles/${profile}/partner-licence-transfers`

/** Defaults: 100 GBP to EUR, from the personal profile. */
type Options = { source?: string; target?: string; amount?: number; profile?: number }

/** A body with a new recipient and quote, without the idempotency key, whose name depends on the endpoint. */
export async function transferBody(sender: Person, options: Options = {}) {
  const recipient = await addsRecipient(sender, options.target, options.profile)
  const { id: quote } = await createsQuote(sender, { ...options, recipient })
  return { targetAccount: recipient, quote, details: { reference: 'Rent' }, originator: person }
}

export async function thirdPartyBody(sender: Person, options: Options = {}) {
  return {
    ...(await transferBody(sender, options)),
    originalTransferId: `transfer ${randomUUID()}`,
  }
}

export async function partnerBody(sender: Person, options: Options = {}) {
  return {
    ...(await transferBody(sender, options)),
    customerTransactionId: `transfer ${randomUUID()}`,
  }
}
