// Checks that the receiver got a delivery of every event, and that webhooks contain the statuses of replies.

import { type Database, sql } from '../../../src/kernel/database/db.ts'
import type { ExpectedProfile } from '../client/expected-profile.ts'
import type { Receiver } from '../processes/receiver.ts'

type EventDelivery = {
  eventId: number
  profileId: number
  name: string
  subject: string
  number: number
  subscriptionId: string
  deliveryId: string | null
  body: string | null
}

const eventDeliveriesSql = sql<EventDelivery>(`
  select e.id as event_id, e.profile_id, e.name, e.subject, e.number, s.id as subscription_id,
         d.id as delivery_id, d.body
    from events e
    join profile_owners o on o.profile_id = e.profile_id
    join users u on u.id = o.user_id
    join subscriptions s on s.event_name = e.name and s.deleted_at is null
     and (s.profile_id = e.profile_id or s.application_id = u.application_id)
    left join deliveries d on d.subscription_id = s.id and d.profile_id = e.profile_id
     and d.subject = e.subject and d.number = e.number and d.event_name = e.name and not d.test
   order by e.profile_id, e.subject, s.id, e.number`)

/** Checks that every event with a subscription was delivered, with the stored bytes, and in order within its queue (D34). */
export async function inspectDeliveries(db: Database, receiver: Receiver): Promise<string[]> {
  const findings = [...receiver.findings]
  let before: (EventDelivery & { arrival: number }) | undefined
  for (const event of await db.reader.rows(eventDeliveriesSql)) {
    const about = `event ${event.eventId} (${event.name} of ${event.subject})`
    const { deliveryId } = event
    const delivery = deliveryId === null ? undefined : receiver.received.get(deliveryId)
    if (deliveryId === null) findings.push(`${about} was never queued for ${event.subscriptionId}`)
    else if (delivery === undefined)
      findings.push(`${about} never arrived (delivery ${deliveryId})`)
    else {
      if (delivery.body !== event.body) findings.push(`${about} arrived with other bytes`)
      if (before && isSameQueue(before, event) && before.arrival > delivery.arrival)
        findings.push(`${about} arrived before number ${before.number}, which it follows`)
      before = { ...event, arrival: delivery.arrival }
    }
  }
  return findings
}

function isSameQueue(a: EventDelivery, b: EventDelivery): boolean {
  return (
    a.subscriptionId === b.subscriptionId && a.profileId === b.profileId && a.subject === b.subject
  )
}

/** Checks that the statuses in webhooks equal those that clients received in replies. */
export function compareWebhooks(
  receiver: Receiver,
  profiles: readonly ExpectedProfile[],
): string[] {
  const messages = [...receiver.received.values()].map(({ body }) => JSON.parse(body) as Message)
  return [
    ...compareStatuses(
      'transfer',
      statusesIn(messages, 'transfers#state-change', (data) => data.current_state),
      profiles.flatMap(({ transfers }) => [...transfers.values()]),
    ),
    ...compareStatuses(
      'direct debit',
      statusesIn(messages, 'batch-payment-initiations#state-change', (data) => data.newStatus),
      profiles.flatMap(({ debits }) => [...debits.values()]),
    ),
  ]
}

type MessageData = {
  readonly resource: { readonly id: number }
  readonly current_state: string
  readonly newStatus: string
}

type Message = { readonly event_type: string; readonly data: MessageData }

type StatusesById = ReadonlyMap<number, ReadonlySet<string>>

function statusesIn(
  messages: readonly Message[],
  type: string,
  statusOf: (data: MessageData) => string,
): StatusesById {
  const received = new Map<number, Set<string>>()
  for (const { event_type, data } of messages) {
    if (event_type !== type) continue
    const statuses = received.get(data.resource.id) ?? new Set()
    received.set(data.resource.id, statuses.add(statusOf(data)))
  }
  return received
}

function compareStatuses(
  name: string,
  received: StatusesById,
  expectedStatuses: readonly { readonly id: number; readonly statuses: readonly string[] }[],
): string[] {
  return expectedStatuses.flatMap(({ id, statuses }) => {
    const actual = [...(received.get(id) ?? [])].sort().join(' ')
    const expected = [...statuses].sort().join(' ')
    if (actual === expected) return []
    return [`webhooks of ${name} ${id} contain "${actual}" instead of "${expected}"`]
  })
}
