import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { batchGroupStates, paymentInitiationStates } from '../states.ts'

it('a batch group is completed only from NEW, is cancelled or lapses from NEW and COMPLETED, and CANCELLED is final', () => {
  const untilCancelled = { cancel: 'MARKED_FOR_CANCELLATION', lapse: 'CANCELLED' }
  expect(movesByState(batchGroupStates)).toEqual({
    NEW: { complete: 'COMPLETED', ...untilCancelled },
    COMPLETED: untilCancelled,
    MARKED_FOR_CANCELLATION: { startCancelling: 'PROCESSING_CANCEL' },
    PROCESSING_CANCEL: { finishCancelling: 'CANCELLED' },
    CANCELLED: {},
  })
})

it('a payment initiation fails only before it is COMPLETED, and is charged back only afterwards', () => {
  expect(movesByState(paymentInitiationStates)).toEqual({
    NEW: { start: 'PROCESSING', fail: 'FAILED' },
    PROCESSING: { complete: 'COMPLETED', fail: 'FAILED' },
    COMPLETED: { chargeBack: 'CHARGED_BACK' },
    FAILED: {},
    CHARGED_BACK: {},
  })
})
