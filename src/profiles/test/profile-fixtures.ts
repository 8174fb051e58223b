// Users without a profile, the request bodies that create profiles, and the errors of a reply.

import { randomUUID } from 'node:crypto'
import type { Client } from '../../../test/support/people.ts'
import type { Call, Reply, TestService } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { createPersonalToken, createUser } from '../../users/index.ts'

export type UserWithoutProfile = {
  readonly userId: Id<'user'>
  readonly email: string
  readonly token: string
  call(route: string, request?: Omit<Call, 'token'>): Promise<Reply>
}

/** Creates a user without a profile; with `client`, a user that this application signed up. */
export async function createUserWithoutProfile(
  service: TestService,
  client?: Client,
): Promise<UserWithoutProfile> {
  const email = `no-profile-${randomUUID()}@example.com`
  const token = randomUUID()
  const userId = await service.db.transact(async (tx) => {
    const user = await createUser(tx, { email }, service.now())
    await createPersonalToken(tx, { userId: user.id, token }, service.now())
    return user.id
  })
  if (client) {
    const ids = [userId, client.applicationId]
    await service.db.pool.query('update users set application_id = $2 where id = $1', ids)
    // Sign-up counts as a grant (D119).
    await service.db.pool.query(
      'insert into grants (user_id, application_id, created_at) values ($1, $2, $3)',
      [...ids, service.now().toString()],
    )
  }
  return {
    userId,
    email,
    token,
    call: (route, request = {}) => service.call(route, { ...request, token }),
  }
}

/** Creates a user that the application of `client` signed up, whose token is an access token of that application. */
export async function createUserOfClient(
  service: TestService,
  client: Client,
): Promise<UserWithoutProfile> {
  const user = await createUserWithoutProfile(service, client)
  await service.db.pool.query(
    `update tokens set kind = 'access', application_id = $2 where user_id = $1`,
    [user.userId, client.applicationId],
  )
  return user
}

export const personalProfileInput = (details: object = {}) => ({
  type: 'personal',
  details: {
    firstName: 'Zoë',
    lastName: 'Mercer',
    dateOfBirth: '1988-02-29',
    phoneNumber: '+44 7700 900123',
    ...details,
  },
})

export const businessProfileInput = (details: object = {}) => ({
  type: 'business',
  details: {
    name: 'Mercer Pianos Ltd',
    registrationNumber: '12345678',
    companyType: 'LIMITED',
    companyRole: 'OWNER',
    businessCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
    businessSubCategory: 'MAINTENANCE_SERVICES',
    webpage: 'https://mercer.example',
    ...details,
  },
})

/** The status of a refusal, then `code path` for each error, or `code` when the error has no path. */
export function errorsOf({ status, body }: Reply): unknown[] {
  return [
    status,
    ...body.errors.map(({ code, path }: { code: string; path?: string }) =>
      path === undefined ? code : `${code} ${path}`,
    ),
  ]
}
