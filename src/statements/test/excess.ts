// Requests of a customer whose balances exceed the hold limit of a country.

import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { ok, topsUp } from '../../../test/support/transfers.ts'

/** Changes the country of the primary address, or adds a primary address in the country. */
export async function changesCountry(person: Person, country: string): Promise<void> {
  const { body } = await person.call('GET /v1/addresses')
  const details = { country, firstLine: '1 High Street', city: 'Somewhere' }
  const request = { profile: person.personal, details, ...(body[0] && { id: body[0].id }) }
  // A verified profile changes its address only within an update window (D100).
  await person.call(`POST /v1/profiles/${person.personal}/update-window`)
  await ok(person.call('POST /v1/addresses', { body: request }))
}

const accounts = {
  SGD: {
    type: 'singapore',
    details: { legalType: 'PRIVATE', bankCode: '7171', accountNumber: '0052312891' },
  },
  MYR: {
    type: 'malaysian',
    details: { legalType: 'PRIVATE', swiftCode: 'RHBBMYKL', accountNumber: '1234567890' },
  },
}

/** Adds a bank account that the person owns. Returns its id. */
export async function addsOwnAccount(
  person: Person,
  currency: 'SGD' | 'MYR' = 'SGD',
  change: object = {},
): Promise<number> {
  const body = {
    profile: person.personal,
    currency,
    accountHolderName: 'Ann Sample',
    ownedByCustomer: true,
    ...accounts[currency],
    ...change,
  }
  return (await ok(person.call('POST /v1/accounts', { body }))).id
}

export function setExcessRecipient(
  person: Person,
  recipientId: number,
  headers: Record<string, string> = {},
) {
  const route = `POST /v1/profiles/${person.personal}/excess-money-account`
  return person.call(route, { body: { recipientId }, headers })
}

/** The state and closing reason of each breach event, in order, such as `CLOSED AUTOMATICALLY_RESOLVED`. */
export async function breachEvents(service: TestService, person: Person): Promise<string[]> {
  const { rows } = await service.db.pool.query<{
    payload: { state: string; closing_reason: string }
  }>(
    `select payload from events where profile_id = $1 and name = 'hold-limit-breach#update' order by id`,
    [person.personal],
  )
  return rows.map(({ payload: { state, closing_reason } }) =>
    [state, closing_reason].filter(Boolean).join(' '),
  )
}

/** The next midnight in Singapore, which is also midnight in Malaysia. */
export function nextMidnight(service: TestService): Temporal.Instant {
  return service
    .now()
    .toZonedDateTimeISO('Asia/Singapore')
    .startOfDay()
    .add({ days: 1 })
    .toInstant()
}

/** Advances the clock to the next midnight in Singapore; with `days` 2, to the midnight after that, and so on. */
export async function endsDay(service: TestService, days = 1): Promise<void> {
  const end = nextMidnight(service).add({ hours: 24 * (days - 1) })
  await service.advance({ milliseconds: end.since(service.now()).total('milliseconds') })
}

/** Creates a customer in Singapore with `amount` SGD, who set an excess recipient 24 hours ago. */
export async function createsResident(service: TestService, amount = 25_000) {
  const ann = await service.createUser()
  await changesCountry(ann, 'SG')
  const recipient = await addsOwnAccount(ann)
  await ok(setExcessRecipient(ann, recipient))
  await service.advance({ hours: 24 })
  const balance = await topsUp(ann, 'SGD', amount)
  await service.settle()
  return { ann, recipient, balance }
}

export function listsTransfers(person: Person) {
  return ok(person.call('GET /v1/transfers'))
}
