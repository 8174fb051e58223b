// Identity documents of people. A profile has one document of each type, and a submission replaces it (D44), so the
// service must have the document that it acknowledged last.

import { type Client, repeatsAtRandom, sendAs } from '../client/actions.ts'
import { type ExpectedProfile, expectStatus } from '../client/expected-profile.ts'
import type { Request } from '../client/retrying-client.ts'
import type { Random } from '../random.ts'

export type ExpectedDocuments = {
  /** The fields of the document that was acknowledged last, by its type. */
  readonly acknowledged: Map<string, DocumentFields>
  /** The types that a client is submitting. The other client of the profile must not replace the same document. */
  readonly submitting: Set<string>
}

export type DocumentFields = Readonly<Record<string, string>>

const types = ['PASSPORT', 'DRIVERS_LICENCE', 'IDENTITY_CARD', 'SSN'] as const
/** Numbers of nine digits, which every type accepts. */
const NUMBER = { least: 100_000_000, most: 999_999_999 }

export function noDocuments(): ExpectedDocuments {
  return { acknowledged: new Map(), submitting: new Set() }
}

/** Submits a document with a random number, and sometimes the same document again. */
export async function submitsDocument(client: Client, profile: ExpectedProfile): Promise<void> {
  const { acknowledged, submitting } = profile.documents
  const [first, ...others] = types.filter((type) => !submitting.has(type))
  if (first === undefined) return
  const type = client.random.pick([first, ...others])
  const fields = fieldsOf(type, client.random)
  const request: Request = {
    route: `POST /v1/profiles/${profile.profileId}/verification-documents`,
    body: { type, ...fields },
  }
  submitting.add(type)
  const { body, text } = expectStatus(
    await sendAs(client, profile, request),
    [200],
    'an identity document',
  )
  if (body.success !== true) throw new Error(`a valid identity document was not accepted: ${text}`)
  acknowledged.set(type, fields)
  await repeatsAtRandom(client, profile, request, (again) => again.success === true)
  submitting.delete(type)
}

/** The names are those of each person whom `createPerson` creates. */
function fieldsOf(type: (typeof types)[number], random: Random): DocumentFields {
  const uniqueIdentifier = String(random.between(NUMBER.least, NUMBER.most))
  if (type === 'SSN') return { uniqueIdentifier }
  return {
    firstName: 'Ann',
    lastName: 'Sample',
    uniqueIdentifier,
    issueDate: '2024-03-01',
    issuerCountry: 'GB',
    expiryDate: '2099-02-28',
  }
}
