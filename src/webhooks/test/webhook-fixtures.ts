// Creates subscriptions, records events and reads sent messages, for tests of webhooks.

import Type from 'typebox'
import { beforeAll, expect } from 'vitest'
import type { Client, Person } from '../../../test/support/people.ts'
import { type SentRequest, type TestService, testService } from '../../../test/support/service.ts'
import { runSweeps } from '../../app/worker/workers.ts'
import { sql } from '../../kernel/database/db.ts'
import { eventKind, newEvent, recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import { lockQueues, QUEUES_LOCK } from '../deliveries/queue-store.ts'
import { loadSigningKeys } from '../index.ts'

/** A test service whose signing keys are loaded, as after `start`. */
export function signingService(options: Parameters<typeof testService>[0] = {}): TestService {
  const service = testService(options)
  beforeAll(async () => {
    await loadSigningKeys(service.db, undefined)
  })
  return service
}

const DEFAULT_URL = 'https://ann.example/hook'
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

type SubscriptionFields = { name?: string; trigger_on?: string; version?: string; url?: string }

export function subscriptionRequest({
  name = 'Transfers',
  trigger_on = 'transfers#state-change',
  version = '2.0.0',
  url = DEFAULT_URL,
}: SubscriptionFields = {}) {
  return { name, trigger_on, delivery: { version, url } }
}

/** Creates a subscription of the personal profile, empties `service.sent`, and returns the id of the subscription. */
export async function subscribe(
  service: TestService,
  person: Person,
  fields: SubscriptionFields = {},
): Promise<string> {
  const route = `POST /v3/profiles/${person.personal}/subscriptions`
  const { body } = await person.call(route, { body: subscriptionRequest(fields) })
  service.sent.length = 0
  return body.id
}

export async function subscribeApplication(
  client: Client,
  fields: SubscriptionFields = {},
): Promise<string> {
  const route = `POST /v3/applications/${client.clientKey}/subscriptions`
  return (await client.call(route, { body: subscriptionRequest(fields) })).body.id
}

const stateChange = eventKind({
  name: 'transfers#state-change',
  versions: ['2.0.0', '4.0.0'],
  scopes: ['application', 'profile'],
  summary: 'The event that the transfers module declares.',
  payload: Type.Object({
    resource: Type.Object({ id: Type.Integer() }),
    current_state: Type.String(),
    occurred_at: Type.String(),
  }),
})

/** Records one event for each of the states of a transfer, in the order of `states`. */
export async function recordStates(
  service: TestService,
  profileId: Id<'profile'>,
  transferId: number,
  ...states: string[]
): Promise<void> {
  const subject = `transfer:${transferId}` as const
  const { rows } = await service.db.pool.query<{ n: number }>(
    'select count(*)::int as n from events where profile_id = $1 and subject = $2',
    [profileId, subject],
  )
  const occurredAt = service.now()
  const events = states.map((state, i) =>
    newEvent(
      stateChange,
      { profileId, subject, number: (rows[0]?.n ?? 0) + i + 1, occurredAt },
      {
        resource: { id: transferId },
        current_state: state,
        occurred_at: occurredAt.toString({ smallestUnit: 'second' }),
      },
    ),
  )
  await service.db.oneStatement((tx) => tx.write(recordEvents(...events)))
}

/** Waits, for at most 15 seconds, until the background run has made the condition true. */
export const waitUntil = (condition: () => boolean) =>
  expect.poll(condition, { timeout: 15_000, interval: 10 }).toBe(true)

const stopAllSql = sql<never>(`
  update deliveries set state = 'STOPPED', due_at = null where state in ('QUEUED', 'RETRYING')`)

/**
 * Stops all deliveries of the service that have not ended. Locks the queues first, because the update and a record of attempts
 * could otherwise deadlock.
 */
export const stopAllDeliveries = ({ db }: TestService) =>
  db.transact(async (tx) => {
    await lockQueues(tx)
    await tx.rows(stopAllSql)
  })

/** Runs only the sweep that turns events into deliveries. */
export function dispatchEvents({ workerContext, now }: TestService): Promise<unknown> {
  const sweeps = workerContext.sweeps.filter(({ name }) => name === 'webhooks.dispatch')
  return runSweeps({ ...workerContext, sweeps }, now())
}

/** The worker context of a background run. */
export const backgroundContext = ({ workerContext }: TestService) => ({
  ...workerContext,
  sweepContext: { ...workerContext.sweepContext, background: true as const },
})

/** The transfer and the state in a message, such as `12 processing`. */
export function summaryOf({ body }: Pick<SentRequest, 'body'>): string {
  const { data } = JSON.parse(body)
  return `${data.resource.id} ${data.current_state}`
}

export const summariesOfSent = (service: TestService): string[] => service.sent.map(summaryOf)

export function onlyMessage(service: TestService): SentRequest {
  const [sent, ...more] = service.sent
  if (sent === undefined || more.length > 0)
    throw new Error(`${service.sent.length} messages were sent`)
  return sent
}

export const replyWith = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  elapsedMs: 1,
})

/** The lock for which every change of a delivery queue waits. */
export const queuesLock = { text: `select pg_advisory_xact_lock(${QUEUES_LOCK})`, values: [] }

/** The only delivery in the log of a subscription. */
export async function deliveryOf(person: Person, subscriptionId: string) {
  const { body } = await person.call(
    `GET /v3/profiles/${person.personal}/subscriptions/${subscriptionId}/deliveries`,
  )
  if (body.length !== 1) throw new Error(`there are ${body.length} deliveries`)
  return body[0]
}
