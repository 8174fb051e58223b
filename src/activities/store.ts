// Every SQL statement of the module.

import { type Reader, sql } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import type { ActivityStatus } from './model.ts'

export type Filter = {
  readonly profileId: Id<'profile'>
  /** Exclusive. */
  readonly beforeId: number
  readonly since: Temporal.Instant | undefined
  readonly until: Temporal.Instant | undefined
  readonly status: ActivityStatus | undefined
  readonly rowsMax: number
}

export type TransferRow = {
  readonly id: number
  readonly name: string
  readonly sourceMinor: bigint
  readonly sourceCurrency: Currency
  /** Null while it is not decided: unpaid after its lock (D12a). */
  readonly targetMinor: bigint | null
  readonly targetCurrency: Currency
  readonly status: ActivityStatus
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

const transfers = sql<TransferRow>(`
  select t.id, r.account_holder_name as name, t.source_amount as source_minor, t.source_currency,
         case when t.status <> 'incoming_payment_waiting' or t.rate_locked_until >= $7
              then t.target_amount end as target_minor,
         t.target_currency, a.status, t.created_at,
         coalesce(t.changed_at, t.created_at) as updated_at
    from transfers t
    join recipients r on r.profile_id = t.profile_id and r.id = t.target_account
    cross join lateral (
      select case when t.status = 'outgoing_payment_sent' then 'COMPLETED'
                  when t.status in ('cancelled', 'funds_refunded') then 'CANCELLED'
                  when t.status = 'incoming_payment_waiting' or t.cases <> '{}'
                  then 'REQUIRES_ATTENTION'
                  else 'IN_PROGRESS' end as status) a
   where t.profile_id = $1 and t.id < $2
     and ($3::timestamptz is null or t.created_at >= $3)
     and ($4::timestamptz is null or t.created_at <= $4)
     and ($5::text is null or a.status = $5)
   order by t.id desc
   limit $6`)

/** Newest first. */
export function listTransfers(
  db: Reader,
  filter: Filter,
  now: Temporal.Instant,
): Promise<TransferRow[]> {
  return db.rows(transfers, [...paramsOf(filter), now.toString()])
}

export type MovementRow = {
  readonly id: number
  readonly type: 'DEPOSIT' | 'WITHDRAWAL' | 'CONVERSION'
  readonly sourceMinor: bigint | null
  readonly sourceCurrency: Currency | null
  readonly targetMinor: bigint
  readonly targetCurrency: Currency
  /** Of the jar, where the money went into one. */
  readonly name: string | null
  readonly status: ActivityStatus
  readonly createdAt: Temporal.Instant
}

const movements = sql<MovementRow>(`
  select m.id, m.type, m.source_amount as source_minor, m.source_currency,
         m.target_amount as target_minor, m.target_currency, b.name, a.status, m.created_at
    from balance_movements m
    left join balances b on b.profile_id = m.profile_id and b.id = m.target_balance_id
    cross join lateral (
      select case m.state when 'COMPLETED' then 'COMPLETED' when 'PENDING' then 'IN_PROGRESS'
                          else 'CANCELLED' end as status) a
   where m.profile_id = $1 and m.id < $2
     and ($3::timestamptz is null or m.created_at >= $3)
     and ($4::timestamptz is null or m.created_at <= $4)
     and ($5::text is null or a.status = $5)
   order by m.id desc
   limit $6`)

/** Newest first. */
export function listMovements(db: Reader, filter: Filter): Promise<MovementRow[]> {
  return db.rows(movements, paramsOf(filter))
}

function paramsOf({ profileId, beforeId, since, until, status, rowsMax }: Filter): unknown[] {
  return [
    profileId,
    beforeId,
    since?.toString() ?? null,
    until?.toString() ?? null,
    status ?? null,
    rowsMax,
  ]
}
