import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { cardTransactionStates } from '../states.ts'

it('a card transaction leaves IN_PROGRESS once; after that, only a CANCELLED transaction can be captured', () => {
  expect(movesByState(cardTransactionStates)).toEqual({
    IN_PROGRESS: {
      decline: 'DECLINED',
      capture: 'COMPLETED',
      reverse: 'CANCELLED',
      lapse: 'CANCELLED',
    },
    COMPLETED: {},
    CANCELLED: { captureLate: 'COMPLETED' },
    DECLINED: {},
  })
})
