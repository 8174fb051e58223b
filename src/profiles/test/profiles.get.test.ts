import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { errorsOf } from './profile-fixtures.ts'

describe('profiles.get', () => {
  const service = testService()

  it('200 returns id, type and details', async () => {
    const ann = await service.createUser()
    const { status, body } = await ann.call(`GET /v1/profiles/${ann.personal}`)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['id', 'type', 'details'])
    expect(body).toMatchObject({
      id: ann.personal,
      type: 'personal',
      details: { firstName: 'Ann' },
    })
  })

  it('200 returns the details of a business in the documented order (B 2.1)', async () => {
    const ann = await service.createUser()
    const { body } = await ann.call(`GET /v1/profiles/${ann.business}`)
    expect(Object.keys(body.details).join()).toBe(
      'name,registrationNumber,acn,abn,arbn,companyType,companyRole,descriptionOfBusiness,webpage,' +
        'primaryAddress,businessCategory,businessSubCategory,localizedInformation',
    )
  })

  it('404 not.found for another user’s profile and an unknown one', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const id of [bob.personal, 987_654])
      expect(errorsOf(await ann.call(`GET /v1/profiles/${id}`))).toEqual([
        404,
        'not.found profileId',
      ])
  })
})
