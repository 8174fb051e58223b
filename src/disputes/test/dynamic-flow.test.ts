// The strict client of the dynamic flow refuses a step that a client library would not render, and sends fields and shows
// errors as that library does.

import { describe, expect, it } from 'vitest'
import { FlowClient, type FlowReply } from '../../../test/support/dynamic-flow.ts'

const form = (schema: object, more: object = {}) => ({
  key: 'a',
  type: 'form',
  title: 'A',
  actions: [{ $id: 'submit', title: 'Submit', url: '/x', method: 'POST' }],
  schemas: [{ $id: 's', ...schema }],
  layout: [
    { type: 'form', schema: { $ref: 's' } },
    { type: 'button', action: { $ref: 'submit' } },
  ],
  ...more,
})
const fields = (properties: object) => form({ type: 'object', properties })
const text = { title: 'T', type: 'string' }

const open = (step: object, reply: Partial<FlowReply> = {}) => {
  const sent: unknown[] = []
  const client = FlowClient.open(
    async (request) => {
      sent.push(request)
      const first = { status: 200, headers: {}, body: step }
      return sent.length === 1 ? first : { ...first, ...reply }
    },
    { method: 'GET', url: '/' },
  )
  return { client, sent }
}

describe('the strict client', () => {
  it.each<[string, object]>([
    [
      'type of the step is table, not one of form, decision, final',
      { ...fields({}), type: 'table' },
    ],
    ['step has an unknown key extra', { ...fields({}), extra: 1 }],
    ['title of the step is not a text', { ...fields({}), title: '' }],
    ['unknown component table', { ...fields({}), layout: [{ type: 'table' }] }],
    [
      'size is huge, not one of xs, sm, md, lg, xl',
      { ...fields({}), layout: [{ type: 'heading', text: 'x', size: 'huge' }] },
    ],
    ['schema at a has an unknown key promoted', fields({ a: { ...text, promoted: true } })],
    ['the schema at a has no type, oneOf or const', fields({ a: { title: 'T', type: 'blob' } })],
    ['a has no title', fields({ a: { type: 'string' } })],
    [
      'schema at a has an unknown key validationAsync',
      fields({ a: { ...text, validationAsync: {} } }),
    ],
    ['an option needs a title and a const', fields({ a: { title: 'T', oneOf: [{ const: 1 }] } })],
    [
      'format of a file is undefined, not one of base64url',
      fields({ a: { ...text, persistAsync: { schema: { type: 'blob' } } } }),
    ],
    [
      'required has b, but properties does not',
      form({ type: 'object', properties: {}, required: ['b'] }),
    ],
    ['no schemas has the $id s', { ...fields({}), schemas: [] }],
    ['no actions has the $id submit', { ...fields({}), actions: [] }],
  ])('throws %s', async (message, step) => {
    await expect(open(step).client).rejects.toThrow(message)
  })

  it('merges the models without nesting, replaces fields by the data of the action, and keeps hidden defaults', async () => {
    const step = {
      ...fields({
        a: { type: 'object', properties: { b: text, c: { ...text, hidden: true, default: 'C' } } },
        d: { type: 'object', properties: { e: text } },
      }),
      actions: [{ $id: 'submit', title: 'Submit', url: '/x', method: 'POST', data: { d: 1 } }],
    }
    const { client, sent } = open(step, { headers: { 'x-df-exit': 'true' } })
    const opened = await client
    opened.fill(['a', 'b'], 'B')
    opened.fill(['d', 'e'], 'E')
    await opened.press('Submit')
    expect(sent[1]).toEqual({ method: 'POST', url: '/x', json: { a: { b: 'B', c: 'C' }, d: 1 } })
    expect(opened.isOver).toBe(true)
  })

  it('shows errors from validation only, and ignores the other fields of the reply', async () => {
    const errors = async (body: object) => {
      const opened = await open(fields({ a: text }), { status: 422, body }).client
      await opened.press('Submit')
      return Object.fromEntries(opened.errors)
    }
    expect(await errors({ validation: { a: 'm' } })).toEqual({ a: 'm' })
    await expect(errors({ validation: { b: { c: 'n' } } })).rejects.toThrow('does not see b.c: n')
    expect(await errors({ errors: [{ path: 'a', message: 'm' }] })).toEqual({
      '': 'general error 422',
    })
  })
})
