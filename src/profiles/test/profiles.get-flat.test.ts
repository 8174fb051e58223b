import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { errorsOf } from './profile-fixtures.ts'

describe('profiles.get-flat', () => {
  const service = testService()

  it('200 returns a personal profile in flat fields and in details', async () => {
    const ann = await service.createUser()
    const v1 = (await ann.call(`GET /v1/profiles/${ann.personal}`)).body
    const { status, body } = await ann.call(`GET /v2/profiles/${ann.personal}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      ...v1,
      publicId: expect.stringMatching(/^[\da-f-]{36}$/),
      userId: ann.userId,
      address: null,
      email: expect.stringContaining('@example.com'),
      createdAt: '2026-01-05T10:00:00.000Z',
      updatedAt: '2026-01-05T10:00:00.000Z',
      obfuscated: false,
      dataObfuscated: false,
      currentState: 'VISIBLE',
      contactDetails: { email: body.email, phoneNumber: '+447700900123' },
      fullName: 'Ann Sample',
      firstName: 'Ann',
      lastName: 'Sample',
      dateOfBirth: '1990-01-31',
      phoneNumber: '+447700900123',
      preferredName: null,
      secondaryAddresses: [],
    })
  })

  it('200 returns the last fields of a person, and the details of a business, in the documented order', async () => {
    const ann = await service.createUser()
    const person = (await ann.call(`GET /v2/profiles/${ann.personal}`)).body
    expect(Object.keys(person).slice(-8).join(' ')).toBe(
      'contactDetails firstName lastName preferredName dateOfBirth phoneNumber ' +
        'secondaryAddresses fullName',
    )
    const business = (await ann.call(`GET /v2/profiles/${ann.business}`)).body
    expect(Object.keys(business.details).join(' ')).toBe(
      'name registrationNumber acn abn arbn companyType companyRole descriptionOfBusiness webpage ' +
        'primaryAddress businessCategory businessSubCategory localizedInformation',
    )
  })

  it('200 returns the contact e-mail after a contact e-mail was set', async () => {
    const ann = await service.createUser()
    await service.db.pool.query('update users set contact_email = $2 where id = $1', [
      ann.userId,
      'ann@home.example',
    ])
    const { status, body } = await ann.call(`GET /v2/profiles/${ann.business}`)
    expect(status).toBe(200)
    expect(body.contactDetails).toEqual({ email: 'ann@home.example', phoneNumber: null })
  })

  it('404 not.found for another user’s profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call(`GET /v2/profiles/${bob.business}`)
    expect(errorsOf(reply)).toEqual([404, 'not.found profileId'])
  })
})
