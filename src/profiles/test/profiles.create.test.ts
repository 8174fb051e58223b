import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { outcome } from '../../../test/support/transfers.ts'
import {
  businessProfileInput,
  createUserWithoutProfile,
  errorsOf,
  personalProfileInput,
} from './profile-fixtures.ts'

describe('profiles.create', () => {
  const service = testService()
  const post = (
    who: { call: Awaited<ReturnType<typeof createUserWithoutProfile>>['call'] },
    body: unknown,
  ) => who.call('POST /v1/profiles', { body })

  it('200 creates a personal profile, which the user can read immediately', async () => {
    const zoe = await createUserWithoutProfile(service)
    expect((await zoe.call('GET /v1/profiles')).body).toEqual([])
    const { status, body } = await post(zoe, personalProfileInput({ lastNameInKana: ' ﾏｰｻｰ ' }))
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      type: 'personal',
      details: {
        firstName: 'Zoë',
        lastName: 'Mercer',
        dateOfBirth: '1988-02-29',
        phoneNumber: '+447700900123',
        avatar: null,
        occupation: null,
        occupations: null,
        primaryAddress: null,
        firstNameInKana: null,
        lastNameInKana: 'マーサー',
        localizedInformation: [],
      },
    })
    expect((await zoe.call(`GET /v1/profiles/${body.id}`)).body).toEqual(body)
  })

  it('200 creates several business profiles after the personal one', async () => {
    const zoe = await createUserWithoutProfile(service)
    expect((await post(zoe, personalProfileInput())).status).toBe(200)
    const { status, body } = await post(zoe, businessProfileInput({ abn: '51 824 753 556' }))
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      type: 'business',
      details: {
        name: 'Mercer Pianos Ltd',
        registrationNumber: '12345678',
        acn: null,
        abn: '51824753556',
        arbn: null,
        companyType: 'LIMITED',
        companyRole: 'OWNER',
        descriptionOfBusiness: 'MAINTENANCE_SERVICES',
        webpage: 'https://mercer.example',
        primaryAddress: null,
        businessCategory: 'CONSULTING_IT_BUSINESS_SERVICES',
        businessSubCategory: 'MAINTENANCE_SERVICES',
        localizedInformation: [],
      },
    })
    expect((await post(zoe, businessProfileInput())).status).toBe(200)
    expect((await zoe.call('GET /v1/profiles')).body).toHaveLength(3)
  })

  it('200 cuts names to 30 characters and reads blank text as absent', async () => {
    const zoe = await createUserWithoutProfile(service)
    const { status, body } = await post(
      zoe,
      personalProfileInput({
        firstName: `${'é'.repeat(29)} xyz`,
        lastName: 'é'.repeat(31),
        avatar: ' ',
      }),
    )
    expect(status).toBe(200)
    expect(body.details).toMatchObject({
      // The thirtieth character is a space, which is removed.
      firstName: 'é'.repeat(29),
      lastName: 'é'.repeat(30),
      avatar: null,
    })
  })

  it.each([
    [{}, 'type is required'],
    [{ ...personalProfileInput(), type: 'company' }, 'the type is unknown'],
    [{ ...personalProfileInput(), type: 'PERSONAL' }, 'types are lower-case'],
  ])('400 BAD_REQUEST at type for %j because %s', async (body, _because) => {
    expect(errorsOf(await post(await createUserWithoutProfile(service), body))).toEqual([
      400,
      'BAD_REQUEST type',
    ])
  })

  it('400 BAD_REQUEST without details', async () => {
    const reply = await post(await createUserWithoutProfile(service), { type: 'business' })
    expect(errorsOf(reply)).toEqual([400, 'BAD_REQUEST details'])
    expect(reply.body.errors[0].message).toBe('Missing details property')
  })

  it('422 MISSING for every required field of a personal profile', async () => {
    const reply = await post(await createUserWithoutProfile(service), {
      type: 'personal',
      details: { firstName: ' ' },
    })
    expect(errorsOf(reply)).toEqual([
      422,
      'MISSING details.firstName',
      'MISSING details.lastName',
      'MISSING details.dateOfBirth',
      'MISSING details.phoneNumber',
    ])
  })

  it('422 MISSING for every required field of a business profile', async () => {
    const reply = await post(await createUserWithoutProfile(service), {
      type: 'business',
      details: {},
    })
    expect(errorsOf(reply)).toEqual([
      422,
      'MISSING details.name',
      'MISSING details.registrationNumber',
      'MISSING details.companyType',
      'MISSING details.companyRole',
      'MISSING details.businessCategory',
      'MISSING details.businessSubCategory',
    ])
  })

  it('422 ERROR or TOO_SMALL for every invalid field together', async () => {
    const invalidFields = { dateOfBirth: '2010-01-01', phoneNumber: '12', firstNameInKana: 'Zoe' }
    expect(
      errorsOf(
        await post(
          await createUserWithoutProfile(service),
          personalProfileInput({ ...invalidFields, primaryAddress: 5 }),
        ),
      ),
    ).toEqual([
      422,
      'TOO_SMALL details.dateOfBirth',
      'ERROR details.phoneNumber',
      'ERROR details.firstNameInKana',
      'ERROR details.primaryAddress',
    ])
  })

  it('422 NOT_VALID for a sub-category of another category', async () => {
    const zoe = await createUserWithoutProfile(service)
    await post(zoe, personalProfileInput())
    const reply = await post(zoe, businessProfileInput({ businessSubCategory: 'TOBACCO' }))
    expect(errorsOf(reply)).toEqual([422, 'NOT_VALID details.businessSubCategory'])
  })

  it('422 profile.personal.required for a business when the user has no personal profile', async () => {
    const reply = await post(await createUserWithoutProfile(service), businessProfileInput())
    expect(errorsOf(reply)).toEqual([422, 'profile.personal.required'])
  })

  it('409 profile.duplicate for a second personal profile of a user', async () => {
    const zoe = await createUserWithoutProfile(service)
    await post(zoe, personalProfileInput())
    const reply = await post(zoe, personalProfileInput({ firstName: 'Somebody', lastName: 'Else' }))
    expect(errorsOf(reply)).toEqual([409, 'profile.duplicate'])
    expect((await zoe.call('GET /v1/profiles')).body).toHaveLength(1)
  })

  it('409 profile.duplicate for the same person as another user of the application; 200 for another application, without an application, and for another date of birth', async () => {
    const [client, other] = [await service.createClient(), await service.createClient()]
    expect(
      (await post(await createUserWithoutProfile(service, client), personalProfileInput())).status,
    ).toBe(200)
    const samePerson = personalProfileInput({ firstName: ' zoe', lastName: 'MERCER' })
    const duplicate = await post(await createUserWithoutProfile(service, client), samePerson)
    expect(errorsOf(duplicate)).toEqual([409, 'profile.duplicate'])
    expect((await post(await createUserWithoutProfile(service, other), samePerson)).status).toBe(
      200,
    )
    expect((await post(await createUserWithoutProfile(service), samePerson)).status).toBe(200)
    const sister = personalProfileInput({ dateOfBirth: '1988-03-01' })
    expect((await post(await createUserWithoutProfile(service, client), sister)).status).toBe(200)
  })

  it('409 profile.duplicate for one of two concurrent requests for the same person', async () => {
    const client = await service.createClient()
    const [first, second] = [
      await createUserWithoutProfile(service, client),
      await createUserWithoutProfile(service, client),
    ]
    const lock = { text: 'lock table profiles in share mode', values: [] }
    const replies = await raceResults(service.db, lock, [
      () => post(first, personalProfileInput()),
      () => post(second, personalProfileInput()),
    ])
    expect(replies.map(outcome).sort()).toEqual(['200', '409 profile.duplicate'])
  })

  it('D91: 409 profile.duplicate for a repeated request, even with the same idempotency key', async () => {
    const zoe = await createUserWithoutProfile(service)
    const headers = { 'x-idempotence-uuid': '11111111-2222-4333-8444-555555555555' }
    const create = (sentHeaders: Record<string, string>) =>
      zoe.call('POST /v1/profiles', { body: personalProfileInput(), headers: sentHeaders })
    expect((await create(headers)).status).toBe(200)
    for (const sentHeaders of [headers, {}])
      expect(outcome(await create(sentHeaders))).toBe('409 profile.duplicate')
  })

  it('401 unauthorized for an application token', async () => {
    const client = await service.createClient()
    const reply = await client.call('POST /v1/profiles', { body: personalProfileInput() })
    expect([reply.status, reply.body.error]).toEqual([401, 'unauthorized'])
  })
})
