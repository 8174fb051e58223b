// Request and reply shapes of simulations.

import Type from 'typebox'
import { idOf } from '../kernel/ids.ts'
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
        description: 'number of seconds to move by',
        examples: [1800],
      }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'time to move to',
        examples: ['2030-01-01T00:00:00Z'],
      }),
    ),
  },
  { title: 'AdvanceSandboxClockRequest', examples: [{ seconds: 1800 }] },
)

export const ClockNow = Type.Object(
  { now: instantOut('the time of the sandbox clock') },
  { title: 'SandboxClock' },
)

export const Advanced = Type.Object(
  {
    now: instantOut('the time of the sandbox clock'),
    ran: Type.Integer({
      description: 'number of due rows that jobs processed on the way',
      examples: [3],
    }),
  },
  { title: 'SandboxClockAdvanced' },
)

export const SetRate = input(
  {
    source: currencyCode('the currency that is sold'),
    target: currencyCode('the currency that is bought', { examples: ['EUR'] }),
    rate: amountIn('units of target for one unit of source, with up to ten significant digits', {
      examples: [1.25],
    }),
  },
  { title: 'SetSandboxRateRequest' },
)

export const RateSet = Type.Object(
  {
    rate: Type.Number({ description: 'units of target for one unit of source', examples: [1.25] }),
    source: currencyCode(),
    target: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
    time: instantOut('the time from which the rate applies'),
  },
  { title: 'SandboxRate' },
)

export const TopUp = input(
  {
    profileId: idIn('profile'),
    balanceId: idIn('balance'),
    currency: currencyCode('the currency of the balance'),
    amount: amountIn('the amount that arrives'),
    channel: Type.Optional({
      ...oneOf(['TRANSFER', 'CARD'], 'how the money arrives'),
      default: 'CARD' as const,
    }),
  },
  { title: 'BalanceTopUpRequest' },
)

export const ToppedUp = Type.Object(
  {
    transactionId: idOf('movement'),
    state: Type.Literal('COMPLETED', { description: 'Always COMPLETED' }),
    balancesAfter: Type.Array(
      Type.Object({
        id: idOf('balance'),
        value: amountOut('the amount on the balance after the top-up'),
        currency: currencyCode(),
      }),
      { description: 'The balance that was topped up' },
    ),
  },
  { title: 'BalanceTopUp' },
)
