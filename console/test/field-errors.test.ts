// The messages of refusals as forms show them.

import { InvalidRequest } from '@godwit/sdk'
import Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { compileValidator } from '../../src/app/http/validation.ts'
import { amountIn } from '../../src/kernel/wire.ts'
import { messageAt } from '../src/field-errors.ts'

const schema = Type.Object({ amount: Type.Object({ value: amountIn('The amount') }) })
const validate = compileValidator('body', schema)

/** The error that the SDK throws when the service refuses the amount. */
function errorFor(value: unknown): InvalidRequest {
  const refusal = validate({ amount: { value } }) ?? expect.fail('the service accepts the amount')
  return new InvalidRequest(new Response(null, { status: 400 }), refusal.body.errors)
}

describe('messageAt', () => {
  it.each([
    ['', 'Amount in GBP is required'],
    ['  ', 'Amount in GBP is required'],
    ['ten', 'Amount in GBP must be a number such as 1234.50, without thousands separators'],
    ['1,234.50', 'Amount in GBP must be a number such as 1234.50, without thousands separators'],
  ])('replaces the message of the service about the amount "%s"', (value, expected) => {
    expect(messageAt(errorFor(value), 'amount', 'Amount in GBP')).toBe(expected)
  })

  it('replaces the path of a field by its label, with and without `details.`', () => {
    const reasons = [
      { code: 'NOT_VALID', message: 'details.city is required', path: 'details.city' },
      { code: 'MISSING', message: 'city is too long', path: 'details.city' },
    ]
    const error = new InvalidRequest(new Response(null, { status: 422 }), reasons)
    expect(messageAt(error, 'city', 'City')).toBe('City is required City is too long')
  })

  it('returns undefined when no reason names the field', () => {
    expect(messageAt(errorFor('ten'), 'reference', 'Reference')).toBeUndefined()
  })
})
