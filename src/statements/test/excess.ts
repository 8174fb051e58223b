// Requests of a customer whose balances exceed the hold limit of a country.

import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

/** Changes the country of the primary address. */
export async function movesTo(ann: Person, country: string): Promise<void> {
  const { body } = await ann.call('GET /v1/addresses')
  const details = { country, firstLine: '1 High Street', city: 'Somewhere' }
  const request = { profile: ann.personal, details, ...(body[0] && { id: body[0].id }) }
  await ann.call(`POST /v1/profiles/${ann.personal}/update-window`)
  await ok(ann.call('POST /v1/addresses', { body: request }))
}

const accounts = {
  SGD: { type: 'singapore', details: { legalType: 'PRIVATE', accountNumber: '0052312891' } },
  MYR: { type: 'malaysian', details: { legalType: 'PRIVATE', accountNumber: '1234567890' } },
}

/** Adds a bank account that the person owns. Returns its id. */
export async function addsOwnAccount(
  ann: Person,
  currency: 'SGD' | 'MYR' = 'SGD',
  more: object = {},
): Promise<number> {
  const { details, ...account } = accounts[currency]
  const whole = {
    ...details,
    ...(currency === 'SGD' ? { bankCode: '7171' } : { swiftCode: 'RHBBMYKL' }),
  }
  const body = {
    profile: ann.personal,
    currency,
    accountHolderName: 'Ann Sample',
    ownedByCustomer: true,
    ...account,
    details: whole,
    ...more,
  }
  return (await ok(ann.call('POST /v1/accounts', { body }))).id
}

export function setsExcessRecipient(
  ann: Person,
  recipientId: number,
  headers: Record<string, string> = {},
) {
  const route = `POST /v1/profiles/${ann.personal}/excess-money-account`
  return ann.call(route, { body: { recipientId }, headers })
}

/** The states in the events of breachEvents, in order, such as `CLOSED AUTOMATICALLY_RESOLVED`. */
export async function breachEvents(service: TestService, ann: Person): Promise<string[]> {
  const { rows } = await service.db.pool.query<{
    payload: { state: string; closing_reason: string }
  }>(
    `select payload from events where profile_id = $1 and name = 'hold-limit-breach#update' order by id`,
    [ann.personal],
  )
  return rows.map(({ payload: { state, closing_reason } }) =>
    [state, closing_reason].filter(Boolean).join(' '),
  )
}
