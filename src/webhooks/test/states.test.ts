import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { deliveryStates } from '../states.ts'

it('a delivery can make exactly these moves from each state', () => {
  const pending = { deliver: 'DELIVERED', retry: 'RETRYING', exhaust: 'FAILED', stop: 'STOPPED' }
  const redelivery = { redeliver: 'RETRYING' }
  expect(movesByState(deliveryStates)).toEqual({
    QUEUED: pending,
    RETRYING: { ...pending, ...redelivery },
    DELIVERED: redelivery,
    FAILED: redelivery,
    STOPPED: {},
  })
})
