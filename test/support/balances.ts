// Balances of a profile, over HTTP.

import { randomUUID } from 'node:crypto'
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

/** Opens a savings jar, which is a SAVINGS balance, of the personal profile with `amount` in it. Returns its id. */
export async function opensJar(
  person: Person,
  currency: string,
  { name = 'Jar', amount = 0 } = {},
): Promise<number> {
  const { id } = await ok(
    person.call(`POST /v4/profiles/${person.personal}/balances`, {
      body: { currency, type: 'SAVINGS', name },
      headers: { 'x-idempotence-uuid': randomUUID() },
    }),
  )
  if (amount > 0)
    await ok(
      person.call('POST /v1/simulation/balance/topup', {
        body: { profileId: person.personal, balanceId: id, currency, amount },
      }),
    )
  return id
}
