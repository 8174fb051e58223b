// Users who have no profile yet.

import { randomUUID } from 'node:crypto'
import type { Client } from '../../../test/support/people.ts'
import type { Call, Reply, TestService } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { createPersonalToken, createUser } from '../../users/index.ts'

export type Newcomer = {
  readonly userId: Id<'user'>
  readonly email: string
  readonly token: string
  call(route: string, request?: Omit<Call, 'token'>): Promise<Reply>
}

/** A user of the application `client`, or of none. */
export async function newcomer(service: TestService, client?: Client): Promise<Newcomer> {
  const email = `newcomer-${randomUUID()}@example.com`
  const token = randomUUID()
  const userId = await service.db.transact(async (tx) => {
    const user = await createUser(tx, { email }, service.now())
    await createPersonalToken(tx, { userId: user.id, token }, service.now())
    return user.id
  })
  if (client) {
    const both = [userId, client.applicationId]
    await service.db.pool.query('update users set application_id = $2 where id = $1', both)
    // Sign-up counts as a grant (D119).
    await service.db.pool.query(
      'insert into grants (user_id, application_id, created_at) values ($1, $2, now())',
      both,
    )
  }
  return {
    userId,
    email,
    token,
    call: (route, request = {}) => service.call(route, { ...request, token }),
  }
}

export const personal = (details: object = {}) => ({
  type: 'personal',
  details: {
    firstName: 'Zoë',
    lastName: 'Mercer',
    dateOfBirth: '1988-02-29',
    phoneNumber: '+44 7700 900123',
    ...details,
  },
})

export const business = (details: object = {}) => ({
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

/** The codes and paths of a reply's errors. */
export function faults({ status, body }: Reply): unknown[] {
  return [
    status,
    ...body.errors.map(({ code, path }: { code: string; path?: string }) => `${code} ${path}`),
  ]
}
