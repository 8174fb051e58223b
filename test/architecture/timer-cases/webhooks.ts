// The cases of timers.test.ts for the timers of the module `webhooks`.

import { randomUUID } from 'node:crypto'
import { runSweeps } from '../../../src/app/worker/workers.ts'
import { drainDeliveries } from '../../../src/webhooks/index.ts'
import {
  backgroundContext,
  recordStates,
  subscribe,
  subscriptionRequest,
} from '../../../src/webhooks/test/webhook-fixtures.ts'
import type { SentRequest, TestService } from '../../support/service.ts'
import { outcome } from '../../support/transfers.ts'
import { advancePast, type TimerCases } from './timer-case.ts'

/** Sends an event to a receiver that always replies 503. Returns a function that counts the attempts so far. */
async function sendsToFailingReceiver(service: TestService, headers: Record<string, string> = {}) {
  const ann = await service.createUser()
  const url = `https://${randomUUID()}.example/`
  await subscribe(service, ann, { url })
  service.respondWith(() => ({ status: 503, headers, elapsedMs: 1 }))
  await recordStates(service, ann.personal, 1, 'processing')
  await service.settle()
  return () => String(service.sent.filter((sent) => sent.url === url).length)
}

/** Makes all receivers reply after this time. A request whose time limit is not longer than this time times out. */
function respondsAfter(service: TestService, milliseconds: number): void {
  service.respondWith(({ timeoutMs }: SentRequest) =>
    milliseconds < timeoutMs
      ? { status: 200, headers: {}, elapsedMs: milliseconds }
      : { failed: 'timeout', elapsedMs: timeoutMs },
  )
}

/** Records an event of a new subscription, and returns the state of its delivery after `deliver`. */
async function stateAfter(service: TestService, deliver: () => Promise<unknown>): Promise<string> {
  const ann = await service.createUser()
  const id = await subscribe(service, ann)
  await recordStates(service, ann.personal, 1, 'processing')
  await deliver()
  const { rows } = await service.db.pool.query<{ state: string }>(
    'select state from deliveries where subscription_id = $1',
    [id],
  )
  return rows.map(({ state }) => state).join()
}

export const webhooksTimerCases: TimerCases = {
  'webhooks.reply-timeout': [
    {
      outcomes: ['200', '422 INVALID_CALLBACK_URL'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        respondsAfter(service, seconds * 1000 + lateMs)
        const route = `POST /v3/profiles/${ann.personal}/subscriptions`
        return outcome(await ann.call(route, { body: subscriptionRequest() }))
      },
    },
    {
      outcomes: ['DELIVERED', 'RETRYING'],
      observe(service, seconds, lateMs) {
        return stateAfter(service, async () => {
          respondsAfter(service, seconds * 1000 + lateMs)
          await runSweeps(backgroundContext(service), service.now())
          await drainDeliveries(service.db)
        })
      },
    },
  ],
  'webhooks.reply-timeout-of-clock-move': [
    {
      outcomes: ['DELIVERED', 'RETRYING'],
      observe(service, seconds, lateMs) {
        return stateAfter(service, () => {
          respondsAfter(service, seconds * 1000 + lateMs)
          return service.settle()
        })
      },
    },
  ],
  'webhooks.lease': [
    {
      outcomes: ['leased', 'due again'],
      async observe(service, seconds, lateMs) {
        const ann = await service.createUser()
        const id = await subscribe(service, ann)
        await recordStates(service, ann.personal, 1, 'processing')
        const [sent, replied] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        service.respondWith(async () => {
          sent.resolve()
          await replied.promise
          return { status: 200, headers: {}, elapsedMs: 1 }
        })
        await runSweeps(backgroundContext(service), service.now())
        await sent.promise
        // Leases use the clock of the database, which cannot be stopped, so the early observation is at half of the
        // time.
        const early = lateMs < 0 ? seconds / 2 : 0
        const { rows } = await service.db.pool.query<{ leased: boolean }>(
          `select leased_until - make_interval(secs => $2) > clock_timestamp() as leased
             from deliveries where subscription_id = $1`,
          [id, seconds - early],
        )
        replied.resolve()
        await drainDeliveries(service.db)
        return rows[0]?.leased ? 'leased' : 'due again'
      },
    },
  ],
  'webhooks.first-retry': [
    {
      outcomes: ['1', '2'],
      async observe(service, seconds, lateMs) {
        const attempts = await sendsToFailingReceiver(service)
        await advancePast(service, seconds, lateMs)
        return attempts()
      },
    },
    {
      // The second to the eleventh retry: each delay is twice the previous one.
      outcomes: ['11', '12'],
      async observe(service, seconds, lateMs) {
        const attempts = await sendsToFailingReceiver(service)
        await advancePast(service, (2 ** 11 - 1) * seconds, lateMs)
        return attempts()
      },
    },
  ],
  'webhooks.daily-retry': [
    {
      outcomes: ['12', '13'],
      async observe(service, seconds, lateMs) {
        const attempts = await sendsToFailingReceiver(service)
        // The eleven retries before the first daily one: the first after a minute, each delay twice the previous one.
        await service.advance({ minutes: 2 ** 11 - 1 })
        await advancePast(service, seconds, lateMs)
        return attempts()
      },
    },
  ],
  'webhooks.retry-after-max': [
    {
      outcomes: ['1', '2'],
      async observe(service, seconds, lateMs) {
        const attempts = await sendsToFailingReceiver(service, { 'retry-after': '9999999' })
        await advancePast(service, seconds, lateMs)
        return attempts()
      },
    },
  ],
}
