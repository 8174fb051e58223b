// What the service calls others with: one webhook of the description for each kind of event.

import type { EventKind } from '../../kernel/events.ts'
import { exampleOf, publish, type Shape } from './shapes.ts'

const EXAMPLE_ID = '72195556-e5cb-495e-a010-b37a4f2a3043'

export function webhooksOf(events: readonly EventKind[]): Record<string, Shape> {
  return Object.fromEntries(events.map((event) => [event.name, { post: webhook(event) }]))
}

function webhook({ name, versions, scopes, summary, payload }: EventKind): Shape {
  const data = publish(payload, 'reply')
  const newest = versions.at(-1)
  return {
    operationId: `event.${name.replace('#', '.')}`,
    summary,
    description: `Versions ${versions.join(', ')}; for subscriptions of ${scopes.join(' and ')}.`,
    tags: ['events'],
    security: [],
    parameters: [signature, deliveryId],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: envelope(name, versions, data),
          example: {
            data: exampleOf(data),
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
      '4XX': { description: 'Not received: it is sent again, a few times.' },
      '5XX': { description: 'Not received: it is sent again, over two weeks.' },
    },
  }
}

function envelope(name: string, versions: readonly string[], data: Shape): Shape {
  return {
    type: 'object',
    required: ['data', 'subscription_id', 'event_type', 'schema_version', 'sent_at'],
    properties: {
      data,
      subscription_id: { type: 'string', format: 'uuid' },
      event_type: { type: 'string', const: name },
      schema_version: { type: 'string', enum: [...versions] },
      sent_at: { type: 'string', format: 'date-time' },
    },
  }
}

const signature: Shape = {
  name: 'X-Signature-SHA256',
  in: 'header',
  required: true,
  description: 'Base64 of RSASSA-PKCS1-v1_5 with SHA-256 over the bytes of the body.',
  schema: { type: 'string' },
}

const deliveryId: Shape = {
  name: 'X-Delivery-Id',
  in: 'header',
  required: true,
  description: 'The same on every attempt at one delivery.',
  schema: { type: 'string', format: 'uuid', examples: [EXAMPLE_ID] },
}
