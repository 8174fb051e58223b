// The cases of timers.test.ts for the timers of the module `kernel`.

import { randomUUID } from 'node:crypto'
import { withHeldKey } from '../../../src/kernel/idempotency.ts'
import { runSweep, sweep } from '../../../src/kernel/sweep.ts'
import { ok } from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

export const kernelTimerCases: TimerCases = {
  'idempotency.key-retention': [
    {
      outcomes: ['the stored reply', 'another effect'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const body = { currency: 'GBP', type: 'SAVINGS', name: 'Rainy days' }
        const headers = { 'x-idempotence-uuid': randomUUID() }
        const opens = () =>
          ann.call(`POST /v4/profiles/${ann.personal}/balances`, { body, headers })
        const first = await ok(opens())
        await advancePast(service, seconds, lateMs)
        return (await ok(opens())).id === first.id ? 'the stored reply' : 'another effect'
      },
    },
  ],
  'idempotency.key-hold': [
    {
      outcomes: ['held', 'free'],
      async observe(service, seconds, lateMs) {
        const key = randomUUID()
        const requested = { scope: 'test', operation: 'test.holds', key, requestHash: 'same' }
        const call = async () => {
          // The clock of the database cannot be stopped, so the early observation is at half of the time.
          const early = lateMs < 0 ? seconds / 2 : 0
          const { rows } = await service.db.pool.query<{ held: boolean }>(
            `select held_until - make_interval(secs => $2) > clock_timestamp() as held
               from idempotency_keys where key = $1`,
            [key, seconds - early],
          )
          return rows[0]?.held ? 'held' : 'free'
        }
        const write = async (seen: string) => seen
        return String(await withHeldKey(service.db, requested, service.now(), { call, write }))
      },
    },
  ],
  'sweeps.set-aside': [
    {
      outcomes: ['not retried', 'retried'],
      async observe(service, seconds, lateMs) {
        const { userId } = await service.createUser()
        let isFailing = true
        const probe = sweep({
          name: `probe.${userId}`,
          summary: 'Fails at first.',
          table: 'users',
          key: { profileId: 'id', id: 'id' },
          dueAt: 't.created_at',
          where: `t.id = ${userId}`,
          batchMax: 1,
          act: async () => {
            if (isFailing) throw new Error('it fails')
            return true
          },
        })
        const run = () => {
          const { sweepContext: context } = service.workerContext
          const now = service.now()
          return runSweep(service.db, probe, { now, context, onFailure: () => undefined })
        }
        await run()
        isFailing = false
        await advancePast(service, seconds, lateMs)
        return (await run()) === 0 ? 'not retried' : 'retried'
      },
    },
  ],
}
