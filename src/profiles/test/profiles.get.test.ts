import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { faults } from './newcomer.ts'

describe('profiles.get', () => {
  const service = testService()

  it('200 shows id, type and details', async () => {
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

  it('200 shows the details of a business in the order of B 2.1', async () => {
    const ann = await service.createUser()
    const { body } = await ann.call(`GET /v1/profiles/${ann.business}`)
    expect(Object.keys(body.details).join()).toBe(
      'name,registrationNumber,acn,abn,arbn,companyType,companyRole,descriptionOfBusiness,webpage,' +
        'primaryAddress,businessCategory,businessSubCategory,localizedInformation',
    )
  })

  it('404 not.found for a stranger’s profile and for none', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (const id of [bob.personal, 987_654])
      expect(faults(await ann.call(`GET /v1/profiles/${id}`))).toEqual([404, 'not.found profileId'])
  })
})
