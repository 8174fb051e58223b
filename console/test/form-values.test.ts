// How the entered values of a form become a request body.

import { expect, it } from 'vitest'
import { detailsOf, type FormField } from '../src/forms/form-values.ts'

const formOf = (...keys: string[]) => [
  { name: 'a group', group: keys.map((key) => ({ key }) as FormField) },
]

it('the value of a dotted key is a field of an object; empty values and fields that left the form are not sent', () => {
  const values = {
    iban: 'FR14',
    'address.country': 'GB',
    'address.city': 'Leeds',
    bic: '',
    old: 'x',
  }
  const form = formOf('iban', 'address.country', 'address.city', 'bic')
  expect(detailsOf(form, values)).toEqual({
    iban: 'FR14',
    address: { country: 'GB', city: 'Leeds' },
  })
})

it.each(['__proto__.polluted', 'constructor.prototype.polluted'])(
  'a form field with the key %s does not change Object.prototype',
  (key) => {
    detailsOf(formOf(key), { [key]: 'yes' })
    const { polluted } = {} as { polluted?: string }
    // Otherwise a failure would change the tests that run later in this process.
    delete (Object.prototype as { polluted?: string }).polluted
    expect(polluted).toBeUndefined()
  },
)
