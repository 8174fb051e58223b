import { expect, it } from 'vitest'
import { walkExchanges } from '../../../test/support/rounding-walk.ts'

const STEPS = 1_000
const SEED = 110

it('D110: none of 1,000 random exchanges at random rates leaves a customer with more money', () => {
  const { exchanges, findings } = walkExchanges({ seed: SEED, steps: STEPS })
  expect(findings).toEqual([])
  expect(exchanges).toBeGreaterThan(STEPS / 4)
})
