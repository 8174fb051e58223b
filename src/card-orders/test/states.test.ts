import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { cardOrderStates } from '../states.ts'

it('a card order only moves forward, can be cancelled until it is COMPLETED or RETURNED, and is returned only when PRODUCED', () => {
  expect(movesByState(cardOrderStates)).toEqual({
    PLACED: { fulfil: 'REQUIREMENTS_FULFILLED', cancel: 'CANCELLED' },
    REQUIREMENTS_FULFILLED: { issue: 'CARD_DETAILS_CREATED', cancel: 'CANCELLED' },
    CARD_DETAILS_CREATED: { produce: 'PRODUCED', complete: 'COMPLETED', cancel: 'CANCELLED' },
    PRODUCED: { complete: 'COMPLETED', cancel: 'CANCELLED', return: 'RETURNED' },
    COMPLETED: {},
    CANCELLED: {},
    RETURNED: {},
  })
})

it('a card order starts PLACED', () => {
  expect(cardOrderStates.initial).toBe('PLACED')
})
