// SQL for applications and for grants: which application may act for which user.

import type { UserCaller } from '../kernel/caller.ts'
import { lookup, type Reader, sql, type Tx } from '../kernel/database/db.ts'
import { type Decimal, decimal } from '../kernel/decimal.ts'
import type { Id } from '../kernel/ids.ts'

export type ApplicationRow = {
  readonly id: Id<'application'>
  readonly clientKey: string
  readonly name: string
  readonly redirectUris: readonly string[]
  /** A fraction of the source amount, as decimal text. */
  readonly partnerPrice: string
  /** Whether the application has no secret (RFC 6749 section 2.1). */
  readonly isPublic: boolean
  /** Whether profiles that the application creates for users whom it signed up are verified from the start (D41). */
  readonly trusted: boolean
  /** Whether the application's users may need the additional customer verification (D46). */
  readonly additionalVerification: boolean
}

const applicationColumns = `
  id, client_key, name, redirect_uris, partner_price::text, secret_hash is null as is_public, trusted,
  additional_verification`

const findApplicationSql = sql<ApplicationRow>(`
  select ${applicationColumns} from applications where client_key = $1`)

export function findApplication(
  db: Reader,
  clientKey: string,
): Promise<ApplicationRow | undefined> {
  return db.row(findApplicationSql, [clientKey])
}

const findApplicationByIdSql = sql<ApplicationRow>(`
  select ${applicationColumns} from applications where id = $1`)

export function findApplicationById(
  db: Reader,
  applicationId: Id<'application'>,
): Promise<ApplicationRow | undefined> {
  return db.row(findApplicationByIdSql, [applicationId])
}

type ApplicationWithSecret = ApplicationRow & { readonly secretHash: string | null }

const findApplicationWithSecretSql = sql<ApplicationWithSecret>(`
  select ${applicationColumns}, secret_hash from applications where client_key = $1`)

export function findApplicationWithSecret(
  db: Reader,
  clientKey: string,
): Promise<ApplicationWithSecret | undefined> {
  return db.row(findApplicationWithSecretSql, [clientKey])
}

const insertApplicationSql = sql<ApplicationRow>(`
  insert into applications (client_key, name, secret_hash, redirect_uris, partner_price, trusted,
                            additional_verification, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (client_key) do nothing
  returning ${applicationColumns}`)

/** Undefined when the client key is taken. */
export function insertApplication(
  tx: Tx,
  application: Omit<ApplicationRow, 'id' | 'isPublic'> & { secretHash: string | null },
  now: Temporal.Instant,
): Promise<ApplicationRow | undefined> {
  const { clientKey, name, secretHash, redirectUris, partnerPrice } = application
  const { trusted, additionalVerification } = application
  const flags = [trusted, additionalVerification]
  const values = [clientKey, name, secretHash, redirectUris, partnerPrice, ...flags, now.toString()]
  return tx.row(insertApplicationSql, values)
}

const updateApplicationSql = sql<ApplicationRow>(`
  update applications
     set secret_hash = coalesce($2, secret_hash), redirect_uris = coalesce($3, redirect_uris),
         partner_price = coalesce($4, partner_price), trusted = coalesce($5, trusted),
         additional_verification = coalesce($6, additional_verification)
   where client_key = $1
  returning ${applicationColumns}`)

/** Leaves fields that are null unchanged. Undefined when no application has this key. */
export function updateApplication(
  tx: Tx,
  clientKey: string,
  change: {
    secretHash: string | null
    redirectUris: readonly string[] | null
    partnerPrice: string | null
    trusted: boolean | null
    additionalVerification: boolean | null
  },
): Promise<ApplicationRow | undefined> {
  const { secretHash, redirectUris, partnerPrice, trusted, additionalVerification } = change
  const flags = [trusted, additionalVerification]
  const values = [clientKey, secretHash, redirectUris, partnerPrice, ...flags]
  return tx.row(updateApplicationSql, values)
}

/** The price that an application charges on its users' quotes: a fraction of the source amount, at least zero. */
export type PartnerPrice = { readonly clientKey: string; readonly price: Decimal }

/** Undefined when no application has this id. */
export async function partnerPriceOf(
  db: Reader,
  applicationId: Id<'application'>,
): Promise<PartnerPrice | undefined> {
  const application = await findApplicationById(db, applicationId)
  return (
    application && { clientKey: application.clientKey, price: decimal(application.partnerPrice) }
  )
}

const hasLiveGrantSql = sql<{ granted: boolean }>(`
  select exists (select 1 from grants
                  where application_id = $1 and user_id = $2 and revoked_at is null) as granted`)

/** Whether the application has a live grant of the user, from sign-up or consent (D6, D119). */
export async function hasLiveGrant(
  db: Reader,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
): Promise<boolean> {
  return (await db.row(hasLiveGrantSql, [applicationId, userId]))?.granted ?? false
}

const insertGrantSql = sql<never>(`
  insert into grants as g (application_id, user_id, created_at) values ($1, $2, $3)
  on conflict (application_id, user_id) do update
     set revoked_at = null,
         created_at = case when g.revoked_at is null then g.created_at else excluded.created_at end`)

/** Grants access. Leaves a live grant unchanged; renews a revoked one as of now. */
export async function insertGrant(
  tx: Tx,
  applicationId: Id<'application'>,
  userId: Id<'user'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(insertGrantSql, [applicationId, userId, now.toString()])
}

export type GrantRow = {
  readonly applicationId: Id<'application'>
  readonly clientKey: string
  readonly name: string
  readonly createdAt: Temporal.Instant
}

const listGrantsSql = sql<GrantRow>(`
  select g.application_id, a.client_key, a.name, g.created_at
    from grants g join applications a on a.id = g.application_id
   where g.user_id = $1 and g.revoked_at is null and ($2::bigint is null or g.application_id = $2)
   order by g.application_id`)

/** The live grants of a user, ascending by application; `applicationId` limits them to one application. */
export function listGrants(
  db: Reader,
  userId: Id<'user'>,
  applicationId: Id<'application'> | null,
): Promise<GrantRow[]> {
  return db.rows(listGrantsSql, [userId, applicationId])
}

const revokeGrantsSql = sql<never>(`
  update grants set revoked_at = $3
   where user_id = $1 and application_id = any($2::bigint[]) and revoked_at is null`)

export async function revokeGrants(
  tx: Tx,
  userId: Id<'user'>,
  applicationIds: readonly Id<'application'>[],
  now: Temporal.Instant,
): Promise<void> {
  await tx.rows(revokeGrantsSql, [userId, applicationIds, now.toString()])
}

const needsAdditionalVerificationSql = lookup<{ needed: boolean }>(
  ['bigint', 'bigint'],
  `select exists (select 1 from applications a
                   where a.additional_verification
                     and a.id in ($2, (select u.application_id from users u where u.id = $1))) as needed`,
)

/** Whether the user was signed up by, or acts through, an application with additional verification (D46). */
export async function needsAdditionalVerification(
  db: Reader,
  { userId, applicationId }: Pick<UserCaller, 'userId' | 'applicationId'>,
): Promise<boolean> {
  return (await db.row(needsAdditionalVerificationSql, [userId, applicationId]))?.needed ?? false
}
