import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import {
  businessProfileInput,
  createUserWithoutProfile,
  errorsOf,
  personalProfileInput,
  type UserWithoutProfile,
} from './profile-fixtures.ts'

describe('profiles.update', () => {
  const service = testService()
  const createsPerson = async (
    details?: object,
    client?: Parameters<typeof createUserWithoutProfile>[1],
  ) => {
    const zoe = await createUserWithoutProfile(service, client)
    const { body } = await zoe.call('POST /v1/profiles', { body: personalProfileInput(details) })
    return { zoe, id: body.id as number }
  }
  const put = (who: UserWithoutProfile, id: unknown, body: object) =>
    who.call('PUT /v1/profiles', { body: { id, ...body } })
  const setsVerified = (id: number) =>
    service.db.pool.query('update profiles set verified = true where id = $1', [id])
  const insertsAddress = async (profileId: number, details: object) => {
    const { rows } = await service.db.pool.query(
      `insert into addresses (profile_id, details, created_at, updated_at)
       values ($1, $2, now(), now()) returning id::int`,
      [profileId, { country: 'GB', firstLine: '1 High Street', city: 'London', ...details }],
    )
    return rows[0].id as number
  }

  it('200 replaces the details, keeps an absent occupation, and updates updatedAt', async () => {
    const { zoe, id } = await createsPerson({ occupation: 'Tuner', firstNameInKana: 'ゾエ' })
    await service.advance({ hours: 1 })
    const { status, body } = await put(
      zoe,
      String(id),
      personalProfileInput({ lastName: 'Mercer-Hale' }),
    )
    expect(status).toBe(200)
    expect(body.details).toMatchObject({
      lastName: 'Mercer-Hale',
      occupation: 'Tuner',
      firstNameInKana: null,
    })
    const flat = (await zoe.call(`GET /v2/profiles/${id}`)).body
    expect(Date.parse(flat.updatedAt) - Date.parse(flat.createdAt)).toBe(3_600_000)
  })

  it('200 stores a description that is not a sub-category, and keeps it when a later update sends the sub-category back', async () => {
    const { zoe } = await createsPerson()
    const { body } = await zoe.call('POST /v1/profiles', {
      body: businessProfileInput({
        companyType: 'OTHER',
        descriptionOfBusiness: 'MAINTENANCE_SERVICES',
      }),
    })
    const freeFormDescription = async () =>
      (await zoe.call(`GET /v2/profiles/${body.id}`)).body.businessFreeFormDescription
    expect(await freeFormDescription()).toBe(null)
    const described = businessProfileInput({
      companyType: 'OTHER',
      descriptionOfBusiness: 'Pianos.',
    })
    expect((await put(zoe, body.id, described)).status).toBe(200)
    expect(await freeFormDescription()).toBe('Pianos.')
    expect((await put(zoe, body.id, body)).status).toBe(200)
    expect(await freeFormDescription()).toBe('Pianos.')
  })

  it('D100: descriptionOfBusiness has the same value in the replies of POST and PUT and in all four replies of GET', async () => {
    const { zoe } = await createsPerson()
    const business = (await zoe.call('POST /v1/profiles', { body: businessProfileInput() })).body
    expect(business.details.descriptionOfBusiness).toBe('MAINTENANCE_SERVICES')
    const shownDescriptions = async () => {
      const v1 = (await zoe.call(`GET /v1/profiles/${business.id}`)).body
      const v2 = (await zoe.call(`GET /v2/profiles/${business.id}`)).body
      const lists = [
        ...(await zoe.call('GET /v1/profiles')).body,
        ...(await zoe.call('GET /v2/profiles')).body,
      ].filter(({ id }) => id === business.id)
      const details = [v1, v2, ...lists].map((profile) => profile.details.descriptionOfBusiness)
      return new Set([...details, v2.descriptionOfBusiness, lists.at(-1)?.descriptionOfBusiness])
    }
    expect(await shownDescriptions()).toEqual(new Set(['MAINTENANCE_SERVICES']))
    const change = businessProfileInput({ descriptionOfBusiness: 'Pianos.' })
    const { body } = await put(zoe, business.id, change)
    expect(body.details.descriptionOfBusiness).toBe('Pianos.')
    expect(await shownDescriptions()).toEqual(new Set(['Pianos.']))
  })

  it('200 makes the address in primaryAddress the primary address, and the previous one secondary', async () => {
    const { zoe, id } = await createsPerson()
    const [first, second] = [
      await insertsAddress(id, {}),
      await insertsAddress(id, { city: 'Leeds' }),
    ]
    const { body: before } = await put(zoe, id, personalProfileInput({ primaryAddress: first }))
    expect(before.details.primaryAddress).toBe(first)
    const { body } = await put(zoe, id, personalProfileInput({ primaryAddress: second }))
    expect(body.details.primaryAddress).toBe(second)
    const flat = (await zoe.call(`GET /v2/profiles/${id}`)).body
    expect(flat.address.city).toBe('Leeds')
    expect(flat.secondaryAddresses.map((a: { id: number }) => a.id)).toEqual([first])
  })

  it.each(['US', 'CA', 'JP'])(
    '422 MISSING details.occupation for a primary address in %s; 200 with occupations',
    async (country) => {
      const { zoe, id } = await createsPerson()
      const primaryAddress = await insertsAddress(id, { country, state: 'NY' })
      expect(errorsOf(await put(zoe, id, personalProfileInput({ primaryAddress })))).toEqual([
        422,
        'MISSING details.occupation',
      ])
      const occupations = [{ code: 'Tuner' }]
      const input = personalProfileInput({ primaryAddress, occupations })
      const { status, body } = await put(zoe, id, input)
      expect(status).toBe(200)
      expect(body.details.occupations).toEqual([{ code: 'Tuner', format: 'FREE_FORM' }])
    },
  )

  it('200 removes the katakana name of a business that moves its primary address out of Japan', async () => {
    const { zoe } = await createsPerson()
    const { body: created } = await zoe.call('POST /v2/profiles/business-profile', {
      body: {
        businessName: 'Mercer Pianos',
        businessNameInKatakana: 'マーサー',
        registrationNumber: 'R-1',
        companyType: 'LIMITED',
        companyRole: 'OWNER',
        address: {
          addressFirstLine: '1-1 Marunouchi',
          city: 'Chiyoda',
          countryIso2Code: 'JP',
          countryIso3Code: 'jpn',
          postCode: '100-0005',
        },
        firstLevelCategory: 'DESIGN_MARKETING_COMMUNICATIONS',
        secondLevelCategory: 'AUDIO_AND_VIDEO',
      },
    })
    const katakanaName = async () =>
      (await zoe.call(`GET /v2/profiles/${created.id}`)).body.businessNameInKatakana
    expect((await put(zoe, created.id, businessProfileInput())).status).toBe(200)
    expect(await katakanaName()).toBe('マーサー')
    const primaryAddress = await insertsAddress(created.id, {})
    expect((await put(zoe, created.id, businessProfileInput({ primaryAddress }))).status).toBe(200)
    expect(await katakanaName()).toBe(null)
  })

  it('422 ERROR for an address of another profile', async () => {
    const { zoe, id } = await createsPerson()
    const { id: other } = await createsPerson()
    const reply = await put(
      zoe,
      id,
      personalProfileInput({ primaryAddress: await insertsAddress(other, {}) }),
    )
    expect(errorsOf(reply)).toEqual([422, 'ERROR details.primaryAddress'])
  })

  it('422 TOO_SMALL for the date of birth of a person under 18, NOT_VALID for an unknown occupation format', async () => {
    const { zoe, id } = await createsPerson()
    const occupations = [{ code: 'Tuner', format: 'CODED' }]
    const reply = await put(
      zoe,
      id,
      personalProfileInput({ dateOfBirth: '2020-01-01', occupations }),
    )
    expect(errorsOf(reply)).toEqual([
      422,
      'TOO_SMALL details.dateOfBirth',
      'NOT_VALID details.occupations.0.format',
    ])
  })

  it('422 UNEXPECTED for an Australian company number (acn) of a business whose primary address is outside Australia', async () => {
    const { zoe } = await createsPerson()
    const { body } = await zoe.call('POST /v1/profiles', {
      body: businessProfileInput({ acn: '004085616' }),
    })
    const primaryAddress = await insertsAddress(body.id, {})
    const reply = await put(
      zoe,
      body.id,
      businessProfileInput({ acn: '004085616', primaryAddress }),
    )
    expect(errorsOf(reply)).toEqual([422, 'UNEXPECTED details.acn'])
  })

  it('400 BAD_REQUEST without type or details, 400 NotNull without id', async () => {
    const { zoe, id } = await createsPerson()
    expect(errorsOf(await put(zoe, id, { details: {} }))).toEqual([400, 'BAD_REQUEST type'])
    expect(errorsOf(await put(zoe, id, { type: 'personal' }))).toEqual([400, 'BAD_REQUEST details'])
    expect(errorsOf(await put(zoe, undefined, personalProfileInput()))).toEqual([400, 'NotNull id'])
  })

  it("404 profile.not-found for another user's profile and an unknown one", async () => {
    const [{ zoe }, { id }] = [await createsPerson(), await createsPerson()]
    for (const wrong of [id, 987_654])
      expect(errorsOf(await put(zoe, wrong, personalProfileInput()))).toEqual([
        404,
        'profile.not-found id',
      ])
  })

  it('422 profile.type.fixed when a personal profile is sent as a business profile', async () => {
    const { zoe, id } = await createsPerson()
    expect(errorsOf(await put(zoe, id, businessProfileInput()))).toEqual([
      422,
      'profile.type.fixed type',
    ])
  })

  it('200 for unchanged details of a verified profile while its update window is closed', async () => {
    const { zoe, id } = await createsPerson()
    await setsVerified(id)
    expect((await put(zoe, id, personalProfileInput())).status).toBe(200)
  })

  it('403 profile.update-window.closed for a change of a verified profile, except while its update window is open', async () => {
    const { zoe, id } = await createsPerson()
    await setsVerified(id)
    const change = () => put(zoe, id, personalProfileInput({ lastName: 'Hale' }))
    expect(errorsOf(await change())).toEqual([403, 'profile.update-window.closed'])
    await zoe.call(`POST /v1/profiles/${id}/update-window`)
    expect((await change()).body.details.lastName).toBe('Hale')
    await zoe.call(`DELETE /v1/profiles/${id}/update-window`)
    expect(errorsOf(await put(zoe, id, personalProfileInput()))).toEqual([
      403,
      'profile.update-window.closed',
    ])
  })

  it('409 profile.duplicate when the new details are those of another person of the application', async () => {
    const client = await service.createClient()
    await createsPerson({}, client)
    const { zoe, id } = await createsPerson({ firstName: 'Ada' }, client)
    expect(errorsOf(await put(zoe, id, personalProfileInput()))).toEqual([409, 'profile.duplicate'])
    expect((await zoe.call(`GET /v1/profiles/${id}`)).body.details.firstName).toBe('Ada')
  })
})
