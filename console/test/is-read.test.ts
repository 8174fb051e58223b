// Requests that the console hides at first.

import { expect, it } from 'vitest'
import { isRead } from '../src/is-read.ts'

it('a successful request that only reads is a read; a refused or failed request and a request that writes are not', () => {
  expect(isRead({ onlyReads: true, status: 200 })).toBe(true)
  expect(isRead({ onlyReads: true, status: 404 })).toBe(false)
  expect(isRead({ onlyReads: true, status: 500 })).toBe(false)
  expect(isRead({ onlyReads: false, status: 200 })).toBe(false)
})
