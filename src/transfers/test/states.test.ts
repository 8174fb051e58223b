import { expect, it } from 'vitest'
import { movesByState } from '../../../test/support/moves-by-state.ts'
import { transferStates } from '../states.ts'

it('a transfer can make exactly these moves from each status', () => {
  expect(movesByState(transferStates)).toEqual({
    incoming_payment_waiting: { fund: 'processing', cancel: 'cancelled', lapse: 'cancelled' },
    processing: { convert: 'funds_converted', cancel: 'cancelled', chargeBack: 'cancelled' },
    funds_converted: {
      send: 'outgoing_payment_sent',
      giveUp: 'funds_refunded',
      chargeBack: 'cancelled',
    },
    outgoing_payment_sent: { bounce: 'bounced_back' },
    bounced_back: { refund: 'funds_refunded' },
    funds_refunded: {},
    cancelled: {},
  })
})
