import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { inDeclaredOrder, serializerOf } from '../http/replies/serializer.ts'

describe('the schema for the serialiser', () => {
  const text = { type: 'string' }

  it('requires only the fields before the first optional one, at every depth', () => {
    const inner = {
      type: 'object',
      required: ['b', 'd'],
      properties: { b: text, c: text, d: text },
    }
    const shape = {
      type: 'object',
      required: ['list', 'maybe'],
      properties: {
        list: { type: 'array', items: inner },
        maybe: { anyOf: [inner, { type: 'null' }] },
      },
    }
    const expected = { ...inner, required: ['b'] }
    expect(inDeclaredOrder(shape)).toEqual({
      ...shape,
      properties: {
        list: { type: 'array', items: expected },
        maybe: { anyOf: [expected, { type: 'null' }] },
      },
    })
  })

  it('keeps a field that is named `required`', () => {
    const shape = { type: 'object', required: ['required'], properties: { required: text } }
    expect(inDeclaredOrder(shape)).toEqual(shape)
  })
})

describe('a text', () => {
  const schemaFor = (shape: object) => inDeclaredOrder({ type: 'string', ...shape })

  it.each([
    ['a UUID', { format: 'uuid' }],
    ['one of several words without quotes', { enum: ['up', 'down'] }],
  ])('is written without escaping when it is %s', (_, shape) => {
    expect(schemaFor(shape)).toEqual({ type: 'string', ...shape, format: 'unsafe' })
  })

  it.each([
    ['any text', {}],
    ['a time', { format: 'date-time' }],
    ['one of several words with a quote', { enum: ['up', '"'] }],
  ])('is escaped when it is %s', (_, shape) => {
    expect(schemaFor(shape)).toEqual({ type: 'string', ...shape })
  })
})

describe('the reply of an endpoint', () => {
  const reply = { type: 'object', properties: { known: { type: 'string' } } }
  const serialize = (endpoint: object, body: unknown) => serializerOf({ reply, ...endpoint })(body)

  it.each([
    ['contains only declared fields', {}, { secret: 1, known: 'a' }, '{"known":"a"}'],
    ['is unchanged when it is a page', { replies: 'text/html' }, '<p>"a"</p>', '<p>"a"</p>'],
    ['is empty for status 204', { status: 204 }, undefined, ''],
  ])('%s', (_, endpoint, body, text) => {
    expect(serialize(endpoint, body)).toBe(text)
  })
})

it('a nullable object with a UUID is serialised without a warning of the compiler', () => {
  const warn = vi.spyOn(console, 'warn')
  const uuid = { type: 'object', properties: { uuid: { type: 'string', format: 'uuid' } } }
  const write = serializerOf({
    reply: { type: 'array', items: { anyOf: [uuid, { type: 'null' }] } },
  })
  const body = [{ uuid: 'b3e1a0c2-6d5f-4a7b-8c9d-0e1f2a3b4c5d' }, null]
  expect(write(body)).toBe(JSON.stringify(body))
  const warnings = [...warn.mock.calls]
  warn.mockRestore()
  expect(warnings).toEqual([])
})

describe('a refusal', () => {
  const service = testService()

  it('has its fields in the order of Facts 4.1', async () => {
    const ann = await service.createUser()
    expect((await ann.call('GET /v1/accounts/999')).text).toMatch(
      /^\{"errors":\[\{"arguments":\[999\],"code":"RECIPIENT_MISSING","message":"[^"]+","path":"accountId"\}\]\}$/,
    )
    expect((await ann.call('GET /v1/nothing')).text).toMatch(
      /^\{"errors":\[\{"arguments":\[\],"code":"not.found","message":"[^"]+"\}\]\}$/,
    )
  })
})
