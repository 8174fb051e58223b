// Sends an edited body for a delivery: in one attempt, as a test notification, and in the sandbox only (D130). The edited delivery
// has another id and is recorded separately, so the state, the attempts and the retries of the original do not change.

import type { Reader, Tx } from '../../kernel/database/db.ts'
import type { Outside } from '../../kernel/outside.ts'
import { refuse } from '../../kernel/refusal.ts'
import { DeliveryBodyInvalid, DeliveryNotFound } from '../errors.ts'
import { getSubscription } from '../find-subscription.ts'
import { postMessage } from '../messages/post-message.ts'
import { signingKeys } from '../messages/signing-keys.ts'
import { bodyProblem, outcomeOfSingleAttempt, type Reply, resultOf } from '../model.ts'
import type { Owner } from '../store.ts'
import { replyTimeout } from '../timers.ts'
import { withEditedSlot } from './edited-slots.ts'
import { recordAttemptsInFeed } from './feed-entry.ts'
import {
  type DeliveryRow,
  type EditedDelivery,
  generateEditedId,
  insertEdited,
} from './log-store.ts'

type Input = {
  readonly owner: Owner
  readonly subscriptionId: string
  readonly deliveryId: string
  readonly body: string
}

type SentMessage = Pick<EditedDelivery, 'id' | 'subscriptionId' | 'originalId' | 'body'> & {
  readonly reply: Reply
}

/**
 * Signs and sends the body, and waits up to `replyTimeout` for the reply. No transaction is open meanwhile. Refuses with
 * DeliveryBodyInvalid, SubscriptionNotFound and TooManyEdited; with DeliveryNotFound also when the delivery is about a user
 * who has revoked the grant.
 */
export async function sendEdited(
  db: Reader,
  { owner, subscriptionId, deliveryId, body }: Input,
  outside: Outside,
): Promise<SentMessage> {
  const message = bodyProblem(body)
  if (message !== undefined) refuse(DeliveryBodyInvalid, { message })
  const { url } = await getSubscription(db, owner, subscriptionId)
  const id =
    (await generateEditedId(db, subscriptionId, deliveryId)) ??
    refuse(DeliveryNotFound, { arguments: [deliveryId] })
  const keys = await signingKeys(db)
  const { reply } = await withEditedSlot(db, owner, () =>
    postMessage(
      { deliveryId: id, url, body, isTest: true, isEdited: true, signatures: undefined },
      { keys, outside, timeoutMs: replyTimeout.seconds * 1000 },
    ),
  )
  return { id, subscriptionId, originalId: deliveryId, body, reply }
}

/**
 * Adds the edited delivery with its reply to the log of deliveries, and to the live feed of the profile that the delivery is
 * about; a test notification of an application is about no profile.
 */
export async function recordEdited(
  tx: Tx,
  { reply, ...sent }: SentMessage,
  now: Temporal.Instant,
): Promise<DeliveryRow> {
  const edited = { ...sent, state: outcomeOfSingleAttempt(reply), at: now, ...resultOf(reply) }
  const row = await insertEdited(tx, edited)
  if (row === undefined) throw new Error('the delivery whose body was edited was not found')
  const { subscriptionId } = sent
  const delivery = { ...row, subscriptionId, attempts: 0 }
  await recordAttemptsInFeed(tx, [{ ...edited, delivery, dueAt: undefined }])
  return row
}
