// The protected request that the tests of this module send, and what they need to get it approved.

import type { Person } from '../../../test/support/people.ts'

export * from '../../../test/support/approvals.ts'
export { outcome } from '../../../test/support/transfers.ts'

/** Funds a transfer that does not exist: 403 with a challenge or, once approved, 404 transfer.not-found. */
export function requestsFunding(person: Person, headers: Record<string, string> = {}) {
  const route = `POST /v3/profiles/${person.personal}/transfers/1/payments`
  return person.call(route, { body: { type: 'BALANCE' }, headers })
}
