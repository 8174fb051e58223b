// Every SQL statement of the module.

import { lookup, type Reader, type Statement, sql, type Tx } from '../kernel/db.ts'
import { ID_MAX, type Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { part } from '../kernel/part.ts'
import { RecipientInactive } from './errors.ts'

export type LegalType = 'PRIVATE' | 'BUSINESS'

/** What a form key holds: text, or the keys below a dotted one (`address.country`). */
export type Details = { readonly [key: string]: string | Readonly<Record<string, string>> }

export type RecipientRow = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'recipient'>
  /** Who added it. */
  readonly userId: Id<'user'>
  readonly accountHolderName: string
  readonly currency: Currency
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly type: string
  readonly legalType: LegalType | null
  readonly details: Details
  /** 64 hexadecimal digits, the same as long as name, currency, type and details are. */
  readonly hash: string
  readonly ownedByCustomer: boolean
  readonly refund: boolean
  readonly active: boolean
  readonly createdAt: Temporal.Instant
}

export type NewRecipient = Omit<RecipientRow, 'id' | 'active'>

const columns = `profile_id, id, user_id, account_holder_name, currency, country, type, legal_type,
  details, hash, owned_by_customer, refund, active, created_at`

const byId = lookup<RecipientRow>(
  ['bigint[]', 'bigint'],
  `select ${columns} from recipients where profile_id = any($1) and id = $2`,
)

/** One of the profiles' recipients, active or not; undefined when none of them has it. */
export function findRecipient(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  recipientId: Id<'recipient'>,
): Promise<RecipientRow | undefined> {
  return db.row(byId, [profileIds, recipientId])
}

const byIds = sql<RecipientRow>(`
  select ${columns} from recipients where profile_id = $1 and id = any($2::bigint[]) order by id`)

/** Those of the profile's recipients that `ids` name, active or not, ascending. */
export function findRecipients(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<RecipientRow[]> {
  return db.rows(byIds, [profileId, ids])
}

const byHash = sql<RecipientRow>(`
  select ${columns} from recipients where profile_id = $1 and hash = $2 and active`)

export function findSame(
  db: Reader,
  profileId: Id<'profile'>,
  hash: string,
): Promise<RecipientRow | undefined> {
  return db.row(byHash, [profileId, hash])
}

const inserted = part<RecipientRow>({
  name: 'inserted',
  text: `inserted as (
    insert into recipients (profile_id, user_id, account_holder_name, currency, country, type,
                            legal_type, details, hash, owned_by_customer, refund, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    returning ${columns})`,
  constraints: { recipients_same: 'run again' },
})

/** Meets the same recipient, added a moment ago by another request: the use case is run again. */
export async function insert(tx: Tx, recipient: NewRecipient): Promise<RecipientRow> {
  const [row] = await tx.write(
    inserted([
      recipient.profileId,
      recipient.userId,
      recipient.accountHolderName,
      recipient.currency,
      recipient.country,
      recipient.type,
      recipient.legalType,
      JSON.stringify(recipient.details),
      recipient.hash,
      recipient.ownedByCustomer,
      recipient.refund,
      recipient.createdAt.toString(),
    ]),
  )
  if (row === undefined) throw new Error('an insert answered no row')
  return row
}

const deactivated = part<RecipientRow>({
  name: 'deactivated',
  text: `deactivated as (
    update recipients set active = false where profile_id = $1 and id = $2 and active
    returning ${columns})`,
  guard: { lost: RecipientInactive },
})

/** Refuses with RecipientInactive when it is not active, or no longer. */
export async function setInactive(
  tx: Tx,
  profileId: Id<'profile'>,
  recipientId: Id<'recipient'>,
): Promise<RecipientRow> {
  const [row] = await tx.write(deactivated([profileId, recipientId]))
  if (row === undefined) throw new Error('a guarded update answered no row')
  return row
}

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

type PagePlan = {
  readonly statement: Statement<RecipientRow>
  /** Before the first recipient. A position is always given, so that a page is one walk on an index. */
  readonly start: Position
  readonly params: (after: Position) => readonly unknown[]
}

const ordered = (order: string, after: string) =>
  sql<RecipientRow>(`
  select ${columns} from recipients
   where profile_id = $1 and active = $2
     and ($3::bigint is null or user_id = $3)
     and ($4::text[] is null or currency = any($4))
     and ($5::text[] is null or type = any($5))
     and ($6::boolean is null or owned_by_customer = $6)
     and ${after}
   order by ${order}
   limit $7`)

const first: Position = { currency: '', id: 0 }
/** Behind all codes of three letters. */
const last: Position = { currency: 'ZZZZ', id: ID_MAX }
const idOnly = ({ id }: Position) => [id]
const both = ({ currency, id }: Position) => [currency, id]

const plans: Readonly<Record<Sort, PagePlan>> = {
  'id,asc': { statement: ordered('id', 'id > $8'), start: first, params: idOnly },
  'id,desc': { statement: ordered('id desc', 'id < $8'), start: last, params: idOnly },
  'currency,asc': {
    statement: ordered('currency, id', '(currency, id) > ($8, $9)'),
    start: first,
    params: both,
  },
  'currency,desc': {
    statement: ordered('currency desc, id desc', '(currency, id) < ($8, $9)'),
    start: last,
    params: both,
  },
}

export function list(db: Reader, filter: Filter, page: Page): Promise<RecipientRow[]> {
  const { statement, start, params } = plans[page.sort]
  return db.rows(statement, [
    filter.profileId,
    filter.active,
    filter.creatorId ?? null,
    filter.currencies ?? null,
    filter.types ?? null,
    filter.ownedByCustomer ?? null,
    page.rowsMax,
    ...params(page.after ?? start),
  ])
}
