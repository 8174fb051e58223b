// Requests that the console hides at first.

import { expect, it } from 'vitest'
import { isRead } from '../src/is-read.ts'

it('hides a successful request that only reads, but no refused request and none that writes', () => {
  expect(isRead({ onlyReads: true, status: 200 })).toBe(true)
  expect(isRead({ onlyReads: true, status: 404 })).toBe(false)
  expect(isRead({ onlyReads: false, status: 200 })).toBe(false)
})
