// Request and reply shapes of simulated transfers, rates and top-ups.

import Type from 'typebox'
import { idOut } from '../kernel/ids.ts'
import {
  amountIn,
  amountOut,
  currencyCode,
  idIn,
  input,
  instantOut,
  oneOf,
} from '../kernel/wire.ts'

/** The names, and the names in lower case: clients send statuses in either case. */
export const inEitherCase = <N extends string>(
  names: readonly N[],
): readonly (N | Lowercase<N>)[] => [
  ...names,
  ...names.map((name) => name.toLowerCase() as Lowercase<N>),
]

export const TransferParams = Type.Object({ transferId: idIn('transfer') })

export const SetRate = input(
  {
    source: currencyCode('The currency that is sold'),
    target: currencyCode('The currency that is bought', { examples: ['EUR'] }),
    rate: amountIn('Units of target for one unit of source; replies show ten significant digits', {
      examples: [1.25],
    }),
  },
  { title: 'SetSandboxRateRequest' },
)

export const RateSet = Type.Object(
  {
    rate: Type.Number({ description: 'Units of target for one unit of source', examples: [1.25] }),
    source: currencyCode(),
    target: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
    time: instantOut('The time from which the rate applies'),
  },
  { title: 'SandboxRate' },
)

export const TopUp = input(
  {
    profileId: idIn('profile'),
    balanceId: idIn('balance'),
    currency: currencyCode('The currency of the balance'),
    amount: amountIn('The amount that arrives'),
    channel: Type.Optional({
      ...oneOf(['TRANSFER', 'CARD'], 'How the money arrives'),
      default: 'CARD' as const,
    }),
  },
  { title: 'BalanceTopUpRequest' },
)

export const TopUpReply = Type.Object(
  {
    transactionId: idOut('movement'),
    state: Type.Literal('COMPLETED', { description: 'Always COMPLETED' }),
    balancesAfter: Type.Array(
      Type.Object({
        id: idOut('balance'),
        value: amountOut('The amount on the balance after the top-up'),
        currency: currencyCode(),
      }),
      { description: 'The balance that was topped up' },
    ),
  },
  { title: 'BalanceTopUp' },
)
