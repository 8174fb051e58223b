// Races between requests, and the requests that take part in them.

import { randomUUID } from 'node:crypto'
import type { DeclaredSweep } from '../../src/kernel/sweep.ts'
import type { Person } from '../support/people.ts'
import { type Lock, raceResults, rowLock } from '../support/race.ts'
import type { Reply, TestService } from '../support/service.ts'
import { runsSweepAt } from '../support/sweeps.ts'
import { outcome } from '../support/transfers.ts'

/** The lock of a row of the table. */
export function rowOf(table: 'transfers' | 'quotes', id: number | string): Lock {
  return rowLock(table, { id })
}

/** The lock of the money on a balance. */
export function moneyOn(balanceId: number): Lock {
  return rowLock('ledger_accounts', { account: `available:${balanceId}` })
}

export function racesOf(service: TestService) {
  /** Runs the racers. Returns their replies in the order in which they were queued. */
  const repliesOf = (lock: Lock, ...racers: (() => Promise<Reply>)[]): Promise<Reply[]> =>
    raceResults(service.db, lock, racers)
  return {
    repliesOf,
    outcomes: async (...args: Parameters<typeof repliesOf>) =>
      (await repliesOf(...args)).map(outcome),
    /** Returns a racer that runs the sweep at the moment when this row is due, and then replies with 200. */
    sweepAtLapse: (sweep: DeclaredSweep, id: number | string) => async (): Promise<Reply> => {
      const text = `select to_json(lapses_at) as at from ${sweep.table} where id = $1`
      const { rows } = await service.db.pool.query<{ at: string }>(text, [id])
      const at = Temporal.Instant.from(rows[0]?.at ?? '')
      await runsSweepAt(service, sweep, at)
      return { status: 200, body: undefined, text: '', headers: {} }
    },
    countRows: async (table: string, { personal }: Person): Promise<number | undefined> => {
      const text = `select count(*)::int as n from ${table} where profile_id = $1`
      return (await service.db.pool.query<{ n: number }>(text, [personal])).rows[0]?.n
    },
  }
}

export function createTransfer(
  person: Person,
  quoteUuid: string,
  recipient: number,
  key = randomUUID(),
) {
  return person.call('POST /v1/transfers', {
    body: { targetAccount: recipient, quoteUuid, customerTransactionId: key },
  })
}

export function patchQuote(person: Person, quoteId: string, body: object) {
  return person.call(`PATCH /v3/profiles/${person.personal}/quotes/${quoteId}`, { body })
}

export function cancelTransfer(person: Person, transferId: number) {
  return person.call(`PUT /v1/transfers/${transferId}/cancel`)
}
