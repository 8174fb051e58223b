// The parts of a value that the log of requests keeps, by the schema of the value.

import Type from 'typebox'
import { expect, it } from 'vitest'
import { secretText } from '../../kernel/wire.ts'
import { projectionOf } from '../log/projection.ts'

const Person = Type.Object({
  name: Type.String(),
  pin: Type.String(),
  number: secretText('A number'),
  address: Type.Object({ city: Type.String() }),
  tags: Type.Array(Type.Object({ label: Type.String(), token: Type.String() })),
  open: Type.Record(Type.String(), Type.String()),
  any: Type.Unknown(),
})

it.each<[unknown, unknown, string]>([
  [{ name: 'Ann', extra: 1 }, { name: 'Ann' }, 'an undeclared field is dropped'],
  [{ pin: '1234', number: 'ZX1' }, {}, 'secrets are dropped by name and by writeOnly'],
  [{ name: { number: 'ZX1' } }, {}, 'an object where a text is declared is dropped'],
  [{ name: ['ZX1'] }, {}, 'a list where a text is declared is dropped'],
  [{ address: 'ZX1' }, {}, 'a text where an object is declared is dropped'],
  [
    { address: { city: 'Oslo', pin: '1' } },
    { address: { city: 'Oslo' } },
    'an undeclared field of an inner object is dropped',
  ],
  [
    { tags: [{ label: 'a', token: 'b' }, 'c'] },
    { tags: [{ label: 'a' }, null] },
    'a secret of a list item is dropped, and a text where an object is declared becomes null',
  ],
  [
    { open: { pin: '1' }, any: { pin: '1' } },
    {},
    'an object whose schema declares no names of fields is dropped',
  ],
  ['ZX1', undefined, 'a text in place of the body is dropped'],
  [null, undefined, 'null in place of the body is dropped'],
])('%j is kept as %j: %s', (value, reduced) => {
  expect(projectionOf(Person).keep(value)).toEqual(reduced)
})

it('a union keeps the fields of all variants, except a field that one variant marks as secret', () => {
  const variants = Type.Union([
    Type.Object({ a: Type.String(), b: Type.String() }),
    Type.Object({ b: secretText('Secret'), c: Type.String() }),
  ])
  expect(projectionOf(variants).keep({ a: '1', b: '2', c: '3' })).toEqual({ a: '1', c: '3' })
})

it('keepsAll is true only if no field is secret and every name is declared', () => {
  const keepsAll = (schema: object) => projectionOf(schema).keepsAll
  expect(keepsAll(Type.Object({ a: Type.Array(Type.Integer()) }))).toBe(true)
  expect(keepsAll(Type.Object({ a: secretText('Secret') }))).toBe(false)
  expect(keepsAll(Type.Object({ pin: Type.String() }))).toBe(false)
  expect(keepsAll(Type.Array(Type.Object({ pin: Type.String() })))).toBe(false)
  expect(keepsAll(Type.Object({ a: Type.Record(Type.String(), Type.String()) }))).toBe(false)
  expect(keepsAll(Type.Object({ a: Type.Unknown() }))).toBe(false)
})
