// Tests how schemas are published in the OpenAPI document, and the examples that are derived from them.

import Type, { type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import {
  amountIn,
  currencyCode,
  described,
  idIn,
  input,
  instantOut,
  nullable,
  oneOf,
  uuid,
} from '../../kernel/wire.ts'
import { compileValidator } from '../http/validation.ts'
import { createComponents } from '../openapi/components.ts'
import { exampleOf, publish } from '../openapi/shapes.ts'

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

  it('of an id that may be null is a number, a numeric string or null', () => {
    const shape = publish(nullable(idIn('thing')), 'body')
    expect(shape['type']).toEqual(['integer', 'string', 'null'])
  })

  it('of an id in a path is a number', () => {
    expect(publish(idIn('thing'), 'parameter')).toMatchObject({ type: 'integer', minimum: 0 })
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
    [oneOf(['a', 'b']), 'a', 'the first listed value is taken'],
    [Type.Literal('c'), 'c', 'a constant has one value'],
    [Type.Boolean({ default: true }), true, 'the schema has a default'],
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

  it('leaves out an optional field whose list of examples is empty, because such a field excludes another one', () => {
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
    expect(compileValidator('body', body)(exampleOf(body))).toBeUndefined()
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
