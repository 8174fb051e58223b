// Request and reply shapes of conversions.

import Type, { type Static } from 'typebox'
import { decimalNumber } from '../kernel/decimal.ts'
import { idOut } from '../kernel/ids.ts'
import { toWireWithCurrency } from '../kernel/money.ts'
import {
  amountField,
  amountIn,
  currencyCode,
  described,
  idIn,
  input,
  instantOut,
  MoneyOut,
  nullable,
  oneOf,
  toMicrosecond,
  uuid,
} from '../kernel/wire.ts'
import type { Movement } from './book-movement.ts'

export const CreateMovement = input(
  {
    quoteId: Type.Optional(
      uuid(
        'The id of a quote with payOut BALANCE. Required between different currencies; do not send it with amount.',
      ),
    ),
    amount: Type.Optional(
      input(
        { value: amountIn('The amount in units of the currency'), currency: currencyCode() },
        {
          description:
            'The amount to move between two balances of one currency; do not send it with quoteId',
        },
      ),
    ),
    sourceBalanceId: Type.Optional(
      idIn(
        'balance',
        'The balance to debit; required with amount and with targetBalanceId. With neither, the STANDARD balance in the source currency of the quote.',
      ),
    ),
    targetBalanceId: Type.Optional(
      idIn(
        'balance',
        'The balance to credit; required with amount and with sourceBalanceId. With neither, the STANDARD balance in the target currency of the quote.',
      ),
    ),
  },
  {
    title: 'CreateBalanceMovementRequest',
    examples: [{ quoteId: '0b8f4f0e-1d52-4c1b-9a55-7f6f0d9c1c11' }],
  },
)

export const ConvertInAccount = input(
  { quoteId: uuid('A quote with payOut BALANCE of the profile that owns the account') },
  {
    title: 'CreateBorderlessConversionRequest',
    examples: [{ quoteId: '0b8f4f0e-1d52-4c1b-9a55-7f6f0d9c1c11' }],
  },
)

const MovementType = oneOf(['DEPOSIT', 'WITHDRAWAL', 'CONVERSION'])

const amounts = {
  sourceAmount: amountField('The amount that was debited, including the fee'),
  targetAmount: amountField('The amount that was credited'),
}
const rate = Type.Number({
  description: 'Units of the target currency per unit of the source currency',
  examples: [1.1512],
})

export const BalanceMovement = Type.Object(
  {
    id: idOut('movement'),
    type: described(MovementType, 'Always CONVERSION'),
    state: oneOf(
      ['PENDING', 'COMPLETED', 'CANCELLED', 'REVERSED'],
      'Always COMPLETED: a movement is booked completely or not at all',
    ),
    balancesAfter: Type.Array(Type.Object({ id: idOut('balance'), ...MoneyOut.properties }), {
      description: 'Both balances after the movement, the source first',
    }),
    creationTime: instantOut('When the money moved'),
    steps: Type.Array(
      Type.Object({
        id: Type.Integer({
          description: 'The id of the movement, which is also the id of its only step',
          examples: [7],
        }),
        type: described(MovementType, 'Always CONVERSION'),
        creationTime: instantOut('When the money moved'),
        balancesAfter: Type.Array(MoneyOut, {
          description: 'The amounts on both balances after the movement, the source first',
        }),
        channelName: Type.String({
          description:
            'CONVERSION for a movement by a quote, CROSS_BALANCE for a movement by an amount',
          examples: ['CONVERSION'],
        }),
        channelReferenceId: nullable(Type.String({ description: 'Always null' })),
        tracingReferenceCode: nullable(Type.String({ description: 'Always null' })),
        ...amounts,
        fee: amountField('The fee, in the source currency; included in sourceAmount'),
        rate,
      }),
      { description: 'The steps of the movement; always one' },
    ),
    ...amounts,
    rate,
    feeAmounts: Type.Array(MoneyOut, {
      description: 'The fees, in the source currency; included in sourceAmount',
    }),
  },
  { title: 'BalanceMovement' },
)

export function showMovement(movement: Movement): Static<typeof BalanceMovement> {
  const { id, source, target, terms } = movement
  const balancesAfter = [source, target].map((balance) => ({
    id: balance.id,
    ...toWireWithCurrency({ minor: balance.availableMinor, currency: balance.currency }),
  }))
  const type = 'CONVERSION' as const
  const creationTime = toMicrosecond(movement.createdAt)
  const fee = toWireWithCurrency(terms.fee)
  const amountsAndRate = {
    sourceAmount: toWireWithCurrency(terms.source),
    targetAmount: toWireWithCurrency(terms.target),
    rate: decimalNumber(movement.rate),
  }
  const step = {
    id,
    type,
    creationTime,
    balancesAfter: balancesAfter.map(({ value, currency }) => ({ value, currency })),
    channelName: movement.channel,
    channelReferenceId: null,
    tracingReferenceCode: null,
    ...amountsAndRate,
    fee,
  }
  return {
    id,
    type,
    state: 'COMPLETED',
    balancesAfter,
    creationTime,
    steps: [step],
    ...amountsAndRate,
    feeAmounts: [fee],
  }
}
