// The messages by which the log of requests explains codes (D130).

import { expect, it } from 'vitest'
import { endpoints } from '../declarations.ts'
import { errorMessages } from '../error-messages.ts'
import { commonKindsOf } from '../openapi/replies.ts'

const messageOf = errorMessages(() => endpoints)

it('every error that an operation declares has a message, which is among the declared ones', () => {
  for (const endpoint of endpoints)
    for (const { code, path } of [...endpoint.errors, ...commonKindsOf(endpoint)]) {
      const message = messageOf(endpoint.operationId, { code, ...(path && { path }) })
      const declared = [...endpoint.errors, ...commonKindsOf(endpoint)]
        .filter((error) => error.code === code)
        .map((error) => error.message)
      expect(message?.split(' Or: ').every((reason) => declared.includes(reason))).toBe(true)
    }
})

it('of two declarations of a code, the field of the error decides; without a decision both are listed', () => {
  const find = (operation: string, code: string, path?: string) =>
    messageOf(operation, { code, ...(path && { path }) })
  expect(find('signUpUser', 'NOT_UNIQUE', 'email')).toBe("You're already a member. Please login")
  expect(find('simulateDispute', 'wrong_status')).toMatch(
    /^The dispute .* Or: The card transaction /,
  )
})

it('malformed requests of any operation have a message, and an unknown code has none', () => {
  expect(messageOf('createQuote', { code: 'NotNull', path: 'profile' })).toBe('is required')
  expect(messageOf('createQuote', { code: 'no.such-code' })).toBeUndefined()
  expect(messageOf('removedOperation', { code: 'wrong_status' })).toBeUndefined()
})
