// The codes that the log keeps without their messages.

import { expect, it } from 'vitest'
import { malformedKinds } from '../../src/app/http/validation.ts'
import { meanings } from '../src/pages/requests/meanings.ts'

it('the codes of malformed requests have the meaning that the service gives them', () => {
  const kinds = Object.values(malformedKinds).map(({ code, message }) => [code, message])
  expect(meanings).toEqual(Object.fromEntries(kinds))
})
