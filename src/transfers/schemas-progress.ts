// How a transfer is getting on: its payment, its issues, its delivery.

import Type, { type Static } from 'typebox'
import { idOf } from '../kernel/ids.ts'
import { money, toWire } from '../kernel/money.ts'
import {
  amountOut,
  currencyCode,
  input,
  instantOut,
  nullable,
  oneOf,
  toMillisecond,
} from '../kernel/wire.ts'
import type { Paid } from './book-payment.ts'
import { activeCases, caseDescriptions } from './model.ts'
import type { PaymentRow } from './payment-store.ts'
import type { Payment } from './schemas.ts'
import type { TransferRow } from './store.ts'

export function showFunded({ paymentId }: Paid): Static<typeof Payment> {
  return {
    type: 'BALANCE',
    status: 'COMPLETED',
    errorCode: null,
    errorMessage: null,
    balanceTransactionId: paymentId,
  }
}

const PaymentMade = Type.Object({
  id: idOf('payment'),
  method: Type.String({ description: 'how the money came in', examples: ['BANK_TRANSFER'] }),
  pricingVariant: nullable(Type.String({ description: 'not used' })),
  amount: amountOut('what was paid, the fee included'),
  currency: currencyCode(),
  timeCreated: instantOut('when the money came'),
  timeUpdated: instantOut('the same: a payment does not change'),
})
export const Payments = Type.Array(PaymentMade)

export function showPayment(payment: PaymentRow): Static<typeof PaymentMade> {
  const { id, method, amountMinor, currency, createdAt } = payment
  return {
    id,
    method,
    pricingVariant: null,
    amount: toWire(money(amountMinor, currency)),
    currency,
    timeCreated: toMillisecond(createdAt),
    timeUpdated: toMillisecond(createdAt),
  }
}

export const Issues = Type.Array(
  Type.Object({
    type: oneOf(activeCases, 'the issue, as events name it'),
    state: oneOf(['OPENED']),
    description: Type.String({ description: 'fit to be shown to the sender' }),
  }),
)

export function showIssues({ cases }: TransferRow): Static<typeof Issues> {
  return cases.map((type) => ({
    type,
    state: 'OPENED' as const,
    description: caseDescriptions[type],
  }))
}

const ZONE_LENGTH_MAX = 64

export const DeliveryQuery = input({
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ZONE_LENGTH_MAX,
      description: 'IANA name; default: UTC',
      examples: ['Europe/London'],
    }),
  ),
})

export const DeliveryEstimate = Type.Object({
  estimatedDeliveryDate: Type.String({
    description: 'with milliseconds and the offset of the time zone',
    examples: ['2026-11-20T10:00:00.000+0000'],
  }),
  formattedEstimatedDeliveryDate: Type.String({
    description: 'in words, seen from now',
    examples: ['in 3 hours'],
  }),
})
