// Runs races between requests, and the requests used in them.

import { randomUUID } from 'node:crypto'
import type { DeclaredSweep } from '../../src/kernel/sweep.ts'
import type { Person } from '../support/people.ts'
import { type Lock, raceResults, rowLock } from '../support/race.ts'
import type { Reply, TestService } from '../support/service.ts'
import { runsSweepAt } from '../support/sweeps.ts'
import { ok, outcome } from '../support/transfers.ts'

export function row(table: 'transfers' | 'quotes', id: number | string): Lock {
  return rowLock(table, { id })
}

export function moneyOn(balanceId: number): Lock {
  return rowLock('ledger_accounts', { account: `available:${balanceId}` })
}

export function racing(service: TestService) {
  /** The replies of the racers in the order in which they were queued. */
  const run = (held: Lock, ...racers: (() => Promise<Reply>)[]): Promise<Reply[]> =>
    raceResults(service.db, held, racers)
  return {
    run,
    outcomes: async (...args: Parameters<typeof run>) => (await run(...args)).map(outcome),
    /** Runs the sweep at the moment when this row is due. */
    lapses: (sweep: DeclaredSweep, id: number | string) => async (): Promise<Reply> => {
      const text = `select to_json(lapses_at) as at from ${sweep.table} where id = $1`
      const { rows } = await service.db.pool.query<{ at: string }>(text, [id])
      const at = Temporal.Instant.from(rows[0]?.at ?? '')
      await runsSweepAt(service, sweep, at)
      return { status: 200, body: undefined, text: '', headers: {} }
    },
    count: async (table: string, { personal }: Person): Promise<number | undefined> => {
      const text = `select count(*)::int as n from ${table} where profile_id = $1`
      return (await service.db.pool.query<{ n: number }>(text, [personal])).rows[0]?.n
    },
  }
}

export function create(person: Person, quoteUuid: string, recipient: number, key = randomUUID()) {
  return person.call('POST /v1/transfers', {
    body: { targetAccount: recipient, quoteUuid, customerTransactionId: key },
  })
}

export function convert(person: Person, quoteId: string) {
  return person.call(`POST /v2/profiles/${person.personal}/balance-movements`, {
    body: { quoteId },
    headers: { 'x-idempotence-uuid': randomUUID() },
  })
}

export function quoteForBalance(person: Person, source: string, target: string) {
  const requests = { sourceCurrency: source, targetCurrency: target, sourceAmount: 100 }
  return ok(
    person.call(`POST /v3/profiles/${person.personal}/quotes`, {
      body: { ...requests, payOut: 'BALANCE' },
    }),
  )
}

export function patch(person: Person, quoteId: string, body: object) {
  return person.call(`PATCH /v3/profiles/${person.personal}/quotes/${quoteId}`, { body })
}

export function cancel(person: Person, transferId: number) {
  return person.call(`PUT /v1/transfers/${transferId}/cancel`)
}
