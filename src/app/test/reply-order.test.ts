import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { inDeclaredOrder } from '../reply-order.ts'

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

describe('a refusal', () => {
  const h = house()

  it('has its fields in the order in which refusals were recorded', async () => {
    const ann = await h.user()
    expect((await ann.call('GET /v1/accounts/999')).text).toMatch(
      /^\{"errors":\[\{"arguments":\[999\],"code":"RECIPIENT_MISSING","message":"[^"]+","path":"accountId"\}\]\}$/,
    )
    expect((await ann.call('GET /v1/nothing')).text).toMatch(
      /^\{"errors":\[\{"arguments":\[\],"code":"not.found","message":"[^"]+"\}\]\}$/,
    )
  })
})
