import { describe, expect, it, vi } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { inDeclaredOrder, serializerOf } from '../http/replies/serializer.ts'

describe('what the serialiser is told', () => {
  const text = { type: 'string' }

  it('requires what stands before the first optional field, at every depth', () => {
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
    const told = { ...inner, required: ['b'] }
    expect(inDeclaredOrder(shape)).toEqual({
      ...shape,
      properties: {
        list: { type: 'array', items: told },
        maybe: { anyOf: [told, { type: 'null' }] },
      },
    })
  })

  it('takes a field for a field, whatever its name', () => {
    const shape = { type: 'object', required: ['required'], properties: { required: text } }
    expect(inDeclaredOrder(shape)).toEqual(shape)
  })
})

describe('a text', () => {
  const told = (shape: object) => inDeclaredOrder({ type: 'string', ...shape })

  it.each([
    ['a UUID', { format: 'uuid' }],
    ['one of plain words', { enum: ['up', 'down'] }],
  ])('is written as it is where it is %s', (_, shape) => {
    expect(told(shape)).toEqual({ type: 'string', ...shape, format: 'unsafe' })
  })

  it.each([
    ['anything', {}],
    ['a time', { format: 'date-time' }],
    ['one of words with a quote among them', { enum: ['up', '"'] }],
  ])('is escaped where it is %s', (_, shape) => {
    expect(told(shape)).toEqual({ type: 'string', ...shape })
  })
})

describe('the reply of an endpoint', () => {
  const reply = { type: 'object', properties: { known: { type: 'string' } } }
  const written = (endpoint: object, body: unknown) => serializerOf({ reply, ...endpoint })(body)

  it.each([
    [
      'holds what its shape declares, and nothing else',
      {},
      { secret: 1, known: 'a' },
      '{"known":"a"}',
    ],
    ['is a page as it was made', { replies: 'text/html' }, '<p>"a"</p>', '<p>"a"</p>'],
    ['is empty where there is none', { status: 204 }, undefined, ''],
  ])('%s', (_, endpoint, body, text) => {
    expect(written(endpoint, body)).toBe(text)
  })
})

it('tells shapes apart that hold plain texts, and warns of nothing', () => {
  const warn = vi.spyOn(console, 'warn')
  const uuid = { type: 'object', properties: { uuid: { type: 'string', format: 'uuid' } } }
  const write = serializerOf({
    reply: { type: 'array', items: { anyOf: [uuid, { type: 'null' }] } },
  })
  const body = [{ uuid: 'b3e1a0c2-6d5f-4a7b-8c9d-0e1f2a3b4c5d' }, null]
  expect(write(body)).toBe(JSON.stringify(body))
  expect(warn).not.toHaveBeenCalled()
})

describe('a refusal', () => {
  const service = testService()

  it('has its fields in the order in which refusals were recorded', async () => {
    const ann = await service.createUser()
    expect((await ann.call('GET /v1/accounts/999')).text).toMatch(
      /^\{"errors":\[\{"arguments":\[999\],"code":"RECIPIENT_MISSING","message":"[^"]+","path":"accountId"\}\]\}$/,
    )
    expect((await ann.call('GET /v1/nothing')).text).toMatch(
      /^\{"errors":\[\{"arguments":\[\],"code":"not.found","message":"[^"]+"\}\]\}$/,
    )
  })
})
