// Tests how schemas and operations are published in the OpenAPI document, and the examples that are derived from them.

import Type, { type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { TryLater } from '../../kernel/database/db.ts'
import { type Endpoint, reads, writes } from '../../kernel/endpoint.ts'
import {
  amountIn,
  amountOut,
  currencyCode,
  described,
  idIn,
  input,
  instantOut,
  nullable,
  oneOf,
  uuid,
} from '../../kernel/wire.ts'
import { TooLarge } from '../http/body/read-body.ts'
import { Overloaded } from '../http/limits/admission.ts'
import { TooManyRequests } from '../http/limits/rate-limit.ts'
import { compile } from '../http/validation.ts'
import { createComponents } from '../openapi/components.ts'
import { openApi } from '../openapi/document.ts'
import { commonReplies } from '../openapi/replies.ts'
import { exampleOf, publish } from '../openapi/shapes.ts'

it.each([
  ['TooLarge', TooLarge],
  ['TooManyRequests', TooManyRequests],
  ['Unavailable', Overloaded],
  ['Unavailable', TryLater],
])('the description of %s contains its code and message', (name, { code, message }) => {
  const [text, ...expected] = [commonReplies[name], code, message].map((each) =>
    JSON.stringify(each),
  )
  for (const each of expected) expect(text).toContain(each)
})

describe('the published schema', () => {
  it('of an id in a body is a number or a numeric string', () => {
    expect(publish(idIn('thing'), 'body')).toEqual({
      type: ['integer', 'string'],
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      pattern: '^[0-9]{1,16}$',
      description: 'The id of the thing',
      examples: [1],
    })
  })

  it('of an id in a path is a number', () => {
    expect(publish(idIn('thing'), 'text')).toMatchObject({ type: 'integer', minimum: 0 })
  })

  it('of an amount in a body is a number or a numeric string', () => {
    const shape = publish(amountIn('What is paid'), 'body')
    expect(shape).toMatchObject({ type: ['number', 'string'], description: 'What is paid' })
    expect(shape).not.toHaveProperty('wireAmount')
  })

  it('of an amount that may be null is a number, a numeric string or null', () => {
    const shape = publish(nullable(amountIn('What is paid')), 'body')
    expect(shape['type']).toEqual(['number', 'string', 'null'])
  })

  it('of an object with if and else is one object or another, each with the field it requires', () => {
    const field = Type.String()
    const either = input(
      { a: Type.Optional(field), b: Type.Optional(field), c: field },
      { if: { required: ['b'] }, else: { required: ['a'] } },
    )
    const text = { type: 'string' }
    expect(publish(either, 'body')).toEqual({
      anyOf: [
        { type: 'object', properties: { a: text, c: text }, required: ['c', 'a'] },
        { type: 'object', properties: { b: text, c: text }, required: ['c', 'b'] },
      ],
    })
  })

  it('allows undeclared fields at any depth', () => {
    const shape = publish(input({ inner: input({ a: Type.String() }) }), 'body')
    expect(JSON.stringify(shape)).not.toContain('additionalProperties')
  })

  it('may have fields named like JSON Schema keywords', () => {
    const shape = publish(Type.Object({ examples: Type.String(), enum: idIn('thing') }), 'body')
    expect(shape['properties']).toMatchObject({
      examples: { type: 'string' },
      enum: { type: ['integer', 'string'] },
    })
  })
})

describe('an example', () => {
  it.each<[TSchema, unknown, string]>([
    [amountIn('x'), 100.5, 'the schema has an example'],
    [oneOf(['a', 'b']), 'a', 'it is the first listed value'],
    [Type.Literal('c'), 'c', 'it is the only value'],
    [Type.Boolean({ default: true }), true, 'it is the default'],
    [nullable(Type.String()), null, 'the schema has no example'],
    [nullable(Type.String({ examples: ['x'] })), 'x', 'the schema has an example'],
    [nullable(Type.Object({ a: oneOf(['b']) })), { a: 'b' }, 'an object shows more than null'],
    [Type.String({ minLength: 6 }), 'textxx', 'the default `text` is too short'],
    [Type.String({ maxLength: 2 }), 'te', 'the default `text` is too long'],
    [Type.String({ format: 'date' }), '2026-11-20', 'the format is a date'],
    [Type.Integer({ minimum: 7 }), 7, 'the default 1 is too small'],
    [Type.Array(oneOf(['a'])), ['a'], 'one item shows the shape'],
  ])('of %j is %j, because %s', (schema, value) => {
    expect(exampleOf(schema)).toEqual(value)
  })

  it('contains one of two fields that exclude each other', () => {
    const either = Type.Object({
      one: Type.Optional(amountIn('x')),
      other: Type.Optional(amountIn('y', { examples: [] })),
    })
    expect(exampleOf(either)).toEqual({ one: 100.5 })
  })

  it('of more than 24 fields contains the required ones and the ones with an example', () => {
    const many = Object.fromEntries(
      Array.from({ length: 23 }, (_, n) => [`field${n}`, Type.Optional(Type.String())]),
    )
    const schema = Type.Object({
      ...many,
      must: Type.String(),
      code: Type.Optional(currencyCode()),
    })
    expect(exampleOf(schema)).toEqual({ must: 'text', code: 'GBP' })
  })

  it('is valid for its schema', () => {
    const body = input({
      id: idIn('thing'),
      amount: amountIn('x'),
      at: instantOut('x'),
      key: uuid('x'),
      list: Type.Array(input({ type: oneOf(['a']) })),
    })
    const validate = compile('body', body)
    expect([validate(exampleOf(body)), validate.errors]).toEqual([true, null])
  })
})

describe('named schemas', () => {
  const Point = Type.Object({ x: Type.Integer() }, { title: 'Point' })

  it('are referenced with the description of each field', () => {
    const named = createComponents()
    const line = Type.Object({
      from: described(Point, 'Where it begins'),
      to: described(Point, 'Where it ends'),
    })
    const { properties } = named.publish(line, 'reply') as { properties: object }
    expect(properties).toEqual({
      from: { $ref: '#/components/schemas/Point', description: 'Where it begins' },
      to: { $ref: '#/components/schemas/Point', description: 'Where it ends' },
    })
    expect(named.schemas()['Point']).not.toHaveProperty('description')
  })

  it('throws for two different schemas with one name', () => {
    const named = createComponents()
    named.publish(Point, 'reply')
    const other = Type.Object({ y: Type.Integer() }, { title: 'Point' })
    expect(() => named.publish(other, 'reply')).toThrow('two different schemas are called Point')
  })

  it('throws for a name that is not in PascalCase', () => {
    const wrong = Type.Object({}, { title: 'a-point' })
    expect(() => createComponents().publish(wrong, 'reply')).toThrow('a-point is not in PascalCase')
  })
})

type Operation = Record<string, unknown> & {
  parameters: { name?: string; $ref?: string; required?: boolean }[]
  responses: Record<string, { description: string; content: object; $ref?: string }>
}

describe('an operation', () => {
  const Used = { code: 'thing.used', status: 409, message: 'The thing is already used.' } as const
  const Thing = Type.Object({ id: Type.Integer(), worth: amountOut('x') }, { title: 'Thing' })
  const get = reads(
    {
      id: 'quotes.get',
      operationId: 'getThing',
      route: 'GET /v1/things/{thingId}',
      summary: 'Read a thing',
      spec: 'A 1',
      access: { token: 'optional' },
      params: Type.Object({ thingId: idIn('thing') }),
      query: Type.Object({
        size: Type.Integer({ default: 20 }),
        since: Type.String({ format: 'date' }),
      }),
      reply: Thing,
      replyHeaders: ['X-Size'],
      errors: [],
    },
    async () => ({ id: 1, worth: 1 }),
  )
  const patch = writes(
    {
      id: 'quotes.use',
      operationId: 'useThing',
      route: 'POST /v1/things',
      aliases: ['POST /v1/thing'],
      summary: 'Use a thing',
      spec: 'A 2',
      access: { token: 'user' },
      idempotencyKey: 'required',
      body: input({ id: idIn('thing') }),
      reply: Thing,
      status: 201,
      errors: [Used],
      sandboxOnly: true,
    },
    async () => ({ id: 1, worth: 1 }),
  )

  function operationOf(endpoints: Endpoint[], route: string): Operation {
    const [method = '', path = ''] = route.split(' ')
    const document = openApi(endpoints, { mode: 'sandbox' })('http://a.test')
    const { paths } = document as { paths: Record<string, Record<string, Operation>> }
    const operation = paths[path]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`${route} is not in the document`)
    return operation
  }

  it('lists the tokens that it accepts', () => {
    expect(operationOf([get], get.route)['security']).toContainEqual({})
    expect(operationOf([patch], patch.route)['security']).not.toContainEqual({})
  })

  it.each([
    ['POST', 'same', 'Sent again without a key, it changes nothing more.'],
    ['PUT', 'another', 'Sent again, it takes effect again.'],
    ['POST', Used, 'Sent again without a key, it returns 409 `thing.used`.'],
    ['PUT', { page: 410 }, 'Sent again, it returns a page with status 410.'],
  ] as const)(
    'describes what a repeated %s with onRepeat %j does',
    (method, onRepeat, sentence) => {
      const route = `${method} /v1/things` as const
      const { idempotencyKey: _, ...keyless } = patch
      const endpoint = { ...(method === 'POST' ? patch : keyless), route, aliases: [], onRepeat }
      expect(operationOf([endpoint], route).description).toContain(`\n\n${sentence}\n\n`)
    },
  )

  it('requires path and query parameters without a default', () => {
    const { parameters } = operationOf([get], get.route)
    const required = parameters.filter((each) => each.required).map(({ name }) => name)
    expect(required).toEqual(['thingId', 'since'])
  })

  it.each<[TSchema, boolean, string]>([
    [Type.Array(Type.String()), true, 'an absent body is not a list'],
    [input({ a: Type.String() }), true, 'a field is required'],
    [input({ a: Type.Optional(Type.String()) }), false, 'all fields are optional'],
  ])('with the body %j has requestBody.required %s, because %s', (body, required) => {
    const operation = operationOf([{ ...patch, aliases: [], body }], patch.route)
    expect(operation).toMatchObject({ requestBody: { required } })
  })

  it('lists its reply headers, its errors and the errors of all operations', () => {
    expect(operationOf([get], get.route).responses['200']).toHaveProperty('headers.X-Size')
    const { responses } = operationOf([patch], patch.route)
    expect(Object.keys(responses)).toEqual(
      '201,400,401,408,409,413,415,429,500,503'.split(',').sort((a, b) => Number(a) - Number(b)),
    )
    expect(responses['409']?.description).toContain('`thing.used`')
    expect(JSON.stringify(responses['409']?.content)).toContain('The thing is already used.')
    expect(responses['401']?.$ref).toBe('#/components/responses/Unauthorized')
  })

  it.each([
    [{ title: 'CardOrder' }, 'The card order.'],
    [{ title: 'ThirdPartyTransfer' }, 'The third-party transfer.'],
    [{ title: 'ProfileV1List' }, 'The list of profiles.'],
    [{ title: 'AddressList' }, 'The list of addresses.'],
    [{ title: 'ActivityPage' }, 'A page of activities.'],
    [{ title: 'AccountDetailsList' }, 'The list of account details.'],
    [{ title: 'UserExists', description: 'Whether the user exists' }, 'Whether the user exists.'],
  ])('that returns %j describes its success with %s', (options, description) => {
    const endpoint = { ...get, reply: Type.Object({}, options) }
    expect(operationOf([endpoint], get.route).responses['200']?.description).toBe(description)
  })

  it('that returns nothing describes its success with "The reply has no body."', () => {
    const endpoint = { ...patch, reply: Type.Null(), status: 204 as const }
    const { responses } = operationOf([endpoint], patch.route)
    expect(responses['204']?.description).toBe('The operation succeeded. The reply has no body.')
  })

  it('has a deprecated copy for each alias', () => {
    const alias = operationOf([patch], 'POST /v1/thing')
    expect(alias).toMatchObject({ operationId: 'useThingAlias1', deprecated: true })
    expect(operationOf([patch], patch.route)).not.toHaveProperty('deprecated')
  })

  it('has x-sandbox-only when it is sandbox-only, and is absent in live mode', () => {
    expect(operationOf([patch], patch.route)['x-sandbox-only']).toBe(true)
    const live = openApi([get, patch], { mode: 'live' })('http://a.test')
    expect(JSON.stringify(live)).not.toContain('useThing')
  })

  it('refers to a titled schema by its title', () => {
    const document = openApi([get, patch], { mode: 'sandbox' })('http://a.test')
    const { components } = document as { components: { schemas: Record<string, unknown> } }
    expect(Object.keys(components.schemas)).toEqual(['Error', 'Errors', 'OauthFailure', 'Thing'])
    const { content } = operationOf([get], get.route).responses['200'] as { content: object }
    expect(content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
    })
  })
})
