import { expect, it } from 'vitest'
import { rateLimit } from '../rate-limit.ts'

it('lets a token ask so often in a second, and not once more; others are not touched', () => {
  let now = 0
  const limit = rateLimit(2, () => now)
  limit('ann')
  limit('ann')
  expect(() => limit('ann')).toThrow('rate.limit.exceeded')
  limit('ben')
  now = 1000
  limit('ann')
})
