// Spending limits of a card: which amounts they allow, and the periods in which spending counts (D66).

import { dayOf } from '../../kernel/wire.ts'

export const limitTypes = ['TRANSACTION', 'DAILY', 'MONTHLY', 'LIFETIME'] as const
export type LimitType = (typeof limitTypes)[number]

/** Amounts are in minor units of the currency of the card. */
export type Limits = {
  /** Null when there is no limit. */
  readonly transactionLimit: bigint | null
  readonly dailyLimit: bigint | null
  readonly monthlyLimit: bigint | null
  readonly lifetimeLimit: bigint | null
}

export type Usage = {
  readonly dailyUsage: bigint
  readonly monthlyUsage: bigint
  readonly lifetimeUsage: bigint
}

export function thresholdOf(limits: Limits, type: LimitType): bigint | null {
  const { transactionLimit, dailyLimit, monthlyLimit, lifetimeLimit } = limits
  return {
    TRANSACTION: transactionLimit,
    DAILY: dailyLimit,
    MONTHLY: monthlyLimit,
    LIFETIME: lifetimeLimit,
  }[type]
}

export function usageOf(
  { dailyUsage, monthlyUsage, lifetimeUsage }: Usage,
  type: LimitType,
): bigint {
  return { TRANSACTION: 0n, DAILY: dailyUsage, MONTHLY: monthlyUsage, LIFETIME: lifetimeUsage }[
    type
  ]
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
