// Each key of `--set` is put into its section of the request, or refused before a request is sent. The generated operations have
// the fields of their bodies.

import { describe, expect, it } from 'vitest'
import { argumentsOf } from '../src/arguments.ts'
import { UsageError } from '../src/failures.ts'
import { type OperationArguments, operations } from '../src/operations.ts'

const operation: OperationArguments = {
  summary: '',
  namespace: 'x',
  method: 'POST',
  path: ['id'],
  query: ['type'],
  headers: ['X-Key'],
  body: { type: 'text', count: 'json', open: 'json', details: 'json', 'details.iban': 'text' },
}
const read = (set: readonly string[], body?: unknown) => argumentsOf('op', operation, { set, body })

describe('argumentsOf', () => {
  it('finds the section of each key', () => {
    expect(read(['id=7', 'x-key=k', 'count=3', 'details.iban=DE02'])).toEqual({
      path: { id: '7' },
      headers: { 'X-Key': 'k' },
      body: { count: 3, details: { iban: 'DE02' } },
    })
  })

  it('takes the section from the prefix when two sections have the key, and refuses such a key without a prefix', () => {
    expect(read(['id=7', 'query.type=a', 'body.type=b'])).toMatchObject({
      query: { type: 'a' },
      body: { type: 'b' },
    })
    expect(() => read(['id=7', 'type=a'])).toThrow('query.type or body.type')
  })

  it('keeps digits and true as text in text fields, and reads JSON in the other fields of a body and after :=', () => {
    expect(read(['id=7', 'details.iban=007', 'count=[1]']).body).toEqual({
      details: { iban: '007' },
      count: [1],
    })
    expect(read(['id=7', 'body.type=true']).body).toEqual({ type: 'true' })
    expect(read(['id=7', 'body.type:=true']).body).toEqual({ type: true })
    expect(read(['id=7', 'details.iban=a=b:=c']).body).toEqual({ details: { iban: 'a=b:=c' } })
  })

  it('makes a list of a key that is set twice', () => {
    expect(read(['id=7', 'query.type=a', 'query.type=b']).query).toEqual({ type: ['a', 'b'] })
  })

  it('makes a list of a field of the body that is set twice', () => {
    expect(read(['id=7', 'count=1', 'count=[2,3]']).body).toEqual({ count: [1, 2, 3] })
  })

  it('replaces a value of --body, also a list', () => {
    expect(read(['id=7', 'count=2'], { count: 1 }).body).toEqual({ count: 2 })
    expect(read(['id=7', 'count=2'], { count: [1] }).body).toEqual({ count: 2 })
    expect(read(['id=7', 'details.iban=y'], { details: { iban: 'x', bic: 'b' } }).body).toEqual({
      details: { iban: 'y', bic: 'b' },
    })
  })

  it('adds a field to the body of --body', () => {
    expect(read(['id=7', 'count=1'], { details: { iban: 'x' } }).body).toEqual({
      details: { iban: 'x' },
      count: 1,
    })
  })

  it('accepts any field inside an object whose fields are not described', () => {
    expect(read(['id=7', 'open.a.b=1']).body).toEqual({ open: { a: { b: '1' } } })
    expect(read(['id=7', 'open.toString=1']).body).toEqual({ open: { toString: '1' } })
  })

  it.each([
    [[], 'needs --set id=…'],
    [['id=7', 'colour=red'], 'op has no colour. It has id, type'],
    [['id=7', 'details.bic=x'], 'op has no details.bic'],
    [['id=7', 'path.type=x'], 'op has no path.type'],
    [['id=7', 'count=ten'], 'is not JSON'],
    [['id=7', 'count:={'], 'is not JSON'],
    [['id:=7'], 'id is not in the body, so its value is text. Write id=text'],
    [['id=7', 'nothing'], 'write it as key=text'],
    [['id=7', '=x'], 'write it as key=text'],
    [['id=7', 'open.__proto__.a=1'], '__proto__ cannot be a field'],
    [['id=7', 'toString=x'], 'op has no toString'],
    [['id=7', 'toString.a=x'], 'op has no toString.a'],
  ])('refuses %j: %s', (set, message) => {
    expect(() => read(set)).toThrow(UsageError)
    expect(() => read(set)).toThrow(message)
    // A key such as `open.__proto__.a` must not set a property of every object.
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('refuses a body for an operation without one', () => {
    const { body: _, ...without } = operation
    expect(() => argumentsOf('op', without, { set: ['id=1'], body: {} })).toThrow('has no body')
  })

  it('refuses a field below a value that is not an object', () => {
    expect(() => read(['id=7', 'count=1'], [])).toThrow(
      'count: the body already has a value that is not an object',
    )
    expect(() => read(['id=7', 'open.a.b=1'], { open: { a: 1 } })).toThrow(
      '--set open.a.b: open.a already has a value that is not an object',
    )
    expect(() => read(['id=7', 'open:=1', 'open.a=2'])).toThrow(
      '--set open.a: open already has a value that is not an object',
    )
  })
})

describe('operations', () => {
  it('lists the fields of every alternative of a body (anyOf)', () => {
    expect(operations['createTransfer']?.body).toMatchObject({
      quoteUuid: 'text',
      quote: 'text',
      'details.reference': 'text',
    })
  })

  it('marks file fields and the operations that have them', () => {
    expect(operations['uploadDisputeFile']).toMatchObject({
      multipart: true,
      body: { receipt: 'files' },
    })
    expect(operations['createTransfer']?.multipart).toBeUndefined()
  })

  it('marks operations whose list has pages, and no others', () => {
    expect(operations['listTransfers']).toMatchObject({ paged: true, method: 'GET' })
    expect(operations['listProfiles']?.paged).toBeUndefined()
    expect(operations['getTransfer']?.paged).toBeUndefined()
  })
})
