// Every SQL statement of the module but those of lists.

import { lookup, type Reader, sql, type Tx } from '../kernel/db.ts'
import type { Id } from '../kernel/ids.ts'
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

export const columns = `profile_id, id, user_id, account_holder_name, currency, country, type, legal_type,
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
