import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { business, faults, type Newcomer, newcomer, personal } from './newcomer.ts'

describe('profiles.update', () => {
  const service = testService()
  const person = async (details?: object, client?: Parameters<typeof newcomer>[1]) => {
    const zoe = await newcomer(service, client)
    const { body } = await zoe.call('POST /v1/profiles', { body: personal(details) })
    return { zoe, id: body.id as number }
  }
  const put = (who: Newcomer, id: unknown, body: object) =>
    who.call('PUT /v1/profiles', { body: { id, ...body } })
  const verify = (id: number) =>
    service.db.pool.query('update profiles set verified = true where id = $1', [id])
  const addressOf = async (profileId: number, details: object) => {
    const { rows } = await service.db.pool.query(
      `insert into addresses (profile_id, details, created_at, updated_at)
       values ($1, $2, now(), now()) returning id::int`,
      [profileId, { country: 'GB', firstLine: '1 High Street', city: 'London', ...details }],
    )
    return rows[0].id as number
  }

  it('200 replaces the details and keeps what a creation does not hold', async () => {
    const { zoe, id } = await person({ occupation: 'Tuner', firstNameInKana: 'ゾエ' })
    await service.advance({ hours: 1 })
    const { status, body } = await put(zoe, String(id), personal({ lastName: 'Mercer-Hale' }))
    expect(status).toBe(200)
    expect(body.details).toMatchObject({
      lastName: 'Mercer-Hale',
      occupation: 'Tuner',
      firstNameInKana: null,
    })
    const flat = (await zoe.call(`GET /v2/profiles/${id}`)).body
    expect(Date.parse(flat.updatedAt) - Date.parse(flat.createdAt)).toBe(3_600_000)
  })

  it('200 takes a description that is no sector, and keeps it', async () => {
    const { zoe } = await person()
    const { body } = await zoe.call('POST /v1/profiles', {
      body: business({ companyType: 'OTHER', descriptionOfBusiness: 'MAINTENANCE_SERVICES' }),
    })
    const free = async () =>
      (await zoe.call(`GET /v2/profiles/${body.id}`)).body.businessFreeFormDescription
    expect(await free()).toBe(null)
    await put(zoe, body.id, business({ companyType: 'OTHER', descriptionOfBusiness: 'Pianos.' }))
    expect(await free()).toBe('Pianos.')
    await put(zoe, body.id, body)
    expect(await free()).toBe('Pianos.')
  })

  it('D100: descriptionOfBusiness has one value wherever it is shown', async () => {
    const { zoe } = await person()
    const made = (await zoe.call('POST /v1/profiles', { body: business() })).body
    const shown = async () => {
      const v1 = (await zoe.call(`GET /v1/profiles/${made.id}`)).body
      const v2 = (await zoe.call(`GET /v2/profiles/${made.id}`)).body
      const lists = [
        ...(await zoe.call('GET /v1/profiles')).body,
        ...(await zoe.call('GET /v2/profiles')).body,
      ].filter(({ id }) => id === made.id)
      const details = [v1, v2, ...lists].map((each) => each.details.descriptionOfBusiness)
      return new Set([...details, v2.descriptionOfBusiness, lists.at(-1)?.descriptionOfBusiness])
    }
    expect(await shown()).toEqual(new Set(['MAINTENANCE_SERVICES']))
    await put(zoe, made.id, business({ descriptionOfBusiness: 'Pianos.' }))
    expect(await shown()).toEqual(new Set(['Pianos.']))
  })

  it('200 makes another address of the profile its primary one', async () => {
    const { zoe, id } = await person()
    const [first, second] = [await addressOf(id, {}), await addressOf(id, { city: 'Leeds' })]
    await put(zoe, id, personal({ primaryAddress: first }))
    const { body } = await put(zoe, id, personal({ primaryAddress: second }))
    expect(body.details.primaryAddress).toBe(second)
    const flat = (await zoe.call(`GET /v2/profiles/${id}`)).body
    expect(flat.address.city).toBe('Leeds')
    expect(flat.secondaryAddresses.map((a: { id: number }) => a.id)).toEqual([first])
  })

  it.each(['US', 'CA', 'JP'])(
    '422 MISSING without occupation for who lives in %s',
    async (country) => {
      const { zoe, id } = await person()
      const primaryAddress = await addressOf(id, { country, state: 'NY' })
      expect(faults(await put(zoe, id, personal({ primaryAddress })))).toEqual([
        422,
        'MISSING details.occupation',
      ])
      const occupations = [{ code: 'Tuner' }]
      const { body } = await put(zoe, id, personal({ primaryAddress, occupations }))
      expect(body.details.occupations).toEqual([{ code: 'Tuner', format: 'FREE_FORM' }])
    },
  )

  it('200 a business that leaves Japan leaves its katakana name behind', async () => {
    const { zoe } = await person()
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
    const named = async () =>
      (await zoe.call(`GET /v2/profiles/${created.id}`)).body.businessNameInKatakana
    expect((await put(zoe, created.id, business())).status).toBe(200)
    expect(await named()).toBe('マーサー')
    const primaryAddress = await addressOf(created.id, {})
    expect((await put(zoe, created.id, business({ primaryAddress }))).status).toBe(200)
    expect(await named()).toBe(null)
  })

  it('422 ERROR for an address of another profile', async () => {
    const { zoe, id } = await person()
    const { id: other } = await person()
    const reply = await put(zoe, id, personal({ primaryAddress: await addressOf(other, {}) }))
    expect(faults(reply)).toEqual([422, 'ERROR details.primaryAddress'])
  })

  it('422 TOO_SMALL and NOT_VALID as at creation', async () => {
    const { zoe, id } = await person()
    const occupations = [{ code: 'Tuner', format: 'CODED' }]
    const reply = await put(zoe, id, personal({ dateOfBirth: '2020-01-01', occupations }))
    expect(faults(reply)).toEqual([
      422,
      'TOO_SMALL details.dateOfBirth',
      'NOT_VALID details.occupations.0.format',
    ])
  })

  it('422 UNEXPECTED for an Australian number of a business elsewhere', async () => {
    const { zoe } = await person()
    const { body } = await zoe.call('POST /v1/profiles', { body: business({ acn: '004085616' }) })
    const primaryAddress = await addressOf(body.id, {})
    const reply = await put(zoe, body.id, business({ acn: '004085616', primaryAddress }))
    expect(faults(reply)).toEqual([422, 'UNEXPECTED details.acn'])
  })

  it('400 BAD_REQUEST without type or details', async () => {
    const { zoe, id } = await person()
    expect(faults(await put(zoe, id, { details: {} }))).toEqual([400, 'BAD_REQUEST type'])
    expect(faults(await put(zoe, id, { type: 'personal' }))).toEqual([400, 'BAD_REQUEST details'])
    expect(faults(await put(zoe, undefined, personal()))).toEqual([400, 'NotNull id'])
  })

  it('404 profile.not-found for a stranger’s profile and for none', async () => {
    const [{ zoe }, { id }] = [await person(), await person()]
    for (const wrong of [id, 987_654])
      expect(faults(await put(zoe, wrong, personal()))).toEqual([404, 'profile.not-found id'])
  })

  it('422 profile.type.fixed for a person who becomes a business', async () => {
    const { zoe, id } = await person()
    expect(faults(await put(zoe, id, business()))).toEqual([422, 'profile.type.fixed type'])
  })

  it('403 profile.update-window.closed for a verified profile, until the window is open', async () => {
    const { zoe, id } = await person()
    await verify(id)
    const change = () => put(zoe, id, personal({ lastName: 'Hale' }))
    expect(faults(await change())).toEqual([403, 'profile.update-window.closed undefined'])
    expect((await put(zoe, id, personal())).status).toBe(200)
    await zoe.call(`POST /v1/profiles/${id}/update-window`)
    expect((await change()).body.details.lastName).toBe('Hale')
    await zoe.call(`DELETE /v1/profiles/${id}/update-window`)
    expect(faults(await put(zoe, id, personal()))).toEqual([
      403,
      'profile.update-window.closed undefined',
    ])
  })

  it('409 profile.duplicate when a person becomes somebody who is there already', async () => {
    const client = await service.createClient()
    await person({}, client)
    const { zoe, id } = await person({ firstName: 'Ada' }, client)
    expect(faults(await put(zoe, id, personal()))).toEqual([409, 'profile.duplicate undefined'])
    expect((await zoe.call(`GET /v1/profiles/${id}`)).body.details.firstName).toBe('Ada')
  })
})
