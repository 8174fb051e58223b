// The pages of a profile's recipients. However many there are, and whatever they are filtered by, a page
// is found by walks along one index, none longer than the page.

import { type Reader, type Statement, sql } from '../kernel/database/db.ts'
import { ID_MAX, type Id } from '../kernel/ids.ts'
import { columns, type RecipientRow } from './store.ts'

export type Sort = 'id,asc' | 'id,desc' | 'currency,asc' | 'currency,desc'

export type Filter = {
  readonly profileId: Id<'profile'>
  readonly creatorId?: Id<'user'> | undefined
  readonly currencies?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
  readonly ownedByCustomer?: boolean | undefined
  readonly active: boolean
}

/** Where a page begins: behind this recipient of the page before. */
export type Position = { readonly currency: string; readonly id: number }

export type Page = {
  readonly sort: Sort
  readonly after?: Position | undefined
  readonly rowsMax: number
}

/** Before the first recipient. A position is always given, so that a page begins in the index. */
const first: Position = { currency: '', id: 0 }
/** Behind all codes of three letters. */
const last: Position = { currency: 'ZZZZ', id: ID_MAX }

type Order = {
  readonly by: string
  /** What stands behind the position. */
  readonly behind: string
  /** The same of one currency `u`, where the position's currency is the parameter `at`. */
  readonly behindIn: (at: string) => string
  readonly ids: string
  readonly start: Position
}

const orders: Readonly<Record<Sort, Order>> = {
  'id,asc': {
    by: 'r.id',
    behind: 'r.id > $4',
    behindIn: () => 'r.id > $4',
    ids: 'r.id',
    start: first,
  },
  'id,desc': {
    by: 'r.id desc',
    behind: 'r.id < $4',
    behindIn: () => 'r.id < $4',
    ids: 'r.id desc',
    start: last,
  },
  'currency,asc': {
    by: 'r.currency, r.id',
    behind: '(r.currency, r.id) > ($5, $4)',
    behindIn: (at) =>
      `u.currency >= ${at} and r.id > case u.currency when ${at} then $4::bigint else 0 end`,
    ids: 'r.id',
    start: first,
  },
  'currency,desc': {
    by: 'r.currency desc, r.id desc',
    behind: '(r.currency, r.id) < ($5, $4)',
    behindIn: (at) =>
      `u.currency <= ${at} and r.id < case u.currency when ${at} then $4::bigint else ${ID_MAX} end`,
    ids: 'r.id desc',
    start: last,
  },
}

const unled = ({ by, behind }: Order) =>
  sql<RecipientRow>(`
  select ${columns} from recipients r
   where r.profile_id = $1 and r.active = $2 and ${behind}
   order by ${by}
   limit $3`)

/** The filter whose index is walked, as SQL over the parameter that holds its value. */
type Lead = {
  readonly value: (filter: Filter) => unknown
  readonly among: (value: string) => string
  readonly is: (value: string) => string
}

/** Which parameters hold the lead's value and the position's currency, and what else is asked for. */
type Rest = { readonly value: string; readonly at: string; readonly others: string }

// The index of each filter has currencies before ids. A page of one currency is a walk; what the few
// currencies of a profile have together is merged. They are found by leaping from one to the next.
const ledBy = ({ among, is }: Lead, { value, at, others }: Rest, { by, behindIn, ids }: Order) =>
  sql<RecipientRow>(`
  with recursive used (currency) as (
    (select currency from recipients
      where profile_id = $1 and active = $2 order by currency limit 1)
     union all
    select (select r.currency from recipients r
             where r.profile_id = $1 and r.active = $2 and r.currency > u.currency
             order by r.currency limit 1)
      from used u where u.currency is not null)
  select ${columns} from (
    select r.* from used u ${among(value)}
     cross join lateral (
           select ${columns} from recipients r
            where r.profile_id = $1 and r.active = $2 and r.currency = u.currency
              and ${is(value)} and ${behindIn(at)} ${others}
            order by ${ids}
            limit $3) r) r
   order by ${by}
   limit $3`)

const others = `
  and ($5::bigint is null or r.user_id = $5)
  and ($6::text[] is null or r.type = any($6))
  and ($7::text[] is null or r.currency = any($7))
  and ($8::boolean is null or r.owned_by_customer = $8)`

/** In the order of their parameters. The first that was asked for leads: the narrowest, as a rule. */
const leads: readonly Lead[] = [
  {
    value: ({ creatorId }) => creatorId,
    among: () => '',
    is: (value) => `r.user_id = ${value}`,
  },
  {
    value: ({ types }) => types,
    among: (value) => `cross join unnest(${value}::text[]) as t (type)`,
    is: () => 'r.type = t.type',
  },
  {
    value: ({ currencies }) => currencies,
    among: (value) => `join unnest(${value}::text[]) as c (currency) on c.currency = u.currency`,
    is: () => 'true',
  },
  {
    value: ({ ownedByCustomer }) => ownedByCustomer,
    among: () => '',
    is: (value) => `r.owned_by_customer = ${value}`,
  },
]

type InAllOrders = Readonly<Record<Sort, Statement<RecipientRow>>>

const inAllOrders = (statement: (order: Order) => Statement<RecipientRow>): InAllOrders => ({
  'id,asc': statement(orders['id,asc']),
  'id,desc': statement(orders['id,desc']),
  'currency,asc': statement(orders['currency,asc']),
  'currency,desc': statement(orders['currency,desc']),
})

const FIRST_VALUE = 5
const plain = inAllOrders(unled)
const led = leads.map((lead, n) => ({
  value: lead.value,
  alone: inAllOrders((order) => ledBy(lead, { value: '$5', at: '$6', others: '' }, order)),
  withOthers: inAllOrders((order) =>
    ledBy(lead, { value: `$${n + FIRST_VALUE}`, at: '$9', others }, order),
  ),
}))

export function list(db: Reader, filter: Filter, { sort, after, rowsMax }: Page) {
  const { currency, id } = after ?? orders[sort].start
  const values = leads.map(({ value }) => value(filter) ?? null)
  const asked = values.filter((value) => value !== null)
  const send = (statements: InAllOrders, ...given: readonly unknown[]): Promise<RecipientRow[]> =>
    db.rows(statements[sort], [
      ...[filter.profileId, filter.active, rowsMax, id, ...given],
      ...(sort.startsWith('currency') ? [currency] : []),
    ])
  const lead = led.find(({ value }) => value(filter) !== undefined)
  if (lead === undefined) return send(plain)
  return asked.length === 1 ? send(lead.alone, ...asked) : send(lead.withOthers, ...values)
}
