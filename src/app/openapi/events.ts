// The webhooks of the OpenAPI document: one for each kind of event.

import type { EventKind } from '../../kernel/events.ts'
import type { Components } from './components.ts'
import { exampleOf, JSON_TYPE, type Shape } from './shapes.ts'

const EXAMPLE_ID = '72195556-e5cb-495e-a010-b37a4f2a3043'

export function webhooksOf(
  events: readonly EventKind[],
  registry: Components,
): Record<string, Shape> {
  return Object.fromEntries(events.map((event) => [event.name, { post: webhook(event, registry) }]))
}

function webhook(
  { name, versions, scopes, summary, payload }: EventKind,
  registry: Components,
): Shape {
  const title = titleOf(name, payload)
  const newest = versions.at(-1)
  return {
    operationId: `on${title}`,
    summary,
    description: `Versions ${versions.join(', ')}; for subscriptions of ${scopes.join(' and ')}.`,
    tags: ['events'],
    security: [],
    parameters: [signature, deliveryId],
    requestBody: {
      required: true,
      content: {
        [JSON_TYPE]: {
          schema: registry.publish(envelope({ name, versions, payload }, title), 'reply'),
          example: {
            data: exampleOf(payload),
            subscription_id: EXAMPLE_ID,
            event_type: name,
            schema_version: newest,
            sent_at: '2026-11-20T10:00:00Z',
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': {
        description:
          'Refused. After a status that a retry is unlikely to change, such as 400 or 404, the message is sent again twice. After any other status, such as 429, it is sent again for 15 days.',
      },
      '5XX': { description: 'Failed. The message is sent again for 15 days.' },
    },
  }
}

function titleOf(event: string, payload: object): string {
  const { title } = payload as { title?: string }
  if (title === undefined) throw new Error(`the payload of ${event} has no title: add one`)
  return title
}

function envelope(
  { name, versions, payload }: Pick<EventKind, 'name' | 'versions' | 'payload'>,
  title: string,
): Shape {
  return {
    title: `${title}Event`,
    type: 'object',
    required: ['data', 'subscription_id', 'event_type', 'schema_version', 'sent_at'],
    properties: {
      data: { ...payload, description: 'The payload of the event' },
      subscription_id: {
        type: 'string',
        format: 'uuid',
        description: 'The subscription that this message belongs to',
      },
      event_type: { type: 'string', const: name, description: 'The name of the event' },
      schema_version: {
        type: 'string',
        enum: [...versions],
        description: 'The version of the payload, as the subscription chooses it',
      },
      sent_at: {
        type: 'string',
        format: 'date-time',
        description: 'When the message was created, UTC',
      },
    },
  }
}

const signature: Shape = {
  name: 'X-Signature-SHA256',
  in: 'header',
  required: true,
  description: 'Base64 of RSASSA-PKCS1-v1_5 with SHA-256 over the bytes of the body',
  schema: { type: 'string' },
}

const deliveryId: Shape = {
  name: 'X-Delivery-Id',
  in: 'header',
  required: true,
  description: 'The id of the delivery; the same for every attempt',
  schema: { type: 'string', format: 'uuid', examples: [EXAMPLE_ID] },
}
