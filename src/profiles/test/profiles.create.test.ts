import { describe, expect, it } from 'vitest'
import { race } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { business, faults, newcomer, personal } from './newcomer.ts'

describe('profiles.create', () => {
  const service = testService()
  const post = (who: { call: Awaited<ReturnType<typeof newcomer>>['call'] }, body: unknown) =>
    who.call('POST /v1/profiles', { body })

  it('200 makes a personal profile, which its user owns at once', async () => {
    const zoe = await newcomer(service)
    expect((await zoe.call('GET /v1/profiles')).body).toEqual([])
    const { status, body } = await post(zoe, personal({ lastNameInKana: ' ﾏｰｻｰ ' }))
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

  it('200 makes a business profile after the personal one, and several of them', async () => {
    const zoe = await newcomer(service)
    await post(zoe, personal())
    const { status, body } = await post(zoe, business({ abn: '51 824 753 556' }))
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
    expect((await post(zoe, business())).status).toBe(200)
    expect((await zoe.call('GET /v1/profiles')).body).toHaveLength(3)
  })

  it('200 cuts names to 30 characters and reads blank text as absent', async () => {
    const zoe = await newcomer(service)
    const { body } = await post(zoe, personal({ firstName: `${'é'.repeat(29)} xyz`, avatar: ' ' }))
    expect(body.details.firstName).toBe('é'.repeat(29))
    expect(body.details.avatar).toBe(null)
  })

  it.each([
    [{}, 'a type is needed'],
    [{ ...personal(), type: 'company' }, 'the type is unknown'],
    [{ ...personal(), type: 'PERSONAL' }, 'types are lower case'],
  ])('400 BAD_REQUEST at type for %j because %s', async (body, _because) => {
    expect(faults(await post(await newcomer(service), body))).toEqual([400, 'BAD_REQUEST type'])
  })

  it('400 BAD_REQUEST without details', async () => {
    const reply = await post(await newcomer(service), { type: 'business' })
    expect(faults(reply)).toEqual([400, 'BAD_REQUEST details'])
    expect(reply.body.errors[0].message).toBe('Missing details property')
  })

  it('422 MISSING for every field that a person must give', async () => {
    const reply = await post(await newcomer(service), {
      type: 'personal',
      details: { firstName: ' ' },
    })
    expect(faults(reply)).toEqual([
      422,
      'MISSING details.firstName',
      'MISSING details.lastName',
      'MISSING details.dateOfBirth',
      'MISSING details.phoneNumber',
    ])
  })

  it('422 MISSING for every field that a business must give', async () => {
    const reply = await post(await newcomer(service), { type: 'business', details: {} })
    expect(faults(reply)).toEqual([
      422,
      'MISSING details.name',
      'MISSING details.registrationNumber',
      'MISSING details.companyType',
      'MISSING details.companyRole',
      'MISSING details.businessCategory',
      'MISSING details.businessSubCategory',
    ])
  })

  it('422 ERROR and TOO_SMALL, all at once', async () => {
    const broken = { dateOfBirth: '2010-01-01', phoneNumber: '12', firstNameInKana: 'Zoe' }
    expect(
      faults(await post(await newcomer(service), personal({ ...broken, primaryAddress: 5 }))),
    ).toEqual([
      422,
      'TOO_SMALL details.dateOfBirth',
      'ERROR details.phoneNumber',
      'ERROR details.firstNameInKana',
      'ERROR details.primaryAddress',
    ])
  })

  it('422 NOT_VALID for a sub-category of another category', async () => {
    const zoe = await newcomer(service)
    await post(zoe, personal())
    const reply = await post(zoe, business({ businessSubCategory: 'TOBACCO' }))
    expect(faults(reply)).toEqual([422, 'NOT_VALID details.businessSubCategory'])
  })

  it('422 profile.personal.required for a business before its person', async () => {
    const reply = await post(await newcomer(service), business())
    expect(faults(reply)).toEqual([422, 'profile.personal.required undefined'])
  })

  it('409 profile.duplicate for a second personal profile of a user', async () => {
    const zoe = await newcomer(service)
    await post(zoe, personal())
    const reply = await post(zoe, personal({ firstName: 'Somebody', lastName: 'Else' }))
    expect(faults(reply)).toEqual([409, 'profile.duplicate undefined'])
    expect((await zoe.call('GET /v1/profiles')).body).toHaveLength(1)
  })

  it('409 profile.duplicate for the same person under another user of the application', async () => {
    const [client, other] = [await service.createClient(), await service.createClient()]
    expect((await post(await newcomer(service, client), personal())).status).toBe(200)
    const again = personal({ firstName: ' zoe', lastName: 'MERCER' })
    expect(faults(await post(await newcomer(service, client), again))).toEqual([
      409,
      'profile.duplicate undefined',
    ])
    expect((await post(await newcomer(service, other), again)).status).toBe(200)
    expect((await post(await newcomer(service), again)).status).toBe(200)
    const sister = personal({ dateOfBirth: '1988-03-01' })
    expect((await post(await newcomer(service, client), sister)).status).toBe(200)
  })

  it('409 profile.duplicate for the loser of two who are the same person', async () => {
    const client = await service.createClient()
    const [first, second] = [await newcomer(service, client), await newcomer(service, client)]
    const hold = { text: 'lock table profiles in share mode', values: [] }
    const replies = await race(service.db, hold, [
      () => post(first, personal()),
      () => post(second, personal()),
    ])
    const statuses = replies.map((reply) => reply.status === 'fulfilled' && reply.value.status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  it('D91: 409 profile.duplicate for the second of two, although both carry the same key', async () => {
    const zoe = await newcomer(service)
    const headers = { 'x-idempotence-uuid': '11111111-2222-4333-8444-555555555555' }
    const post = () => zoe.call('POST /v1/profiles', { body: personal(), headers })
    expect((await post()).status).toBe(200)
    const { status, body } = await post()
    expect([status, body.errors[0].code]).toEqual([409, 'profile.duplicate'])
  })

  it('401 for an application', async () => {
    const client = await service.createClient()
    const reply = await client.call('POST /v1/profiles', { body: personal() })
    expect([reply.status, reply.body.error]).toEqual([401, 'unauthorized'])
  })
})
