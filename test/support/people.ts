// Test users with a personal and a business profile and a token, and test applications with a token.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Id } from '../../src/kernel/ids.ts'
import { hashSecret } from '../../src/users/index.ts'
import type { Call, Reply } from './service.ts'

export type Person = {
  readonly userId: Id<'user'>
  readonly token: string
  readonly personal: Id<'profile'>
  readonly business: Id<'profile'>
  /** Calls the service with this user's token. */
  call(route: string, request?: Omit<Call, 'token'>): Promise<Reply>
}

/** The database and the clock with which people and applications are created. */
type Bootstrap = { readonly pool: pg.Pool; readonly now: () => Temporal.Instant }

let createdPeople = 0

export type NewPerson = {
  /** Whether both profiles are verified; true by default. */
  verified?: boolean
  /** The application that the user belongs to, and has granted access. The token is then an access token of the application. */
  applicationId?: Id<'application'>
}

/** Creates a user with a token and both profiles by SQL, so that tests of lower modules do not depend on higher ones. */
export async function createPerson(
  { pool, now }: Bootstrap,
  call: (route: string, request: Call) => Promise<Reply>,
  { verified = true, applicationId }: NewPerson = {},
): Promise<Person> {
  const at = now().toString()
  const name = `person${++createdPeople}-${randomUUID().slice(0, 8)}`
  const userId = await insertReturningId<Id<'user'>>(
    pool,
    `insert into users (email, application_id, created_at) values ($1, $2, $3) returning id`,
    [`${name}@example.com`, applicationId ?? null, at],
  )
  if (applicationId !== undefined)
    await pool.query(
      'insert into grants (application_id, user_id, created_at) values ($1, $2, $3)',
      [applicationId, userId, at],
    )
  const token = randomUUID()
  await pool.query(
    `insert into tokens (kind, hash, user_id, application_id, created_at)
     values ($1, $2, $3, $4, $5)`,
    [applicationId ? 'access' : 'personal', hashSecret(token), userId, applicationId ?? null, at],
  )
  const createProfile = async (type: 'PERSONAL' | 'BUSINESS', details: object) => {
    const id = await insertReturningId<Id<'profile'>>(
      pool,
      `insert into profiles (public_id, user_id, type, details, verified, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $6) returning id`,
      [randomUUID(), userId, type, JSON.stringify(details), verified, at],
    )
    await pool.query(`insert into profile_owners (profile_id, user_id, type) values ($1, $2, $3)`, [
      id,
      userId,
      type,
    ])
    return id
  }
  const personal = await createProfile('PERSONAL', {
    firstName: 'Ann',
    lastName: 'Sample',
    dateOfBirth: '1990-01-31',
    phoneNumber: '+447700900123',
  })
  const business = await createProfile('BUSINESS', {
    name: 'Sample Ltd',
    registrationNumber: '12345678',
    companyType: 'LIMITED',
    companyRole: 'OWNER',
    businessCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
    businessSubCategory: 'DESIGN',
    webpage: 'https://example.com',
  })
  return {
    userId,
    token,
    personal,
    business,
    call: (route, request = {}) => call(route, { ...request, token }),
  }
}

export type NewClient = {
  /** The fee of the application, as a fraction of the source amount in decimal text; none by default. */
  partnerPrice?: string
  trusted?: boolean
  additionalVerification?: boolean
}

export type Client = {
  readonly applicationId: Id<'application'>
  readonly clientKey: string
  readonly secret: string
  readonly token: string
  call(route: string, request?: Omit<Call, 'token'>): Promise<Reply>
}

/** Creates an application with a client credentials token. */
export async function createClient(
  { pool, now }: Bootstrap,
  call: (route: string, request: Call) => Promise<Reply>,
  { partnerPrice = '0', trusted = false, additionalVerification = false }: NewClient = {},
): Promise<Client> {
  const clientKey = `client-${randomUUID().slice(0, 8)}`
  const secret = randomUUID()
  const at = now().toString()
  const applicationId = await insertReturningId<Id<'application'>>(
    pool,
    `insert into applications (client_key, name, secret_hash, partner_price, trusted,
                               additional_verification, created_at)
     values ($1, $1, $2, $3, $4, $5, $6) returning id`,
    [clientKey, hashSecret(secret), partnerPrice, trusted, additionalVerification, at],
  )
  const token = randomUUID()
  await pool.query(
    `insert into tokens (kind, hash, application_id, created_at) values ('client', $1, $2, $3)`,
    [hashSecret(token), applicationId, at],
  )
  return {
    applicationId,
    clientKey,
    secret,
    token,
    call: (route, request = {}) => call(route, { ...request, token }),
  }
}

async function insertReturningId<T>(pool: pg.Pool, text: string, values: unknown[]): Promise<T> {
  const { rows } = await pool.query<{ id: string }>(text, values)
  return Number(rows[0]?.id) as T
}
