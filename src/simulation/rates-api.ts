// The endpoint that sets an exchange rate of the sandbox (D94).

import { decimalNumber } from '../kernel/decimal.ts'
import { writesOneStatement } from '../kernel/endpoint.ts'
import { toSecond } from '../kernel/wire.ts'
import { CurrencyUnknown, RateOutOfRange, SameCurrencyRate, setPairRate } from '../quotes/index.ts'
import { RateSet, SetRate } from './schemas.ts'

export const rates = writesOneStatement(
  {
    id: 'simulation.rates',
    operationId: 'setSandboxRate',
    route: 'POST /v1/simulation/rates',
    summary:
      'Set the rate between two currencies from now on. Inverse and cross rates follow from it.',
    spec: 'D94',
    access: { token: 'any' },
    sandboxOnly: true,
    body: SetRate,
    reply: RateSet,
    onRepeat: 'same',
    errors: [CurrencyUnknown, SameCurrencyRate, RateOutOfRange],
  },
  async (tx, { body, now }) => {
    const rate = decimalNumber(await setPairRate(tx, body, now))
    return { rate, source: body.source, target: body.target, time: toSecond(now) }
  },
)
