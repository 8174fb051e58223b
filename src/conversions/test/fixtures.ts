// Requests for movements between balances and for their quotes, and values and a lock that their tests share.

import { randomUUID } from 'node:crypto'
import type { Person } from '../../../test/support/people.ts'
import type { Reply } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'

/** Type and name of a savings balance, for `opensBalanceOfKind`. */
export const jar = { type: 'SAVINGS', name: 'Jar' } as const

export const pounds = (value: number | string) => ({ value, currency: 'GBP' })

export function createMovement(person: Person, body: object, key: string = randomUUID()) {
  return person.call(`POST /v2/profiles/${person.personal}/balance-movements`, {
    body,
    headers: { 'x-idempotence-uuid': key },
  })
}

/** Requests a quote of the personal profile, between its balances unless `change` has another payOut. */
export function requestBalanceQuote(
  person: Person,
  sourceCurrency: string,
  targetCurrency: string,
  change: object = { sourceAmount: 100 },
) {
  const body = { sourceCurrency, targetCurrency, payOut: 'BALANCE', ...change }
  return person.call(`POST /v3/profiles/${person.personal}/quotes`, { body })
}

/** Requests a quote like `requestBalanceQuote`, and returns it. Throws unless it was created. */
export function createsBalanceQuote(...parameters: Parameters<typeof requestBalanceQuote>) {
  return ok(requestBalanceQuote(...parameters))
}

/** SQL that locks all ledger accounts of the personal profile, for `raceResults`. */
export function accountsLock(person: Person) {
  return {
    text: 'select from ledger_accounts where profile_id = $1 order by account for update',
    values: [person.personal],
  }
}

export function codesOf(reply: Reply): string[] {
  return reply.body.errors.map(({ code }: { code: string }) => code)
}
