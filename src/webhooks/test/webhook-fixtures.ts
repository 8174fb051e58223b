// What the tests of this module share: subscriptions, things that happen, and a look at what arrived.

import Type from 'typebox'
import { beforeAll } from 'vitest'
import type { Client, Person } from '../../../test/support/people.ts'
import { house, type Sent, type TestHouse } from '../../../test/support/service.ts'
import { eventKind, newEvent, recordEvents } from '../../kernel/events.ts'
import type { Id } from '../../kernel/ids.ts'
import { loadSigningKeys } from '../index.ts'

/** A house whose signing keys were loaded, as the roof does at the start. */
export function signingHouse(options: Parameters<typeof house>[0] = {}): TestHouse {
  const h = house(options)
  beforeAll(async () => {
    await loadSigningKeys(h.db, undefined)
  })
  return h
}

export const URL_OF_ANN = 'https://ann.example/hook'
export const UNKNOWN = '00000000-0000-4000-8000-000000000000'

type Wish = { name?: string; trigger_on?: string; version?: string; url?: string }

export function wish({
  name = 'Transfers',
  trigger_on = 'transfers#state-change',
  version = '2.0.0',
  url = URL_OF_ANN,
}: Wish = {}) {
  return { name, trigger_on, delivery: { version, url } }
}

/** A subscription of the personal profile; what its probe sent is forgotten. Answers its id. */
export async function subscribe(h: TestHouse, person: Person, asked: Wish = {}): Promise<string> {
  const route = `POST /v3/profiles/${person.personal}/subscriptions`
  const { body } = await person.call(route, { body: wish(asked) })
  h.sent.length = 0
  return body.id
}

export async function subscribeAll(client: Client, asked: Wish = {}): Promise<string> {
  const route = `POST /v3/applications/${client.clientKey}/subscriptions`
  return (await client.call(route, { body: wish(asked) })).body.id
}

const stateChange = eventKind({
  name: 'transfers#state-change',
  versions: ['2.0.0', '4.0.0'],
  scopes: ['application', 'profile'],
  summary: 'As the transfers module announces it.',
  payload: Type.Object({
    resource: Type.Object({ id: Type.Integer() }),
    current_state: Type.String(),
    occurred_at: Type.String(),
  }),
})

/** Announces that a transfer reached these states, one after the other. */
export async function happens(
  h: TestHouse,
  profileId: Id<'profile'>,
  transferId: number,
  ...states: string[]
): Promise<void> {
  const subject = `transfer:${transferId}` as const
  const { rows } = await h.db.pool.query<{ n: number }>(
    'select count(*)::int as n from events where profile_id = $1 and subject = $2',
    [profileId, subject],
  )
  const occurredAt = h.now()
  const announcements = states.map((state, i) =>
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
  await h.db.singleStatement((tx) => tx.write(recordEvents(...announcements)))
}

/** What the worker's own rounds have to hand. */
export const inBackground = ({ workerContext }: TestHouse) => ({
  ...workerContext,
  sweepContext: { ...workerContext.sweepContext, background: true as const },
})

/** `12 processing`: what a message is about. */
export function tellingOf({ body }: Pick<Sent, 'body'>): string {
  const { data } = JSON.parse(body)
  return `${data.resource.id} ${data.current_state}`
}

export const arrived = (h: TestHouse): string[] => h.sent.map(tellingOf)

export function sentOnly(h: TestHouse): Sent {
  const [sent, ...more] = h.sent
  if (sent === undefined || more.length > 0) throw new Error(`${h.sent.length} messages were sent`)
  return sent
}

export const answering = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  elapsedMs: 1,
})

/** What every change of a line waits for. */
export const holdingLines = { text: 'select pg_advisory_xact_lock(7301027)', values: [] }

/** The only delivery of a subscription, as its log shows it. */
export async function deliveryOf(person: Person, subscriptionId: string) {
  const { body } = await person.call(
    `GET /v3/profiles/${person.personal}/subscriptions/${subscriptionId}/deliveries`,
  )
  if (body.length !== 1) throw new Error(`there are ${body.length} deliveries`)
  return body[0]
}
