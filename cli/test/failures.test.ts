// The text that is printed for the errors of commands.

import { expect, it } from 'vitest'
import { CommandFailed, failureText, NotAvailable, UsageError } from '../src/failures.ts'

it.each([
  ['TypeError', TypeError],
  ['ReferenceError', ReferenceError],
  ['RangeError', RangeError],
] as const)('prints the stack of a %s, which shows a bug of the program', (_, Bug) => {
  expect(failureText(new Bug('broken'), false)).toMatch(/^godwit: \w+: broken\n +at .*failures/)
})

it.each([
  ['UsageError', UsageError],
  ['NotAvailable', NotAvailable],
  ['CommandFailed', CommandFailed],
] as const)('prints only the message of a %s', (_, Failure) => {
  expect(failureText(new Failure('Do this.'), false)).toBe('godwit: Do this.')
})
