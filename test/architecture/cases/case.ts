// The type of a case of idempotency.test.ts, and the data that the cases of several modules need.

import { randomUUID } from 'node:crypto'
import type { Factor } from '../../support/approvals.ts'
import type { Client, Person } from '../../support/people.ts'
import type { Call, TestService } from '../../support/service.ts'
import { addsRecipient, createsQuote, ok } from '../../support/transfers.ts'

/**
 * The service that the case runs on: `sandboxWithSweeps` where the preparation of the case runs sweeps, `live` where the
 * case needs a text message or an operation that the sandbox does not have.
 */
export type ServiceKind = 'sandbox' | 'sandboxWithSweeps' | 'live'

export type Case = {
  readonly route: string
  readonly call: Call
  /** Another valid body for the same route, to send under the same idempotency key; only where the operation has a key. */
  readonly other?: object
  /**
   * The person who answers the challenge of the request, and the factor. With `isAlwaysChallenged` every request is challenged;
   * otherwise every request but the first, which gives the person the factor.
   */
  readonly proof?: {
    readonly by: Person
    readonly factor: Factor
    readonly isAlwaysChallenged?: true
  }
}

export type CaseSetup = {
  readonly kind?: ServiceKind
  /** Creates the data that the request needs. */
  readonly prepare: (service: TestService) => Promise<Case>
}

export const sandboxCase = (prepare: CaseSetup['prepare']): CaseSetup => ({ prepare })

export const caseOf = (
  by: { readonly token: string },
  route: string,
  body?: object,
  other?: object,
): Case => ({
  route,
  call: { token: by.token, ...(body && { body }) },
  ...(other && { other }),
})

/** A case of a new user with two profiles. */
export const forUser = (
  prepare: (ann: Person, service: TestService) => Promise<Case> | Case,
): CaseSetup => sandboxCase(async (service) => prepare(await service.createUser(), service))

/** The headers of a request with a form. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/** The body of a transfer, and another body with the same quote and key. */
export const transferOf = async (ann: Person, quoteFields: object = {}) => {
  const recipient = await addsRecipient(ann)
  const { id: quoteUuid } = await createsQuote(ann, { recipient, ...quoteFields })
  const body = { targetAccount: recipient, quoteUuid, customerTransactionId: randomUUID() }
  return { body, other: { ...body, details: { reference: 'Other' } } }
}

export const subscriptionBody = (event = 'transfers#state-change', version = '2.0.0') => ({
  name: 'Hook',
  trigger_on: event,
  delivery: { version, url: 'https://ann.example.com/hook' },
})

export async function createsSubscription(
  by: Person | Client,
  path: string,
  body = subscriptionBody(),
): Promise<string> {
  return (await ok(by.call(`POST ${path}`, { body }))).id
}

export const profileSubscriptions = ({ personal: id }: Person) => `/v3/profiles/${id}/subscriptions`

/** A case of a new application. */
export const forClient = (
  prepare: (client: Client, service: TestService) => Promise<Case> | Case,
): CaseSetup => sandboxCase(async (service) => prepare(await service.createClient(), service))

export const quoteBody = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 100 }
