// Requests and replies about the sums over all balances and about hold limits.

import Type, { type Static } from 'typebox'
import { idOut } from '../kernel/ids.ts'
import { type Money, money, toWire, toWireWithCurrency } from '../kernel/money.ts'
import { amountField, amountOut, currencyCode, idIn, input, nullable } from '../kernel/wire.ts'
import type { Funds } from './sum-funds.ts'

export const FundsOut = Type.Object(
  {
    totalWorth: amountField('All open balances, at the current mid-market rates'),
    totalAvailable: amountField(
      'The money that can be spent: the STANDARD balances without the holds of card payments',
    ),
    totalCash: amountField('The money that is not invested: equal to totalWorth'),
    overdraft: Type.Object(
      {
        limit: amountField('Always zero: there is no overdraft'),
        used: amountField('Always zero: there is no overdraft'),
        available: amountField('Always zero: there is no overdraft'),
      },
      { description: 'The overdraft: the service offers no overdraft, so the amounts are zero' },
    ),
  },
  { title: 'TotalFunds' },
)

export function showFunds({ worth, available }: Funds): Static<typeof FundsOut> {
  const nothing = toWireWithCurrency(money(0n, worth.currency))
  return {
    totalWorth: toWireWithCurrency(worth),
    totalAvailable: toWireWithCurrency(available),
    totalCash: toWireWithCurrency(worth),
    overdraft: { limit: nothing, used: nothing, available: nothing },
  }
}

export const CapacityQuery = input({ currency: currencyCode('The currency of the deposit') })

export const CapacityOut = Type.Object(
  {
    hasLimit: Type.Boolean({
      description: 'Whether the country of the profile limits the total of its balances',
    }),
    depositLimit: nullable(
      Type.Object(
        {
          amount: amountOut('The amount that can still be deposited'),
          currency: currencyCode(),
        },
        { description: 'The deposit limit; null when hasLimit is false' },
      ),
    ),
  },
  { title: 'BalanceCapacity' },
)

export function showCapacity(capacity: Money | undefined): Static<typeof CapacityOut> {
  if (capacity === undefined) return { hasLimit: false, depositLimit: null }
  const { currency } = capacity
  return { hasLimit: true, depositLimit: { amount: toWire(capacity), currency } }
}

export const ExcessBody = input(
  {
    recipientId: idIn('recipient', 'The recipient of money above the limit'),
  },
  { title: 'SetExcessMoneyAccountRequest', examples: [{ recipientId: 2 }] },
)
export const ExcessOut = Type.Object(
  {
    userProfileId: idOut('profile'),
    recipientId: idOut('recipient'),
  },
  { title: 'ExcessMoneyAccount' },
)
