// Requests that several tests of this module make.

import type { Person } from '../../../test/support/people.ts'

export * from '../../../test/support/approvals.ts'
export { outcome } from '../../../test/support/transfers.ts'

/** Requests a funding that is challenged, or 404 when it is approved. */
export function fundsSomething(person: Person, headers: Record<string, string> = {}) {
  const route = `POST /v3/profiles/${person.personal}/transfers/1/payments`
  return person.call(route, { body: { type: 'BALANCE' }, headers })
}
