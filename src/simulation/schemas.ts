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
      Type.Number({ minimum: 0, maximum: 1e9, description: 'by how much', examples: [1800] }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'or to when',
        examples: ['2030-01-01T00:00:00Z'],
      }),
    ),
  },
  { title: 'AdvanceSandboxClockRequest', examples: [{ seconds: 1800 }] },
)

export const ClockNow = Type.Object(
  { now: instantOut('what the sandbox clock shows') },
  { title: 'SandboxClock' },
)

export const Advanced = Type.Object(
  {
    now: instantOut('what the sandbox clock shows'),
    ran: Type.Integer({ description: 'how many due rows were acted on', examples: [3] }),
  },
  { title: 'SandboxClockAdvanced' },
)

export const SetRate = input(
  {
    source: currencyCode('currency that is sold'),
    target: currencyCode('currency that is bought', { examples: ['EUR'] }),
    rate: amountIn('units of target for one of source; ten significant digits count', {
      examples: [1.25],
    }),
  },
  { title: 'SetSandboxRateRequest' },
)

export const RateSet = Type.Object(
  {
    rate: Type.Number({ description: 'units of target for one of source', examples: [1.25] }),
    source: currencyCode(),
    target: currencyCode('ISO 4217 code', { examples: ['EUR'] }),
    time: instantOut('from when on'),
  },
  { title: 'SandboxRate' },
)

export const TopUp = input(
  {
    profileId: idIn('profile'),
    balanceId: idIn('balance'),
    currency: currencyCode('the same as the balance has'),
    amount: amountIn('what arrives'),
    channel: Type.Optional({
      ...oneOf(['TRANSFER', 'CARD'], 'how it arrives'),
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
        value: amountOut('what the balance holds now'),
        currency: currencyCode(),
      }),
      { description: 'The balance that was topped up' },
    ),
  },
  { title: 'BalanceTopUp' },
)
