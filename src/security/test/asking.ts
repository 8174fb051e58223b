// What the tests of this module share.

import type { Reply } from '../../../test/support/house.ts'
import type { Person } from '../../../test/support/people.ts'

export * from '../../../test/support/proving.ts'

/** Asks for a funding that would be a 404 if it got past its protection. */
export function fundsSomething(person: Person, headers: Record<string, string> = {}) {
  const route = `POST /v3/profiles/${person.personal}/transfers/1/payments`
  return person.call(route, { body: { type: 'BALANCE' }, headers })
}

/** `400 pin.invalid`, or `200`. */
export function outcome({ status, body }: Reply): string {
  return status < 300 ? `${status}` : `${status} ${body.errors[0].code}`
}
