import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { ID_MAX } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { amountIn, idIn, idOrUuidIn, input, secretText, uuid } from '../../kernel/wire.ts'
import { compileValidator } from '../http/validation.ts'

const UUID = '3cf3dd96-903e-473a-9bb4-a5cf93450793'

/** Returns the validated value of a field, or the fault of the field when the body is refused. */
function resultOf(schema: object, value: unknown): unknown {
  const body = { field: value }
  const refusal = compileValidator('body', input({ field: schema as never }))(body)
  if (refusal === undefined) return body.field
  const [{ kind, path, message }] = refusal.faults
  return { code: kind.code, path, message }
}

describe('the validation of a request', () => {
  it.each([
    ['an id as a numeric string', idIn('quote'), '17', 17],
    ['the largest id', idIn('quote'), ID_MAX, ID_MAX],
    ['a UUID in upper case', uuid('A UUID'), UUID.toUpperCase(), UUID],
    ['an id where a UUID is possible', idOrUuidIn('profile', 'A profile'), '5', 5],
    ['a UUID where an id is possible', idOrUuidIn('profile', 'A profile'), UUID, UUID],
    ['an amount as a number', amountIn('An amount'), 12.5, '12.5'],
    ['an amount with zeros at its end', amountIn('An amount'), ' 12.50 ', '12.5'],
    ['a large amount in exponential notation', amountIn('An amount'), 1e21, `1${'0'.repeat(21)}`],
    ['a small amount in exponential notation', amountIn('An amount'), 1e-7, '0.0000001'],
  ])('accepts %s, and converts it to the canonical form', (_, schema, value, expected) => {
    expect(resultOf(schema, value)).toBe(expected)
  })

  it.each([
    ['an id above 2^53 - 1', idIn('quote'), '9007199254740992', 'TypeMismatch', 'an id'],
    ['a fraction as an id', idIn('quote'), 1.5, 'TypeMismatch', 'must be'],
    ['a urn:uuid', uuid('A UUID'), `urn:uuid:${UUID}`, 'Pattern', 'a valid uuid'],
    ['a text as an amount', amountIn('An amount'), 'ten', 'TypeMismatch', 'such as 12.34'],
    ['an amount that is too large', amountIn('An amount'), 1e99, 'TypeMismatch', 'at most 40'],
    ['a boolean as an amount', amountIn('An amount'), true, 'TypeMismatch', 'number or string'],
    ['a text that is too long', Type.String({ maxLength: 2 }), 'abc', 'Size', 'between 0 and 2'],
    ['a value that is not listed', { enum: ['a', 'b'] }, 'c', 'NotAllowed', 'one of: a, b'],
    ['an absent field', Type.String(), undefined, 'NotNull', 'is required'],
    [
      'a text that does not match the pattern',
      Type.String({ pattern: '^[A-Z]{3}$', description: 'A country code of three letters' }),
      'abc',
      'Pattern',
      'field must have the form of: A country code of three letters',
    ],
  ])('refuses %s and names the field', (_, schema, value, code, message) => {
    expect(resultOf(schema, value)).toEqual({
      code,
      path: 'field',
      message: expect.stringContaining(message),
    })
  })

  it.each([
    ['a text that is too long', 'abcdef', { maxLength: 3 }],
    ['a number instead of its text', 123456, {}],
    ['a text that does not match the pattern', 'abcdef', { pattern: '^x' }],
  ])('leaves the value of a secret out of the error for %s', (_, value, options) => {
    const validate = compileValidator('body', input({ field: secretText('A secret', options) }))
    const refusal = validate({ field: value })
    expect(refusal?.faults[0].path).toBe('field')
    expect(JSON.stringify(refusal?.body)).not.toContain(String(value))
  })

  it('leaves out the value of a body that is not an object', () => {
    const validate = compileValidator('body', input({ field: secretText('A secret') }))
    expect(validate('abcdef')?.body.errors[0]?.arguments).toEqual([])
  })

  it('drops undeclared fields', () => {
    const body = { known: 'a', unknown: 'b' }
    expect(compileValidator('body', input({ known: Type.String() }))(body)).toBeUndefined()
    expect(body).toEqual({ known: 'a' })
  })

  it.each([
    ['5', 5],
    ['-5', -5],
    ['05', 5],
    ['0x10', 'TypeMismatch'],
    ['1e1', 'TypeMismatch'],
    ['1.0', 'TypeMismatch'],
    [' 5', 'TypeMismatch'],
    ['+5', 'TypeMismatch'],
    ['', 'TypeMismatch'],
    ['9007199254740991', ID_MAX],
    ['9007199254740992', 'TypeMismatch'],
  ])('the text %j of an integer in a query results in %j', (text, expected) => {
    const query = { limit: text }
    const refusal = compileValidator('query', Type.Object({ limit: Type.Integer() }))(query)
    expect(refusal === undefined ? query.limit : refusal.faults[0].kind.code).toBe(expected)
  })

  it.each([
    ['true', true],
    ['false', false],
    ['TRUE', 'TypeMismatch'],
    ['1', 'TypeMismatch'],
    ['', 'TypeMismatch'],
  ])('the text %j of a boolean in a query results in %j', (text, expected) => {
    const query = { active: text }
    const refusal = compileValidator('query', Type.Object({ active: Type.Boolean() }))(query)
    expect(refusal === undefined ? query.active : refusal.faults[0].kind.code).toBe(expected)
  })

  it('refuses the text of a number in a body', () => {
    const validate = compileValidator('body', Type.Object({ limit: Type.Integer() }))
    expect(validate({ limit: '5' })?.faults[0].kind.code).toBe('TypeMismatch')
  })

  it('reports every fault with its dotted path, up to 100 faults', () => {
    const schema = input({ items: Type.Array(input({ id: idIn('quote') })) })
    const validate = compileValidator('body', schema)
    const refusal = validate({ items: Array.from({ length: 200 }, () => ({})) })
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal?.faults).toHaveLength(100)
    expect(refusal?.faults[99]?.path).toBe('items.99.id')
  })
})
