// Pages of a profile's recipients. Every filter has an index. However many recipients there are, a page reads at most as many
// rows of that index for each currency as the page has. The recipient of the profile's own balances has no currency and is in
// no list (D50).

import { type Reader, type Statement, sql } from '../kernel/database/db.ts'
import { ID_MAX, type Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { columns, type RecipientRow } from './store.ts'

/** Lists contain only recipients with a currency. */
type ListedRow = RecipientRow & { readonly currency: Currency }

export type Sort = 'id,asc' | 'id,desc' | 'currency,asc' | 'currency,desc'

export type Filter = {
  readonly profileId: Id<'profile'>
  readonly creatorId?: Id<'user'> | undefined
  readonly currencies?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
  readonly ownedByCustomer?: boolean | undefined
  readonly active: boolean
}

/** The last recipient of the previous page. */
export type Position = { readonly currency: string; readonly id: number }

export type Page = {
  readonly sort: Sort
  readonly after?: Position | undefined
  readonly rowsMax: number
}

/** Before the first recipient. Every page has a position, so that one statement serves all pages. */
const beforeFirst: Position = { currency: '', id: 0 }
/** After every currency code of three letters. */
const afterLast: Position = { currency: 'ZZZZ', id: ID_MAX }

type Order = {
  readonly orderBy: string
  /** The condition of a recipient after the position. */
  readonly after: string
  /** The same condition within one currency `u`; `positionCurrency` is the parameter of the position's currency. */
  readonly afterWithin: (positionCurrency: string) => string
  /** The order within one currency. */
  readonly orderByWithin: string
  readonly start: Position
}

const orders: Readonly<Record<Sort, Order>> = {
  'id,asc': {
    orderBy: 'r.id',
    after: 'r.id > $4',
    afterWithin: () => 'r.id > $4',
    orderByWithin: 'r.id',
    start: beforeFirst,
  },
  'id,desc': {
    orderBy: 'r.id desc',
    after: 'r.id < $4',
    afterWithin: () => 'r.id < $4',
    orderByWithin: 'r.id desc',
    start: afterLast,
  },
  'currency,asc': {
    orderBy: 'r.currency, r.id',
    after: '(r.currency, r.id) > ($5, $4)',
    afterWithin: (positionCurrency) =>
      `u.currency >= ${positionCurrency} and r.id > case u.currency when ${positionCurrency} then $4::bigint else 0 end`,
    orderByWithin: 'r.id',
    start: beforeFirst,
  },
  'currency,desc': {
    orderBy: 'r.currency desc, r.id desc',
    after: '(r.currency, r.id) < ($5, $4)',
    afterWithin: (positionCurrency) =>
      `u.currency <= ${positionCurrency} and r.id < case u.currency when ${positionCurrency} then $4::bigint else ${ID_MAX} end`,
    orderByWithin: 'r.id desc',
    start: afterLast,
  },
}

const pageSql = ({ orderBy, after }: Order) =>
  sql<ListedRow>(`
  select ${columns} from recipients r
   where r.profile_id = $1 and r.active = $2 and r.currency is not null and ${after}
   order by ${orderBy}
   limit $3`)

/** A filter that an index serves. `value` in the SQL functions is the parameter with the value of the filter. */
type IndexedFilter = {
  readonly value: (filter: Filter) => unknown
  readonly join: (value: string) => string
  readonly condition: (value: string) => string
}

/** The parameters of the filter's value and the position's currency, and the conditions of other filters. */
type FilterParameters = {
  readonly value: string
  readonly positionCurrency: string
  readonly others: string
}

// The index of each filter has the currency before the id. So one index scan reads a page of each of the
// profile's few currencies, and these are merged. `used` finds the currencies by a skip scan.
const filteredPageSql = (
  { join, condition }: IndexedFilter,
  { value, positionCurrency, others }: FilterParameters,
  { orderBy, afterWithin, orderByWithin }: Order,
) =>
  sql<ListedRow>(`
  with recursive used (currency) as (
    (select currency from recipients
      where profile_id = $1 and active = $2 and currency is not null order by currency limit 1)
     union all
    select (select r.currency from recipients r
             where r.profile_id = $1 and r.active = $2 and r.currency > u.currency
             order by r.currency limit 1)
      from used u where u.currency is not null)
  select ${columns} from (
    select r.* from used u ${join(value)}
     cross join lateral (
           select ${columns} from recipients r
            where r.profile_id = $1 and r.active = $2 and r.currency = u.currency
              and ${condition(value)} and ${afterWithin(positionCurrency)} ${others}
            order by ${orderByWithin}
            limit $3) r) r
   order by ${orderBy}
   limit $3`)

const otherConditions = `
  and ($5::bigint is null or r.user_id = $5)
  and ($6::text[] is null or r.type = any($6))
  and ($7::text[] is null or r.currency = any($7))
  and ($8::boolean is null or r.owned_by_customer = $8)`

/** In the order of their parameters. The first filter with a value chooses the index, so the most selective ones come first. */
const indexedFilters: readonly IndexedFilter[] = [
  {
    value: ({ creatorId }) => creatorId,
    join: () => '',
    condition: (value) => `r.user_id = ${value}`,
  },
  {
    value: ({ types }) => types,
    join: (value) => `cross join unnest(${value}::text[]) as t (type)`,
    condition: () => 'r.type = t.type',
  },
  {
    value: ({ currencies }) => currencies,
    join: (value) => `join unnest(${value}::text[]) as c (currency) on c.currency = u.currency`,
    condition: () => 'true',
  },
  {
    value: ({ ownedByCustomer }) => ownedByCustomer,
    join: () => '',
    condition: (value) => `r.owned_by_customer = ${value}`,
  },
]

type StatementBySort = Readonly<Record<Sort, Statement<ListedRow>>>

const statementBySort = (statement: (order: Order) => Statement<ListedRow>): StatementBySort => ({
  'id,asc': statement(orders['id,asc']),
  'id,desc': statement(orders['id,desc']),
  'currency,asc': statement(orders['currency,asc']),
  'currency,desc': statement(orders['currency,desc']),
})

/** The number of the first parameter for a filter's value; the others are before it. */
const FIRST_VALUE = 5
const withoutFilter = statementBySort(pageSql)
const filteredStatements = indexedFilters.map((filter, n) => ({
  value: filter.value,
  only: statementBySort((order) =>
    filteredPageSql(filter, { value: '$5', positionCurrency: '$6', others: '' }, order),
  ),
  withOthers: statementBySort((order) =>
    filteredPageSql(
      filter,
      { value: `$${n + FIRST_VALUE}`, positionCurrency: '$9', others: otherConditions },
      order,
    ),
  ),
}))

/** One page of the profile's recipients that the filter selects. */
export function findPage(db: Reader, filter: Filter, { sort, after, rowsMax }: Page) {
  const { currency, id } = after ?? orders[sort].start
  const values = indexedFilters.map(({ value }) => value(filter) ?? null)
  const presentValues = values.filter((value) => value !== null)
  const send = (
    statements: StatementBySort,
    ...filterValues: readonly unknown[]
  ): Promise<ListedRow[]> =>
    db.rows(statements[sort], [
      ...[filter.profileId, filter.active, rowsMax, id, ...filterValues],
      ...(sort.startsWith('currency') ? [currency] : []),
    ])
  const indexed = filteredStatements.find(({ value }) => value(filter) !== undefined)
  if (indexed === undefined) return send(withoutFilter)
  return presentValues.length === 1
    ? send(indexed.only, ...presentValues)
    : send(indexed.withOthers, ...values)
}
