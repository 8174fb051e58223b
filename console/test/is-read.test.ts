// Requests that the console hides at first, and that do not make it load its data again.

import { expect, it } from 'vitest'
import { endpoints } from '../../src/app/declarations.ts'
import { isRead, isReadOperation } from '../src/is-read.ts'

it('the operations that only read are those whose endpoints declare that they change nothing', () => {
  const wrong = endpoints.filter(
    ({ operationId, effect }) => isReadOperation(operationId) !== (effect === 'reads'),
  )
  expect(wrong.map(({ operationId }) => operationId)).toEqual([])
})

it('a refused request is not hidden', () => {
  expect(isRead({ operation: 'getTransfer', status: 200 })).toBe(true)
  expect(isRead({ operation: 'getTransfer', status: 404 })).toBe(false)
  expect(isRead({ operation: 'createTransfer', status: 200 })).toBe(false)
})
