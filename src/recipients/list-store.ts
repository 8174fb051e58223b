// Pages of a profile's recipients. Every filter has an index. However many recipients there are, a page with one filter reads
// at most `rowsMax` rows of that index for each currency that the profile has (with a filter of types: for each currency and
// type). The recipient of the profile's own balances has no currency and is in no list (D50).
//
// Each order has one statement without a filter and two statements for each filter: one for this filter only, and one for this
// filter with other filters, which are conditions on the rows that the index of the first filter finds.

import type { Reader } from '../kernel/database/db.ts'
import { type NamedStatement, namedRows, namedSql } from '../kernel/database/named-sql.ts'
import { ID_MAX, type Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { columns, type RecipientRow } from './store.ts'

/** Lists contain only recipients with a currency. */
type ListedRow = RecipientRow & { readonly currency: Currency }

export const sorts = ['id,asc', 'id,desc', 'currency,asc', 'currency,desc'] as const
export type Sort = (typeof sorts)[number]

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

/** The values of the parameters by name. A filter that the request does not have is null. */
type Values = {
  readonly profileId: Id<'profile'>
  readonly active: boolean
  readonly rowsMax: number
  readonly afterId: number
  readonly afterCurrency: string
  readonly creatorId: Id<'user'> | null
  readonly types: readonly string[] | null
  readonly currencies: readonly string[] | null
  readonly ownedByCustomer: boolean | null
}

type PageStatement = NamedStatement<ListedRow, Values>

type Order = {
  readonly orderBy: string
  /** The condition of a recipient `r` after the position. */
  readonly after: string
  /** The same condition for a recipient whose currency is `u.currency`, as a range of ids, which an index can scan. */
  readonly afterInCurrency: string
  readonly orderByInCurrency: string
  /** The position of the first page. */
  readonly start: Position
}

// In an order by currency, the page contains later ids of the position's currency, and every id of later currencies.
const orders: Readonly<Record<Sort, Order>> = {
  'id,asc': {
    orderBy: 'r.id',
    after: 'r.id > :afterId',
    afterInCurrency: 'r.id > :afterId',
    orderByInCurrency: 'r.id',
    start: beforeFirst,
  },
  'id,desc': {
    orderBy: 'r.id desc',
    after: 'r.id < :afterId',
    afterInCurrency: 'r.id < :afterId',
    orderByInCurrency: 'r.id desc',
    start: afterLast,
  },
  'currency,asc': {
    orderBy: 'r.currency, r.id',
    after: '(r.currency, r.id) > (:afterCurrency, :afterId)',
    afterInCurrency: `u.currency >= :afterCurrency
              and r.id > case u.currency when :afterCurrency then :afterId::bigint else 0 end`,
    orderByInCurrency: 'r.id',
    start: beforeFirst,
  },
  'currency,desc': {
    orderBy: 'r.currency desc, r.id desc',
    after: '(r.currency, r.id) < (:afterCurrency, :afterId)',
    afterInCurrency: `u.currency <= :afterCurrency
              and r.id < case u.currency when :afterCurrency then :afterId::bigint else ${ID_MAX} end`,
    orderByInCurrency: 'r.id desc',
    start: afterLast,
  },
}

const unfilteredPage = ({ orderBy, after }: Order) =>
  namedSql<ListedRow, Values>(`
  select ${columns} from recipients r
   where r.profile_id = :profileId and r.active = :active and r.currency is not null and ${after}
   order by ${orderBy}
   limit :rowsMax`)

/** A filter that an index serves. */
type IndexedFilter = {
  readonly name: 'creatorId' | 'types' | 'currencies' | 'ownedByCustomer'
  /** Joins the values of a filter that may have several values to the currencies `u`; empty for other filters. */
  readonly join: string
  readonly condition: string
}

// The first filter that a request has chooses the index, so the most selective ones come first.
const indexedFilters: readonly IndexedFilter[] = [
  { name: 'creatorId', join: '', condition: 'r.user_id = :creatorId' },
  {
    name: 'types',
    join: 'cross join unnest(:types::text[]) as t (type)',
    condition: 'r.type = t.type',
  },
  {
    name: 'currencies',
    join: 'join unnest(:currencies::text[]) as c (currency) on c.currency = u.currency',
    condition: 'true',
  },
  { name: 'ownedByCustomer', join: '', condition: 'r.owned_by_customer = :ownedByCustomer' },
]

const everyCondition = `
  and (:creatorId::bigint is null or r.user_id = :creatorId)
  and (:types::text[] is null or r.type = any(:types))
  and (:currencies::text[] is null or r.currency = any(:currencies))
  and (:ownedByCustomer::boolean is null or r.owned_by_customer = :ownedByCustomer)`

// The index of each filter has the currency before the id, so one index scan for each currency of the profile reads at most a
// page, and the results are merged. `used_currencies` finds each currency by one lookup: the lowest currency after the previous.
const filteredPage = (
  { join, condition }: IndexedFilter,
  otherConditions: string,
  { orderBy, afterInCurrency, orderByInCurrency }: Order,
) =>
  namedSql<ListedRow, Values>(`
  with recursive used_currencies (currency) as (
    (select currency from recipients
      where profile_id = :profileId and active = :active and currency is not null
      order by currency limit 1)
     union all
    select (select r.currency from recipients r
             where r.profile_id = :profileId and r.active = :active and r.currency > u.currency
             order by r.currency limit 1)
      from used_currencies u where u.currency is not null)
  select ${columns} from (
    select r.* from used_currencies u ${join}
     cross join lateral (
           select ${columns} from recipients r
            where r.profile_id = :profileId and r.active = :active and r.currency = u.currency
              and ${condition} and ${afterInCurrency} ${otherConditions}
            order by ${orderByInCurrency}
            limit :rowsMax) r) r
   order by ${orderBy}
   limit :rowsMax`)

type StatementBySort = Readonly<Record<Sort, PageStatement>>

const statementBySort = (statement: (order: Order) => PageStatement): StatementBySort => ({
  'id,asc': statement(orders['id,asc']),
  'id,desc': statement(orders['id,desc']),
  'currency,asc': statement(orders['currency,asc']),
  'currency,desc': statement(orders['currency,desc']),
})

const unfilteredPages = statementBySort(unfilteredPage)
const filteredPages = indexedFilters.map((filter) => ({
  name: filter.name,
  withoutOthers: statementBySort((order) => filteredPage(filter, '', order)),
  withOthers: statementBySort((order) => filteredPage(filter, everyCondition, order)),
}))

/** One page of the profile's recipients that the filter selects. */
export function findPage(db: Reader, filter: Filter, { sort, after, rowsMax }: Page) {
  const position = after ?? orders[sort].start
  const values: Values = {
    profileId: filter.profileId,
    active: filter.active,
    rowsMax,
    afterId: position.id,
    afterCurrency: position.currency,
    creatorId: filter.creatorId ?? null,
    types: filter.types ?? null,
    currencies: filter.currencies ?? null,
    ownedByCustomer: filter.ownedByCustomer ?? null,
  }
  return namedRows(db, statementsFor(values)[sort], values)
}

function statementsFor(values: Values): StatementBySort {
  const [first, ...others] = filteredPages.filter(({ name }) => values[name] !== null)
  if (first === undefined) return unfilteredPages
  return others.length === 0 ? first.withoutOthers : first.withOthers
}
