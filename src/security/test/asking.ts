// What the tests of this module share.

import type { Person } from '../../../test/support/people.ts'

export * from '../../../test/support/proving.ts'
export { outcome } from '../../../test/support/sending.ts'

/** Asks for a funding that would be a 404 if it got past its protection. */
export function fundsSomething(person: Person, headers: Record<string, string> = {}) {
  const route = `POST /v3/profiles/${person.personal}/transfers/1/payments`
  return person.call(route, { body: { type: 'BALANCE' }, headers })
}
