// Reads new spending limits from a request, decides whether they need an approval, and stores them (D63, D66).

import type { Tx } from '../../kernel/database/db.ts'
import { type Money, parseMoney } from '../../kernel/money.ts'
import { type Fault, refuse, refuseAll } from '../../kernel/refusal.ts'
import { CardUnusable, LimitCurrency, LimitMissing, LimitNotExact } from '../errors.ts'
import { isChangeable, statusAt } from '../model.ts'
import { type CardRow, updateCard } from '../store.ts'
import {
  type Limits,
  type LimitType,
  limitTypes,
  SPENDING_LIMIT_MAX,
  thresholdOf,
} from './model.ts'

type NewLimit = {
  readonly type: LimitType
  /** Decimal text. */
  readonly amount: string
  readonly currency?: string | undefined
  /** The fields of the request with the amount and with the currency, for refusals. */
  readonly amountPath: string
  readonly currencyPath?: string
}

/** Minor units by type; null removes the limit. */
type LimitChange = Partial<Record<LimitType, bigint | null>>

/**
 * The limits of a request in minor units. Refuses with LimitMissing, or with every LimitCurrency and LimitNotExact of the
 * request.
 */
export function limitChangeOf(card: CardRow, limits: readonly NewLimit[]): LimitChange {
  if (limits.length === 0) refuse(LimitMissing)
  const parsed = limits.map((limit) => ({
    ...limit,
    money: parseMoney(limit.amount, card.currency),
  }))
  refuseAll(
    parsed.flatMap(({ amount, currency, amountPath, currencyPath, money }): Fault[] => {
      if (currency !== undefined && currency !== card.currency)
        return [{ kind: LimitCurrency, path: currencyPath, arguments: [currency] }]
      return isValidLimit(money)
        ? []
        : [{ kind: LimitNotExact, path: amountPath, arguments: [amount, card.currency] }]
    }),
  )
  return Object.fromEntries(
    parsed.flatMap(({ type, money }) => (money === undefined ? [] : [[type, money.minor]])),
  )
}

function isValidLimit(money: Money | undefined): boolean {
  if (money === undefined || money.minor < 0n) return false
  const max = parseMoney(SPENDING_LIMIT_MAX, money.currency)
  return max !== undefined && money.minor <= max.minor
}

/** Whether the change lets the card spend more, so that the holder has to approve it (D63). */
export function raisesLimit(card: Limits, change: LimitChange): boolean {
  return limitTypes.some((type) => {
    const threshold = thresholdOf(card, type)
    const to = newThreshold(card, change, type)
    return threshold !== null && (to === null || to > threshold)
  })
}

/**
 * Stores the changed limits, and returns the changed card. When the change contains only the present limits, nothing is
 * written, even for a card that is unusable. Otherwise refuses with CardUnusable.
 */
export async function changeLimits(
  tx: Tx,
  card: CardRow,
  change: LimitChange,
  now: Temporal.Instant,
): Promise<CardRow> {
  const after: CardRow = {
    ...card,
    transactionLimitMinor: newThreshold(card, change, 'TRANSACTION'),
    dailyLimitMinor: newThreshold(card, change, 'DAILY'),
    monthlyLimitMinor: newThreshold(card, change, 'MONTHLY'),
    lifetimeLimitMinor: newThreshold(card, change, 'LIFETIME'),
  }
  if (limitTypes.every((type) => isSameThreshold(card, after, type))) return card
  if (!isChangeable(card, now)) refuse(CardUnusable, { arguments: [statusAt(card, now)] })
  const stored = { ...after, version: card.version + 1, modifiedAt: now }
  await tx.write(updateCard(card, stored))
  return stored
}

const newThreshold = (card: Limits, change: LimitChange, type: LimitType) =>
  change[type] === undefined ? thresholdOf(card, type) : change[type]

const isSameThreshold = (before: Limits, after: Limits, type: LimitType) =>
  thresholdOf(before, type) === thresholdOf(after, type)
