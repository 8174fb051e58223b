// Directors and owners as clients send them, and requests about them.

import type { Person } from '../../../test/support/people.ts'
import { rowLock } from '../../../test/support/race.ts'
import type { Reply } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

export const director = (changes: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Mercer',
  dateOfBirth: '1980-04-12',
  countryOfResidenceIso3Code: 'gbr',
  ...changes,
})

export const owner = (changes: object = {}) => ({
  name: 'Ada Mercer',
  dateOfBirth: '1980-04-12',
  countryOfResidenceIso3Code: 'gbr',
  addressFirstLine: '1 High Street',
  postCode: 'SW1A 1AA',
  ownershipPercentage: 10,
  ...changes,
})

export type ListName = 'directors' | 'ubos'

export const pathOf = (list: ListName, profileId: number) => `/v1/profiles/${profileId}/${list}`

export function sendList(
  route: `${'POST' | 'PUT'} ${ListName}`,
  ann: Person,
  body: readonly unknown[],
  headers: Record<string, string> = {},
): Promise<Reply> {
  const [method, list] = route.split(' ') as ['POST' | 'PUT', ListName]
  return ann.call(`${method} ${pathOf(list, ann.business)}`, { body, headers })
}

export function readsList(list: ListName, ann: Person): Promise<Record<string, unknown>[]> {
  return ok(ann.call(`GET ${pathOf(list, ann.business)}`))
}

export function opensWindow(ann: Person): Promise<unknown> {
  return ok(ann.call(`POST /v1/profiles/${ann.business}/update-window`))
}

export const withoutIds = (officers: readonly Record<string, unknown>[]) =>
  officers.map(({ id: _, ...officer }) => officer)

/** The lock that every change of a list waits for. */
export const businessLock = (ann: Person) => rowLock('profiles', { id: ann.business })
