// Request and reply shapes of simulations.

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

export const OneTransfer = Type.Object({ transferId: idIn('transfer') })

export const Advance = input(
  {
    seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        description: 'The number of seconds to move the clock forward by',
        examples: [1800],
      }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The time to move the clock forward to',
        examples: ['2030-01-01T00:00:00Z'],
      }),
    ),
  },
  { title: 'AdvanceSandboxClockRequest', examples: [{ seconds: 1800 }] },
)

export const ClockNow = Type.Object(
  { now: instantOut('The time of the sandbox clock') },
  { title: 'SandboxClock' },
)

export const Advanced = Type.Object(
  {
    now: instantOut('The time of the sandbox clock'),
    ran: Type.Integer({
      description: 'The number of due rows that sweeps processed on the way',
      examples: [3],
    }),
  },
  {
    title: 'SandboxClockAdvanced',
    description: 'The sandbox clock after the move, and the number of processed rows',
  },
)

export const SetRate = input(
  {
    source: currencyCode('The currency that is sold'),
    target: currencyCode('The currency that is bought', { examples: ['EUR'] }),
    rate: amountIn('Units of target for one unit of source, with up to ten significant digits', {
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

export const ToppedUp = Type.Object(
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
