import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { accountDetailsOrderStates, incomingPaymentStates } from '../states.ts'

it('an order of account details changes between PENDING_USER and PENDING_TW until it is fulfilled or issued, and DONE is final', () => {
  expect(accountDetailsOrderStates.initial).toBe('PENDING_USER')
  expect(movesByState(accountDetailsOrderStates)).toEqual({
    PENDING_USER: { review: 'PENDING_TW', fulfil: 'REQUIREMENTS_FULFILLED', issue: 'DONE' },
    PENDING_TW: { sendBack: 'PENDING_USER', fulfil: 'REQUIREMENTS_FULFILLED', issue: 'DONE' },
    REQUIREMENTS_FULFILLED: { issue: 'DONE' },
    DONE: {},
  })
})

it('an incoming payment is processed, completed and refunded, in this order only', () => {
  expect(incomingPaymentStates.initial).toBe('PROCESSING')
  expect(movesByState(incomingPaymentStates)).toEqual({
    PROCESSING: { complete: 'COMPLETED' },
    COMPLETED: { refund: 'REFUNDED' },
    REFUNDED: {},
  })
})
