// Every SQL statement of the module, except those of lists (list-store.ts).

import type { LegalType } from '../corridors/index.ts'
import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { INSERT_EVERY_ROW, rowType, writeStep } from '../kernel/database/write-step.ts'
import type { Id } from '../kernel/ids.ts'
import type { Currency } from '../kernel/money.ts'
import { RecipientInactive } from './errors.ts'

/** The value of each form key: text, or an object for dotted keys (`address.country`). */
export type Details = { readonly [key: string]: string | Readonly<Record<string, string>> }

export type RecipientRow = {
  readonly profileId: Id<'profile'>
  readonly id: Id<'recipient'>
  /** The user who added the recipient. */
  readonly userId: Id<'user'>
  readonly accountHolderName: string
  /** Null for the type `balance`, which is paid in every currency that balances can be held in. */
  readonly currency: Currency | null
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly type: string
  readonly legalType: LegalType | null
  readonly details: Details
  /** 64 hexadecimal digits: `hashOf`, or the SHA-256 of the type for the type `balance`. */
  readonly hash: string
  readonly ownedByCustomer: boolean
  readonly refund: boolean
  readonly active: boolean
  readonly createdAt: Temporal.Instant
}

export type NewRecipient = Omit<RecipientRow, 'id' | 'active' | 'currency'> & {
  readonly currency: Currency
}

/** The type of the recipient that stands for the balances of its profile (D50). A client cannot create a recipient of this type. */
export const BALANCE_TYPE = 'balance'

export const columns = `r.profile_id, r.id, r.user_id, r.account_holder_name, r.currency, r.country, r.type,
  r.legal_type, r.details, r.hash, r.owned_by_customer, r.refund, r.active, r.created_at`

const findRecipientSql = lookup<RecipientRow>(
  ['bigint[]', 'bigint'],
  `select ${columns} from recipients r where profile_id = any($1) and id = $2`,
)

/** A recipient of one of the profiles, active or not; undefined for any other id. */
export function findRecipient(
  db: Reader,
  profileIds: readonly Id<'profile'>[],
  recipientId: Id<'recipient'>,
): Promise<RecipientRow | undefined> {
  return db.row(findRecipientSql, [profileIds, recipientId])
}

const findRecipientsSql = sql<RecipientRow>(`
  select ${columns} from recipients r where profile_id = $1 and id = any($2::bigint[]) order by id`)

/** The profile's recipients with these ids, active or not, ascending. */
export function findRecipients(
  db: Reader,
  profileId: Id<'profile'>,
  ids: readonly number[],
): Promise<RecipientRow[]> {
  return db.rows(findRecipientsSql, [profileId, ids])
}

const findSameSql = sql<RecipientRow>(`
  select ${columns} from recipients r where profile_id = $1 and hash = any($2::text[]) and active
   order by id limit 1`)

/** The profile's oldest active recipient with one of the hashes. */
export function findSameRecipient(
  db: Reader,
  profileId: Id<'profile'>,
  hashes: readonly string[],
): Promise<RecipientRow | undefined> {
  return db.row(findSameSql, [profileId, hashes])
}

const insertRecipientStep = writeStep({
  name: 'inserted',
  input: {
    profileId: 'bigint',
    userId: 'bigint',
    accountHolderName: 'text',
    currency: 'text',
    country: 'text',
    type: 'text',
    legalType: 'text',
    details: 'jsonb',
    hash: 'text',
    ownedByCustomer: 'boolean',
    refund: 'boolean',
    createdAt: 'timestamptz',
  },
  tenant: 'profileId',
  sql: ({ input }) => `inserted as (
    merge into recipients r using ${input} ${INSERT_EVERY_ROW}
          (profile_id, user_id, account_holder_name, currency, country, type, legal_type, details,
           hash, owned_by_customer, refund, created_at)
   values (input.profile_id, input.user_id, input.account_holder_name, input.currency,
           input.country, input.type, input.legal_type, input.details, input.hash,
           input.owned_by_customer, input.refund, input.created_at)
    returning input.request_index, ${columns})`,
  constraints: { recipients_unique: 'retry' },
  returns: rowType<RecipientRow>(),
})

/** When another request has just added the same recipient, the use case is retried and finds that recipient. */
export async function insertRecipient(tx: Tx, recipient: NewRecipient): Promise<RecipientRow> {
  const [row] = await tx.write(insertRecipientStep(recipient))
  if (row === undefined) throw new Error('an insert returned no row')
  return row
}

const setInactiveStep = writeStep({
  name: 'deactivated',
  input: { profileId: 'bigint', id: 'bigint' },
  tenant: 'profileId',
  sql: ({ input }) => `deactivated as (
    update recipients r set active = false
      from ${input}
     where r.profile_id = input.profile_id and r.id = input.id and r.active
    returning input.request_index, ${columns})`,
  onGuardFailed: RecipientInactive,
  returns: rowType<RecipientRow>(),
})

/** Deactivates the recipient. Refuses with RecipientInactive a recipient that is already inactive. */
export async function setInactive(
  tx: Tx,
  profileId: Id<'profile'>,
  recipientId: Id<'recipient'>,
): Promise<RecipientRow> {
  const [row] = await tx.write(setInactiveStep({ profileId, id: recipientId }))
  if (row === undefined) throw new Error('a guarded update returned no row')
  return row
}

/**
 * A common table expression that inserts the recipient of the balances of each profile in `from`, unless it exists.
 * Rows of `from` have profile_id, user_id, holder_name, legal_type and created_at. The expression has profile_id, id and
 * created_at of the recipients that it has inserted.
 */
export const balanceRecipients = (name: string, from: string) => `
  ${name} as (
    insert into recipients
      (profile_id, user_id, account_holder_name, type, legal_type, details, hash, owned_by_customer,
       refund, created_at)
    select distinct on (n.profile_id)
           n.profile_id, n.user_id, n.holder_name, '${BALANCE_TYPE}', n.legal_type, '{}'::jsonb,
           encode(sha256('${BALANCE_TYPE}'), 'hex'), true, false, n.created_at
      from ${from} n
     where not exists (select from recipients r
                        where r.profile_id = n.profile_id and r.active and r.type = '${BALANCE_TYPE}')
     order by n.profile_id
    on conflict (profile_id, hash) where active do nothing
    returning profile_id, id, created_at)`
