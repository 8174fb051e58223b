// Balances of a profile, over HTTP.

import type { Person } from './people.ts'
import { ok } from './transfers.ts'

/** The available amount of a balance of the personal profile, or of another profile of the user. */
export async function availableOn(
  person: Person,
  balanceId: number,
  profile: number = person.personal,
): Promise<number> {
  const balance = await ok(person.call(`GET /v4/profiles/${profile}/balances/${balanceId}`))
  return balance.amount.value
}
