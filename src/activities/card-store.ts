// Every SQL statement about card transactions in the activity list.

import type { TransactionState, TransactionType } from '../card-transactions/index.ts'
import { type Reader, sql } from '../kernel/database/db.ts'
import type { Currency } from '../kernel/money.ts'
import { type ActivityStatus, activityStatuses, cardTransactionStatesOf } from './model.ts'
import { type Filter, idsOfPage, paramsOf, withIdRange } from './store.ts'

export type CardRow = {
  readonly id: number
  readonly type: TransactionType
  readonly state: TransactionState
  /** The name of the merchant. */
  readonly name: string
  readonly currency: Currency
  /** The captured amount when COMPLETED, the still authorised amount when IN_PROGRESS, otherwise the requested amount. */
  readonly minor: bigint
  /** The currency of the balance that paid or received; null for declined payments and payments of zero. */
  readonly balanceCurrency: Currency | null
  /** The amount that the balance paid or received when COMPLETED, the held amount when IN_PROGRESS, otherwise null. */
  readonly balanceMinor: bigint | null
  readonly createdAt: Temporal.Instant
  readonly updatedAt: Temporal.Instant
}

const cardPage = (idQueries: string) =>
  sql<CardRow>(`
  ${withIdRange('card_transactions')}
  select found.*
    from (${idQueries}) ids
   cross join lateral (
         select t.id, t.type, t.state, t.merchant ->> 'name' as name, t.currency,
                case t.state when 'COMPLETED' then t.captured_amount
                             when 'IN_PROGRESS' then t.open_amount else t.amount end as minor,
                t.debit_currency as balance_currency,
                case t.state when 'COMPLETED' then coalesce(t.credit, t.cost)
                             when 'IN_PROGRESS' then t.held end as balance_minor,
                t.created_at, t.updated_at
           from card_transactions t
          where t.profile_id = $1 and t.id = ids.id
          limit 1) found
   order by ids.id desc
   limit $5`)

const pageOfAnyStatus = cardPage(idsOfPage('card_transactions'))

// Each state is read in the order of ids, so PostgreSQL merges the scans of several states without sorting.
const idsOfState = (state: TransactionState) =>
  idsOfPage('card_transactions', `and w.state = '${state}'`)

const pageOfStatus = new Map(
  activityStatuses.map((status) => {
    const idQueries = cardTransactionStatesOf(status).map(idsOfState)
    return [status, idQueries.length > 0 ? cardPage(idQueries.join(' union all ')) : undefined]
  }),
)

/** The card transactions that match the filter, newest first. */
export async function listCardTransactions(
  db: Reader,
  filter: Filter,
  status: ActivityStatus | undefined,
): Promise<CardRow[]> {
  const page = status === undefined ? pageOfAnyStatus : pageOfStatus.get(status)
  return page === undefined ? [] : db.rows(page, paramsOf(filter))
}
