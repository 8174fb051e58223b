// Request and reply shapes of returns.

import Type from 'typebox'
import { idIn, input, uuid } from '../../kernel/wire.ts'
import { returnReasons } from '../model.ts'

const REASON_LENGTH_MAX = 100

export const OnePayment = Type.Object({
  profileId: idIn('profile'),
  paymentId: idIn('incoming-payment', 'the id of a payment that was received'),
})

// Not an enumeration, because an unknown reason is refused with another error than a malformed request (Facts 4.3).
export const ReturnPayment = input(
  {
    reason: Type.Optional(
      Type.String({
        maxLength: REASON_LENGTH_MAX,
        description: `Required for SWIFT payments: ${returnReasons.join(', ')}`,
        examples: ['CUSTOMER_REQUEST'],
      }),
    ),
  },
  { title: 'ReturnPaymentRequest' },
)

export const PaymentReturn = Type.Object(
  { id: uuid('The id of the return') },
  { title: 'PaymentReturn' },
)
