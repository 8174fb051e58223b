// What is printed for the errors of commands.

import { expect, it } from 'vitest'
import { CommandFailed, failureText, NotAvailable, UsageError } from '../src/failures.ts'

it.each([TypeError, ReferenceError, RangeError])(
  'prints the stack of a %o, which shows a bug of the program',
  (Bug) => {
    expect(failureText(new Bug('broken'), false)).toMatch(/^godwit: \w+: broken\n +at .*failures/)
  },
)

it.each([UsageError, NotAvailable, CommandFailed])('prints only the message of a %o', (Failure) => {
  expect(failureText(new Failure('Do this.'), false)).toBe('godwit: Do this.')
})
