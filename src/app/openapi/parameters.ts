// The parameters of an operation in the OpenAPI document: the fields of its path and query, and its headers.

import type { TSchema } from 'typebox'
import { acceptsIdempotencyKey, type Endpoint } from '../../kernel/endpoint.ts'
import { keyRetention } from '../../kernel/idempotency.ts'
import { DAY } from '../../kernel/timer.ts'
import { CORRELATION_LENGTH_MAX } from '../http/headers.ts'
import { ref } from './components.ts'
import { publish, type Shape } from './shapes.ts'

type Requirement = { readonly required: boolean }

const keyParameter = ({ required }: Requirement): Shape => ({
  name: 'X-idempotence-uuid',
  in: 'header',
  required,
  description: `A UUID that you generate for this request and send again on a retry. Kept for ${keyRetention.seconds / DAY} days.`,
  schema: { type: 'string', format: 'uuid', examples: ['f2a1e7c4-6b0d-4f6b-9a51-0d2f3f0c9b77'] },
})

const EXAMPLE_TOKEN = '5932d5b5-ec13-452f-8688-308feade7834'

const proof = (name: string, description: string, example: string): Shape => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', examples: [example] },
})

export const commonParameters: Readonly<Record<string, Shape>> = {
  IdempotencyKey: keyParameter({ required: false }),
  IdempotencyKeyRequired: keyParameter({ required: true }),
  OneTimeToken: proof(
    'One-Time-Token',
    'A one-time token whose challenges are cleared',
    EXAMPLE_TOKEN,
  ),
  Approval: proof(
    'x-2fa-approval',
    'The same token as in One-Time-Token; send either header',
    EXAMPLE_TOKEN,
  ),
  Signature: proof(
    'X-Signature',
    'With a personal token: the RSA-SHA256 signature of the one-time token, in Base64. It clears the challenge.',
    'bm90IGEgc2lnbmF0dXJl',
  ),
  CorrelationId: {
    name: 'X-External-Correlation-Id',
    in: 'header',
    description: `At most ${CORRELATION_LENGTH_MAX} letters, digits, dashes and underscores. Returned in the reply; a value of another form is ignored.`,
    schema: {
      type: 'string',
      maxLength: CORRELATION_LENGTH_MAX,
      pattern: '^[A-Za-z0-9_-]+$',
      examples: ['order-4711'],
    },
  },
}

const proofs = ['OneTimeToken', 'Approval', 'Signature']

function headerParameter([name, description]: [string, string]): Shape {
  // A conditional header (RFC 9110) is optional: it saves the transfer of a reply that the client already has.
  const isConditional = name.startsWith('If-')
  const schema = { type: 'string', examples: [isConditional ? '"5932d5b5"' : EXAMPLE_TOKEN] }
  return { name, in: 'header', ...(!isConditional && { required: true }), description, schema }
}

export function parametersOf(endpoint: Endpoint): Shape[] {
  const key = endpoint.idempotencyKey === 'required' ? 'IdempotencyKeyRequired' : 'IdempotencyKey'
  return [
    ...fieldsOf(endpoint.params).map(([name, field]) =>
      parameter(name, 'path', field, { required: true }),
    ),
    ...fieldsOf(endpoint.query).map(([name, field, required]) =>
      // A field with a default is required in the schema, because the handler always gets it; clients may omit it.
      parameter(name, 'query', field, { required: required && !('default' in field) }),
    ),
    ...(acceptsIdempotencyKey(endpoint) ? [ref('parameters', key)] : []),
    ...Object.entries(endpoint.takesHeaders ?? {}).map(headerParameter),
    ...(endpoint.access.sca ? proofs.map((name) => ref('parameters', name)) : []),
    ref('parameters', 'CorrelationId'),
  ]
}

function parameter(
  name: string,
  location: 'path' | 'query',
  field: Shape,
  { required }: Requirement,
): Shape {
  const { description, ...schema } = publish(field, 'parameter')
  return {
    name,
    in: location,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
  }
}

function fieldsOf(schema: TSchema | undefined): [name: string, field: Shape, required: boolean][] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Shape>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)])
}
