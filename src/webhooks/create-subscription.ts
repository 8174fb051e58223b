import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { EventScope } from '../kernel/events.ts'
import type { Outside } from '../kernel/outside.ts'
import { type Fault, refuse, refuseAll } from '../kernel/refusal.ts'
import { type EventName, findEvent } from './catalogue.ts'
import {
  EventOutOfScope,
  InvalidCallbackUrl,
  TooManySubscriptions,
  UnknownEvent,
  UnknownVersion,
} from './errors.ts'
import { addressProblem, isAcknowledged, SUBSCRIPTIONS_MAX } from './model.ts'
import { postMessage } from './post-message.ts'
import { signingKeys } from './signing-keys.ts'
import {
  countSubscriptionsAlone,
  findSubscription,
  insertSubscription,
  type NewSubscription,
  type Owner,
  type SubscriptionRow,
} from './store.ts'
import { testEnvelope } from './test-data.ts'
import * as timers from './timers.ts'

/** What a request asks for. */
export type Wish = {
  readonly name: string
  readonly eventName: string
  readonly version: string
  readonly url: string
}

/** Refuses an event, version or address that subscriptions of this kind cannot have. */
export function checkWish(
  { eventName, version, url }: Wish,
  scope: EventScope,
  mode: 'sandbox' | 'live',
): void {
  const message = addressProblem(url, mode)
  refuseAll([
    ...eventFaults(eventName, version, scope),
    ...(message === undefined ? [] : [{ kind: InvalidCallbackUrl, message, arguments: [url] }]),
  ])
}

function eventFaults(eventName: string, version: string, scope: EventScope): Fault[] {
  const event = findEvent(eventName)
  if (event === undefined) return [{ kind: UnknownEvent, arguments: [eventName] }]
  const faults: Fault[] = []
  if (!event.scopes.includes(scope)) faults.push({ kind: EventOutOfScope, arguments: [eventName] })
  if (!event.versions.includes(version))
    faults.push({ kind: UnknownVersion, arguments: [version, ...event.versions] })
  return faults
}

/**
 * Sends the address a test notification and waits up to five seconds for its answer, before any
 * transaction is open. Refuses with InvalidCallbackUrl when the answer is not 2xx.
 */
export async function probeAddress(
  db: Reader,
  { eventName, version, url }: Wish,
  { now, uuid, outside }: { now: Temporal.Instant; uuid: () => string; outside: Outside },
): Promise<void> {
  const about = { subscriptionId: uuid(), eventName: eventName as EventName, version }
  const body = testEnvelope(about, now, uuid)
  const message = { deliveryId: uuid(), url, body, test: true, signatures: undefined }
  const { answer } = await postMessage(message, {
    keys: await signingKeys(db),
    outside,
    timeoutMs: timers.answer.seconds * 1000,
  })
  if (!isAcknowledged(answer)) refuse(InvalidCallbackUrl, { arguments: [url] })
}

/** `createdBy` is the client key or the user id, as text. The wish has been checked. */
export async function createSubscription(
  tx: Tx,
  owner: Owner,
  wish: Wish,
  {
    now,
    ...by
  }: Pick<NewSubscription, 'createdBy' | 'throughApplicationId'> & Pick<Context, 'now'>,
): Promise<SubscriptionRow> {
  if ((await countSubscriptionsAlone(tx, owner)) >= SUBSCRIPTIONS_MAX) refuse(TooManySubscriptions)
  const id = await insertSubscription(tx, owner, { ...wish, ...by, createdAt: now })
  const made = id && (await findSubscription(tx, owner, id))
  if (!made) throw new Error('a subscription vanished while it was made')
  return made
}
