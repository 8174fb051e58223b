// Customers who need the additional verification, and the documents and answers that they send.

import { type FormPart, filePart, multipart } from '../../../test/support/multipart.ts'
import type { Person } from '../../../test/support/people.ts'
import type { Reply, TestService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

/** The volume is below the income, so a review requires no document. */
export const modestPurpose = {
  accountPurpose: 'SENDING_MONEY_TO_FRIENDS_OR_FAMILY',
  intendedCountries: ['GBR', 'USA'],
  yearlyAnticipatedVolume: '2351_6000',
  mainSourceOfIncome: 'SALARY',
  annualIncome: '28501_47500',
}

export const businessPurpose = {
  businessUse: ['PAYING_SUPPLIERS_CONTRACTORS_OR_EMPLOYEES', 'DONATION'],
  intendedCountries: ['DEU'],
  mainSourceOfFunding: 'BUSINESS_ACTIVITIES',
  monthlyAnticipatedVolume: '1201_6000',
}

/** A passport of Ann Sample, the name of every user of `createUser`. */
export const passport = {
  type: 'PASSPORT',
  firstName: 'Ann',
  lastName: 'Sample',
  uniqueIdentifier: 'X1234567',
  issueDate: '2024-03-01',
  issuerCountry: 'GB',
  expiryDate: '2034-02-28',
}

const documentRoute = (profileId: number) => `POST /v1/profiles/${profileId}/verification-documents`

export function sendDocument(
  person: Person,
  body: object = passport,
  profileId: number = person.personal,
): Promise<Reply> {
  return person.call(documentRoute(profileId), { body })
}

export function uploadDocument(
  person: Person,
  documentType?: string,
  files: readonly FormPart[] = [filePart('files')],
): Promise<Reply> {
  const type = documentType === undefined ? [] : [{ name: 'documentType', text: documentType }]
  const form = multipart([...type, ...files])
  return person.call(`POST ${statusPath(person.personal)}/upload-document`, form)
}

export function uploadExplanation(person: Person, body: object): Promise<Reply> {
  return person.call(`POST ${statusPath(person.personal)}/upload-explanation`, { body })
}

/** A user of an application with additional verification. Both profiles have an address in `country`. */
export async function createCustomer(
  service: TestService,
  { country = 'DE', additionalVerification = true } = {},
): Promise<Person> {
  const { applicationId } = await service.createClient({ additionalVerification })
  const ann = await service.createUser({ applicationId })
  await addsAddressToProfiles(ann, country)
  return ann
}

export async function addsAddressToProfiles(
  person: Person,
  countryIso2Code: string,
): Promise<void> {
  for (const profile of [person.personal, person.business]) {
    const details = { country: countryIso2Code, firstLine: '1 Main Street', city: 'Town' }
    await ok(person.call('POST /v1/addresses', { body: { profile, details } }))
  }
}

export const statusPath = (profileId: number) => `/v3/profiles/${profileId}/verification-status`

export async function requiredEvidences(
  person: Person,
  profileId: number = person.personal,
): Promise<string[]> {
  const route = `GET ${statusPath(profileId)}/required-evidences`
  return (await ok(person.call(route))).required_evidences
}

export function sendPurpose(
  person: Person,
  body: object = modestPurpose,
  profileId: number = person.personal,
): Promise<Reply> {
  return person.call(`POST ${statusPath(profileId)}/account-purpose`, { body })
}

export function simulateDecision(
  person: Person,
  body: object,
  profileId: number = person.personal,
): Promise<Reply> {
  return person.call(`POST /v1/simulation/profiles/${profileId}/cdd-check`, { body })
}

/** The payloads of the events of a profile's check, oldest first. */
export async function checkEvents(service: TestService, profileId: number): Promise<object[]> {
  const { rows } = await service.db.pool.query(
    `select payload from events
      where profile_id = $1 and name = 'profiles#cdd-check-state-change' order by number`,
    [profileId],
  )
  return rows.map(({ payload }) => payload)
}
