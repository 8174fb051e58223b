// Every SQL statement that looks back at what happened on balances.

import { type Reader, sql } from '../kernel/db.ts'
import { type Id, TOGETHER_MAX } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'

/** One change of a balance. */
export type StepRow = {
  readonly step: number
  /** Positive for a credit. */
  readonly deltaMinor: bigint
  readonly balanceMinor: bigint
  readonly reference: string
  readonly occurredAt: Temporal.Instant
  /** It takes away what the step before it, of the same journal, has brought: a debt was settled. */
  readonly settles: boolean
}

// Found by their time, told in their order: a balance with a long history is not walked to the interval.
const between = sql<StepRow>(`
  select s.step, s.delta as delta_minor, s.balance as balance_minor, s.reference, s.occurred_at,
         s.delta < 0 and coalesce(b.delta > 0 and b.reference = s.reference
                                  and b.occurred_at = s.occurred_at, false) as settles
    from (select step, delta, balance, reference, occurred_at from balance_steps
           where profile_id = $1 and balance_id = $2 and occurred_at between $3 and $4
           order by occurred_at desc limit $5) s
    left join balance_steps b on b.profile_id = $1 and b.balance_id = $2 and b.step = s.step - 1
   order by s.step desc`)

export type StepsAsked = {
  readonly profileId: Id<'profile'>
  readonly balanceId: Id<'balance'>
  /** Both inclusive. */
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
  readonly rowsMax: number
}

/** Newest first; of more than `rowsMax` the last in time. */
export function listSteps(db: Reader, asked: StepsAsked): Promise<StepRow[]> {
  const { profileId, balanceId, from, to, rowsMax } = asked
  return db.rows(between, [profileId, balanceId, from.toString(), to.toString(), rowsMax])
}

// The last step in time is found first; one that was under way with it may stand behind it.
const lastBy = sql<{ balanceMinor: bigint }>(`
  with late as materialized (
    select step from balance_steps
     where profile_id = $1 and balance_id = $2 and occurred_at <= $3
     order by occurred_at desc limit 1)
  select balance as balance_minor from balance_steps
   where profile_id = $1 and balance_id = $2 and occurred_at <= $3
     and step between (select step from late) and (select step from late) + ${TOGETHER_MAX}
   order by step desc
   limit 1`)

/** What the balance held at that moment, in minor units. */
export async function findHeldAt(
  db: Reader,
  profileId: Id<'profile'>,
  balanceId: Id<'balance'>,
  at: Temporal.Instant,
): Promise<bigint> {
  return (await db.row(lastBy, [profileId, balanceId, at.toString()]))?.balanceMinor ?? 0n
}

export type MovementRow = {
  readonly id: Id<'movement'>
  readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'CONVERSION'
  readonly sourceBalanceId: Id<'balance'> | null
  readonly targetBalanceId: Id<'balance'> | null
  readonly sourceCurrency: Currency | null
  readonly sourceMinor: bigint | null
  readonly targetCurrency: Currency | null
  readonly targetMinor: bigint | null
  readonly feeMinor: bigint | null
  /** Decimal text: units of the target currency per unit of the source currency. */
  readonly rate: string | null
  readonly channel: string
}

const movementsById = sql<MovementRow>(`
  select id, type, source_balance_id, target_balance_id, source_currency,
         source_amount as source_minor, target_currency, target_amount as target_minor,
         fee as fee_minor, rate::text as rate, channel
    from balance_movements where profile_id = $1 and id = any($2::bigint[])`)

/** Those of the profile's movements that `ids` name. */
export function findMovements(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<MovementRow[]> {
  return db.rows(movementsById, [profileId, ids])
}
