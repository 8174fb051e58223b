// A statement of `interval`, and transactions for it: top-up, transfer, cancelled transfer, conversion, move to savings.

import { randomUUID } from 'node:crypto'
import { opensJar } from '../../../test/support/balances.ts'
import type { Person } from '../../../test/support/people.ts'
import type { TestService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  ok,
  topsUp,
} from '../../../test/support/transfers.ts'

export const interval = {
  intervalStart: '2026-01-01T00:00:00Z',
  intervalEnd: '2026-01-31T00:00:00Z',
}

export function getStatement(person: Person, balance: number, query: object = {}, format = 'json') {
  const path = `/v1/profiles/${person.personal}/balance-statements/${balance}/statement.${format}`
  return person.call(`GET ${path}`, { query: { currency: 'GBP', ...interval, ...query } })
}

/**
 * Tops up, sends, cancels, converts and saves. Returns the ids of the three balances, and the bodies of the
 * replies about the two transfers and the two movements.
 */
export async function makesTransactions(service: TestService, person: Person) {
  const pounds = await topsUp(person, 'GBP', 1000)
  const euros = await topsUp(person, 'EUR', 50)
  const jar = await opensJar(person, 'GBP', { name: 'Boat' })
  await service.advance({ hours: 1 })
  const sent = await createsTransfer(person, { recipient: await addsRecipient(person) })
  await ok(fundTransfer(person, sent.id))
  await service.advance({ hours: 1 })
  const cancelled = await createsTransfer(person)
  await ok(fundTransfer(person, cancelled.id))
  await ok(person.call(`PUT /v1/transfers/${cancelled.id}/cancel`))
  await service.advance({ hours: 1 })
  const quote = await ok(
    person.call(`POST /v3/profiles/${person.personal}/quotes`, {
      body: {
        sourceCurrency: 'GBP',
        targetCurrency: 'EUR',
        sourceAmount: 200,
        payOut: 'BALANCE',
      },
    }),
  )
  const movementRoute = `POST /v2/profiles/${person.personal}/balance-movements`
  const converted = await ok(
    person.call(movementRoute, {
      body: { quoteId: quote.id },
      headers: { 'x-idempotence-uuid': randomUUID() },
    }),
  )
  const saved = await ok(
    person.call(movementRoute, {
      body: {
        amount: { value: 40, currency: 'GBP' },
        sourceBalanceId: pounds,
        targetBalanceId: jar,
      },
      headers: { 'x-idempotence-uuid': randomUUID() },
    }),
  )
  return { pounds, euros, jar, sent, cancelled, converted, saved }
}
