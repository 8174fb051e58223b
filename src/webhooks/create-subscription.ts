// Creates a subscription: checks the input, sends a test notification to the address if the subscription is a profile's, and
// inserts the row.

import type { Reader, Tx } from '../kernel/database/db.ts'
import type { Context } from '../kernel/endpoint.ts'
import type { EventScope } from '../kernel/events.ts'
import type { Outside } from '../kernel/outside.ts'
import { type Fault, refuse, refuseAll } from '../kernel/refusal.ts'
import { type EventName, findEvent } from './catalogue.ts'
import {
  EventOutOfScope,
  InvalidCallbackUrl,
  TestNotificationFailed,
  TooManySubscriptions,
  UnknownEvent,
  UnknownVersion,
} from './errors.ts'
import { postMessage } from './messages/post-message.ts'
import { signingKeys } from './messages/signing-keys.ts'
import { testEnvelope } from './messages/test-message.ts'
import { addressProblem, isAcknowledged, type Reply, SUBSCRIPTIONS_MAX } from './model.ts'
import {
  countSubscriptions,
  findSubscription,
  insertSubscription,
  lockAndCountSubscriptions,
  type NewSubscription,
  type Owner,
  type SubscriptionRow,
} from './store.ts'
import * as timers from './timers.ts'

export type SubscriptionInput = {
  readonly name: string
  readonly eventName: string
  readonly version: string
  readonly url: string
}

/** Refuses an event or a version that is not allowed for subscriptions of this scope, and an address not allowed in this mode. */
export function checkInput(
  { eventName, version, url }: SubscriptionInput,
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
 * Sends a test notification to the address and waits up to `timers.replyTimeout` for the reply. No transaction is open
 * meanwhile. Refuses with TooManySubscriptions before a message is sent, and with InvalidCallbackUrl and
 * TestNotificationFailed without a reply 2xx in time.
 */
export async function probeAddress(
  db: Reader,
  owner: Owner,
  { eventName, version, url }: SubscriptionInput,
  { now, uuid, outside }: { now: Temporal.Instant; uuid: () => string; outside: Outside },
): Promise<void> {
  // Counted without a lock, so `createSubscription` counts again.
  if ((await countSubscriptions(db, owner)) >= SUBSCRIPTIONS_MAX) refuse(TooManySubscriptions)
  const probe = { subscriptionId: uuid(), eventName: eventName as EventName, version }
  const body = testEnvelope(probe, now, uuid)
  const message = { deliveryId: uuid(), url, body, isTest: true, signatures: undefined }
  const { reply } = await postMessage(message, {
    keys: await signingKeys(db),
    outside,
    timeoutMs: timers.replyTimeout.seconds * 1000,
  })
  if (isAcknowledged(reply)) return
  refuseAll([
    { kind: InvalidCallbackUrl, arguments: [url] },
    { kind: TestNotificationFailed, message: failureMessage(reply) },
  ])
}

function failureMessage(reply: Reply): string {
  return 'status' in reply
    ? `The URL replied to the test notification with status ${reply.status}. Reply with 2xx, or correct the URL.`
    : `The test notification got no reply: ${reply.failed}. Start the receiver, or correct the URL.`
}

/** `createdBy` is the client key or the user id. Call `checkInput` first. Refuses with TooManySubscriptions. */
export async function createSubscription(
  tx: Tx,
  owner: Owner,
  input: SubscriptionInput,
  {
    now,
    ...creator
  }: Pick<NewSubscription, 'createdBy' | 'throughApplicationId'> & Pick<Context, 'now'>,
): Promise<SubscriptionRow> {
  if ((await lockAndCountSubscriptions(tx, owner)) >= SUBSCRIPTIONS_MAX)
    refuse(TooManySubscriptions)
  const id = await insertSubscription(tx, owner, { ...input, ...creator, createdAt: now })
  const created = id && (await findSubscription(tx, owner, id))
  if (!created) throw new Error('the new subscription was not found')
  return created
}
