// The messages by which the log of requests explains codes (D130).

import { expect, it } from 'vitest'
import { endpoints } from '../declarations.ts'
import { errorMessages } from '../error-messages.ts'
import { FormMalformed } from '../http/body/form.ts'
import { commonKindsOf } from '../openapi/replies.ts'

const messageOf = errorMessages(() => endpoints)

it('every error that an operation declares has a message, which is among the messages declared for its code', () => {
  for (const endpoint of endpoints)
    for (const { code, path } of [...endpoint.errors, ...commonKindsOf(endpoint)]) {
      const message = messageOf(endpoint.operationId, { code, ...(path && { path }) })
      const declared = [...endpoint.errors, ...commonKindsOf(endpoint)]
        .filter((error) => error.code === code)
        .map((error) => error.message)
      expect(message, `${endpoint.operationId} ${code}`).toBeDefined()
      expect(declared).toEqual(expect.arrayContaining(message?.split(' Or: ') ?? []))
    }
})

it('when an operation declares a code twice, the field of the error selects the message; an error without a field gets both messages', () => {
  const find = (operation: string, code: string, path?: string) =>
    messageOf(operation, { code, ...(path && { path }) })
  expect(find('signUpUser', 'NOT_UNIQUE', 'email')).toBe("You're already a member. Please login")
  expect(find('simulateDispute', 'wrong_status')).toMatch(
    /^The dispute .* Or: The state of the card transaction, its age, /,
  )
})

it.each([
  'request.body.incomplete',
  'request.body.malformed',
  'request.body.no-room',
  'request.body.too-deep',
  'request.body.too-large',
  'request.body.too-many-fields',
  'request.body.too-many-items',
  'request.body.too-many-unfinished',
  'request.content-type.unsupported',
  'request.form.malformed',
  'request.text.malformed',
  'request.timeout',
])('%s has a message for createQuote, which does not declare the code', (code) => {
  const endpoint = endpoints.find(({ operationId }) => operationId === 'createQuote')
  expect(endpoint?.errors.map((error) => error.code)).not.toContain(code)
  expect(messageOf('createQuote', { code })).toBeDefined()
})

it('request.form.malformed has the message for forms without files, and for an operation with files the message for these', () => {
  const find = (operation: string) => messageOf(operation, { code: 'request.form.malformed' })
  expect(find('uploadVerificationExplanation')).toBe(FormMalformed.message)
  expect(find('uploadVerificationDocument')).toMatch(
    /multipart\/form-data form of at most \d+ fields, each field once/,
  )
})

it('a malformed request has a message; an unknown code or operation has no message', () => {
  expect(messageOf('createQuote', { code: 'NotNull', path: 'profile' })).toBe('is required')
  expect(messageOf('createQuote', { code: 'no.such-code' })).toBeUndefined()
  expect(messageOf('removedOperation', { code: 'wrong_status' })).toBeUndefined()
})
