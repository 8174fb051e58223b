import { expect, it } from 'vitest'
import { walkExchanges } from '../../../test/support/rounding-walk.ts'

const STEPS = 1_000
const SEED = 110

it('D110: no exchange in a random walk of 1,000 steps leaves a customer with more money', () => {
  const { exchanges, findings } = walkExchanges({ seed: SEED, steps: STEPS })
  expect(findings).toEqual([])
  expect(exchanges).toBeGreaterThan(STEPS / 4)
})
