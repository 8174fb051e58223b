// Request and reply shapes of spending limits.

import Type, { type Static } from 'typebox'
import { toWire } from '../../kernel/money.ts'
import {
  amountIn,
  amountOut,
  currencyCode,
  input,
  instantOut,
  nullable,
  oneOf,
  toSecond,
} from '../../kernel/wire.ts'
import type { CardWithUsage } from '../store.ts'
import { type LimitType, limitTypes, resetOf, thresholdOf, usageOf } from './model.ts'

const spendingTypes = [
  'ATM_WITHDRAWAL',
  'ECOM_PURCHASE',
  'CHIP_WALLET_PURCHASE',
  'GENERAL',
] as const

const SpendingLimit = Type.Object(
  {
    type: oneOf(limitTypes, 'What the limit applies to: one payment, or the payments of a period'),
    usage: amountOut(
      'The amount spent in the period of the limit, in the currency of the limit; always 0 for TRANSACTION',
    ),
    threshold: amountOut('The most that can be spent'),
    currency: currencyCode('The currency of the limit'),
    expiresAt: nullable(instantOut('When the usage is reset to zero; null: never')),
  },
  { title: 'SpendingLimit' },
)

export const SpendingLimits = Type.Object(
  {
    spendings: Type.Array(
      Type.Object(
        {
          type: oneOf(spendingTypes, 'Kind of spending; limits of a card are GENERAL'),
          limits: nullable(
            Type.Array(SpendingLimit, {
              description:
                'The limits of the card; null for every type except GENERAL, and when the card has no limit',
            }),
          ),
        },
        { title: 'Spending' },
      ),
      { description: 'Each kind of spending with its limits' },
    ),
  },
  { title: 'SpendingLimits' },
)

export function showLimits(
  card: CardWithUsage,
  now: Temporal.Instant,
): Static<typeof SpendingLimits> {
  const limits = limitTypes.flatMap((type) => {
    const limit = limitOf(card, type, now)
    return limit === null ? [] : [{ type, ...limit }]
  })
  return {
    spendings: spendingTypes.map((type) => ({
      type,
      limits: type === 'GENERAL' && limits.length > 0 ? limits : null,
    })),
  }
}

function limitOf(card: CardWithUsage, type: LimitType, now: Temporal.Instant) {
  const { currency } = card
  const threshold = thresholdOf(card, type)
  if (threshold === null) return null
  const resetsAt = resetOf(type, now)
  return {
    usage: toWire({ minor: usageOf(card, type), currency }),
    threshold: toWire({ minor: threshold, currency }),
    currency,
    expiresAt: resetsAt === null ? null : toSecond(resetsAt),
  }
}

export const UpdateSpendingLimit = input(
  {
    cardLimitType: oneOf(limitTypes, 'The limit to set'),
    maxLimitAmount: amountIn(
      'The most that can be spent, in the currency of the card; 0: nothing',
      {
        examples: [2500],
      },
    ),
  },
  {
    title: 'UpdateSpendingLimitRequest',
    examples: [{ cardLimitType: 'DAILY', maxLimitAmount: 2500 }],
  },
)

const limitNames = ['transaction', 'daily', 'monthly', 'lifetime'] as const
type LimitName = (typeof limitNames)[number]
const typeOf: Readonly<Record<LimitName, LimitType>> = {
  transaction: 'TRANSACTION',
  daily: 'DAILY',
  monthly: 'MONTHLY',
  lifetime: 'LIFETIME',
}

const SpendLimit = Type.Object(
  {
    value: Type.Object(
      { amount: amountOut('The most that can be spent'), currency: currencyCode() },
      { title: 'SpendLimitValue', description: 'The limit' },
    ),
    usage: amountOut(
      'The amount spent in the period of the limit, in the currency of the limit; always 0 for transaction',
    ),
    resetAt: nullable(instantOut('When the usage is reset to zero; null: never')),
  },
  { title: 'SpendLimit' },
)

const limitFields = <S>(field: (name: LimitName) => S) =>
  Object.fromEntries(limitNames.map((name) => [name, field(name)])) as Record<LimitName, S>

export const SpendLimits = Type.Object(
  limitFields((name) =>
    nullable(
      Type.Unsafe<Static<typeof SpendLimit>>({
        ...SpendLimit,
        description: `The ${name} limit; null when this limit is not set`,
      }),
    ),
  ),
  { title: 'SpendLimits' },
)

export function showSpendLimits(
  card: CardWithUsage,
  now: Temporal.Instant,
): Static<typeof SpendLimits> {
  return limitFields((name) => {
    const limit = limitOf(card, typeOf[name], now)
    if (limit === null) return null
    const { threshold: amount, currency, usage, expiresAt: resetAt } = limit
    return { value: { amount, currency }, usage, resetAt }
  })
}

const newSpendLimit = (name: LimitName) =>
  Type.Optional(
    input(
      {
        value: input(
          {
            amount: amountIn('The most that can be spent; 0: nothing'),
            currency: Type.Optional(
              currencyCode('Must be the currency of the card, which is also the default'),
            ),
          },
          { title: 'NewSpendLimitValue', description: 'The limit' },
        ),
      },
      { title: 'NewSpendLimit', description: `The ${name} limit; absent: unchanged` },
    ),
  )

export const UpdateSpendLimits = input(limitFields(newSpendLimit), {
  title: 'UpdateSpendLimitsRequest',
  examples: [{ daily: { value: { amount: 2500, currency: 'GBP' } } }],
})

/** The limit of a request, with the path of its amount. */
export function newLimitOf({ cardLimitType, maxLimitAmount }: Static<typeof UpdateSpendingLimit>) {
  return { type: cardLimitType, amount: maxLimitAmount, amountPath: 'maxLimitAmount' }
}

/** The limits of a request, with the paths of their amounts and currencies. */
export function newLimitsOf(body: Static<typeof UpdateSpendLimits>) {
  return limitNames.flatMap((name) => {
    const value = body[name]?.value
    if (value === undefined) return []
    const path = `${name}.value`
    const paths = { amountPath: `${path}.amount`, currencyPath: `${path}.currency` }
    return [{ type: typeOf[name], ...value, ...paths }]
  })
}
