// For the tests of this module: protected requests, the answer to a challenge by a code, the locks of races, and a phone number
// that is inserted directly, because adding a number through the API may need an approval.

import type { Person } from '../../../test/support/people.ts'
import { rowLock } from '../../../test/support/race.ts'
import type { TestService } from '../../../test/support/service.ts'

export * from '../../../test/support/approvals.ts'
export { outcome } from '../../../test/support/transfers.ts'

/** Funds a transfer that does not exist: 403 with a challenge or, once approved, 404 transfer.not-found. */
export function requestFunding(person: Person, headers: Record<string, string> = {}) {
  return payTransfer(person, 1, headers)
}

/** Pays a transfer from a balance. */
export function payTransfer(person: Person, id: number, headers: Record<string, string> = {}) {
  const route = `POST /v3/profiles/${person.personal}/transfers/${id}/payments`
  return person.call(route, { body: { type: 'BALANCE' }, headers })
}

/** Reads a statement of a balance that does not exist: an operation of low risk. */
export function readStatement(person: Person, headers: Record<string, string> = {}) {
  const route = `GET /v1/profiles/${person.personal}/balance-statements/1/statement.json`
  const query = {
    currency: 'GBP',
    intervalStart: '2026-01-01T00:00:00Z',
    intervalEnd: '2026-01-02T00:00:00Z',
  }
  return person.call(route, { query, headers })
}

export function verifyCode(person: Person, token: string, otpCode: string) {
  const headers = { 'one-time-token': token }
  return person.call('POST /v1/one-time-token/sms/verify', { body: { otpCode }, headers })
}

/**
 * Inserts a phone number without a challenge. Returns its id. `code_epoch` -1 equals no epoch of a user, so that verifying the
 * number always needs a challenge.
 */
export async function insertsPhone(
  { db, now }: TestService,
  { userId }: Person,
  { isVerified = false } = {},
): Promise<number> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into phone_numbers (user_id, phone_number, verified_at, code_expires_at, code_epoch,
                                created_at)
     values ($1, '+447700900123', $2, $3, -1, $3) returning id`,
    [userId, isVerified ? now().toString() : null, now().toString()],
  )
  return Number(rows[0]?.id)
}

/** The table lock that every change of factors waits for, also when the user has no row in security_holders. */
export const holdersLock = { text: 'lock table security_holders in share mode', values: [] }

/** The row lock that a request of this user waits for when it answers a challenge or uses a one-time token. */
export const holderLock = ({ userId }: Person) => rowLock('security_holders', { user_id: userId })
