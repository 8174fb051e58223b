// The endpoint that adds money to a balance.

import { BalanceNotFound, topUp, topUpErrors } from '../balances/index.ts'
import { profileIds } from '../kernel/caller.ts'
import { writes } from '../kernel/endpoint.ts'
import { money, toWireWithCurrency } from '../kernel/money.ts'
import { refuse } from '../kernel/refusal.ts'
import { TopUp, TopUpReply } from './schemas.ts'

export const topUpBalance = writes(
  {
    id: 'simulation.balance-topup',
    operationId: 'simulateBalanceTopUp',
    route: 'POST /v1/simulation/balance/topup',
    summary: 'Credit money to a balance.',
    spec: 'A 4.5, Facts 9.5',
    access: { token: 'user' },
    sandboxOnly: true,
    body: TopUp,
    reply: TopUpReply,
    idempotencyKey: 'accepted',
    onRepeat: 'another',
    errors: [...topUpErrors],
  },
  async (tx, { body, caller, now }) => {
    if (!profileIds(caller).includes(body.profileId)) refuse(BalanceNotFound)
    const { movementId, balance } = await topUp(tx, {
      ...body,
      channel: body.channel ?? 'CARD',
      now,
    })
    const { id, currency, availableMinor } = balance
    return {
      transactionId: movementId,
      state: 'COMPLETED' as const,
      balancesAfter: [{ id, ...toWireWithCurrency(money(availableMinor, currency)) }],
    }
  },
)
