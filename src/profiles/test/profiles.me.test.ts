import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import { createUserWithoutProfile } from './profile-fixtures.ts'

describe('profiles.me', () => {
  const service = testService()

  it('200 returns the user with the details of the personal profile', async () => {
    const ann = await service.createUser()
    await service.db.pool.query(
      `insert into addresses (profile_id, role, details, created_at, updated_at)
       values ($1, 'PRIMARY', $2, now(), now())`,
      [ann.personal, { country: 'US', firstLine: '5 Main St', city: 'Albany', state: 'NY' }],
    )
    const { status, body } = await ann.call('GET /v1/me')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: ann.userId,
      name: 'Ann Sample',
      email: expect.stringContaining('@example.com'),
      active: true,
      details: {
        firstName: 'Ann',
        lastName: 'Sample',
        phoneNumber: '+447700900123',
        dateOfBirth: '1990-01-31',
        occupation: null,
        avatar: null,
        primaryAddress: expect.any(Number),
        address: {
          countryCode: 'US',
          firstLine: '5 Main St',
          postCode: null,
          city: 'Albany',
          state: 'NY',
        },
      },
    })
  })

  it('200 returns null for name and details when the user has no profile', async () => {
    const zoe = await createUserWithoutProfile(service)
    const { status, body } = await zoe.call('GET /v1/me')
    expect(status).toBe(200)
    expect(body).toEqual({
      id: zoe.userId,
      name: null,
      email: zoe.email,
      active: true,
      details: null,
    })
  })

  it('401 unauthorized for an application token', async () => {
    const reply = await (await service.createClient()).call('GET /v1/me')
    expect(outcome(reply)).toBe('401 unauthorized')
  })
})
