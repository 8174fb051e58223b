// Spending limits of a card: which amounts they allow, and the periods in which spending counts (D66).

import { dayOf } from '../../kernel/wire.ts'

/** The greatest limit of a card, in units of the currency of the card, not in minor units (D66, D76a). */
export const SPENDING_LIMIT_MAX = '1000000000'

export const limitTypes = ['TRANSACTION', 'DAILY', 'MONTHLY', 'LIFETIME'] as const
export type LimitType = (typeof limitTypes)[number]

/** Amounts are in minor units of the currency of the card; null when the card has no limit of this type. */
export type Limits = {
  readonly transactionLimitMinor: bigint | null
  readonly dailyLimitMinor: bigint | null
  readonly monthlyLimitMinor: bigint | null
  readonly lifetimeLimitMinor: bigint | null
}

/** In minor units of the currency of the card. */
export type Usage = {
  readonly dailyUsageMinor: bigint
  readonly monthlyUsageMinor: bigint
  readonly lifetimeUsageMinor: bigint
}

/** In minor units; null when there is no limit of this type. */
export function thresholdOf(limits: Limits, type: LimitType): bigint | null {
  const { transactionLimitMinor, dailyLimitMinor, monthlyLimitMinor, lifetimeLimitMinor } = limits
  return {
    TRANSACTION: transactionLimitMinor,
    DAILY: dailyLimitMinor,
    MONTHLY: monthlyLimitMinor,
    LIFETIME: lifetimeLimitMinor,
  }[type]
}

/** In minor units; zero for TRANSACTION, because a transaction does not count in the limit of the next one. */
export function usageOf(
  { dailyUsageMinor, monthlyUsageMinor, lifetimeUsageMinor }: Usage,
  type: LimitType,
): bigint {
  return {
    TRANSACTION: 0n,
    DAILY: dailyUsageMinor,
    MONTHLY: monthlyUsageMinor,
    LIFETIME: lifetimeUsageMinor,
  }[type]
}

/** The first limit that the amount would exceed on top of the usage so far; undefined when it exceeds no limit. */
export function exceededLimit(card: Limits & Usage, amountMinor: bigint): LimitType | undefined {
  return limitTypes.find((type) => {
    const threshold = thresholdOf(card, type)
    return threshold !== null && usageOf(card, type) + amountMinor > threshold
  })
}

/** When the usage that counts towards a limit resets to zero; null for a limit that never resets. */
export function resetOf(type: LimitType, now: Temporal.Instant): Temporal.Instant | null {
  const day = dayOf(now)
  if (type === 'DAILY') return day.add({ days: 1 }).toZonedDateTime('UTC').toInstant()
  if (type !== 'MONTHLY') return null
  return day.with({ day: 1 }).add({ months: 1 }).toZonedDateTime('UTC').toInstant()
}
