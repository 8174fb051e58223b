import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import {
  createUserWithoutProfile,
  errorsOf,
  personalProfileInput,
  type UserWithoutProfile,
} from './profile-fixtures.ts'

const address = {
  addressFirstLine: '1 Collins Street',
  city: 'Melbourne',
  countryIso2Code: 'AU',
  countryIso3Code: 'aus',
  postCode: '3000',
  stateCode: 'vic',
}

const mercer = {
  businessName: 'Mercer Pianos',
  businessFreeFormDescription: 'We restore old pianos.',
  registrationNumber: 'R-1',
  acn: '004 085 616',
  companyType: 'OTHER',
  companyRole: 'DIRECTOR',
  address,
  actorEmail: 'zoe@example.com',
  firstLevelCategory: 'DESIGN_MARKETING_COMMUNICATIONS',
  secondLevelCategory: 'AUDIO_AND_VIDEO',
  webpage: 'mercer.example',
  operationalAddresses: [
    { addressFirstLine: '2 Rue Neuve', city: 'Lyon', countryIso3Code: 'fra', postCode: '69001' },
  ],
}

describe('profiles.create-business', () => {
  const service = testService()
  const createsPerson = async () => {
    const zoe = await createUserWithoutProfile(service)
    await ok(zoe.call('POST /v1/profiles', { body: personalProfileInput() }))
    return zoe
  }
  const post = async (body: object, user?: UserWithoutProfile) =>
    (user ?? (await createsPerson())).call('POST /v2/profiles/business-profile', { body })

  it('200 creates a business profile with its addresses, in flat fields and in details', async () => {
    const zoe = await createsPerson()
    const { status, body } = await post(mercer, zoe)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number),
      publicId: expect.stringMatching(/^[\da-f-]{36}$/),
      userId: zoe.userId,
      type: 'business',
      details: {
        name: 'Mercer Pianos',
        registrationNumber: 'R-1',
        acn: '004085616',
        abn: null,
        arbn: null,
        companyType: 'OTHER',
        companyRole: 'DIRECTOR',
        descriptionOfBusiness: 'We restore old pianos.',
        webpage: 'mercer.example',
        primaryAddress: body.address.id,
        businessCategory: 'DESIGN_MARKETING_COMMUNICATIONS',
        businessSubCategory: 'AUDIO_AND_VIDEO',
        localizedInformation: [],
      },
      address: { ...address, id: expect.any(Number), stateCode: 'VIC' },
      email: zoe.email,
      createdAt: '2026-01-05T10:00:00.000Z',
      updatedAt: '2026-01-05T10:00:00.000Z',
      obfuscated: false,
      dataObfuscated: false,
      currentState: 'VISIBLE',
      contactDetails: { email: zoe.email, phoneNumber: null },
      fullName: 'Mercer Pianos',
      businessName: 'Mercer Pianos',
      businessNameInKatakana: null,
      registrationNumber: 'R-1',
      acn: '004085616',
      abn: null,
      arbn: null,
      descriptionOfBusiness: 'We restore old pianos.',
      webpage: 'mercer.example',
      companyType: 'OTHER',
      companyRole: 'DIRECTOR',
      businessFreeFormDescription: 'We restore old pianos.',
      firstLevelCategory: 'DESIGN_MARKETING_COMMUNICATIONS',
      secondLevelCategory: 'AUDIO_AND_VIDEO',
      actorEmail: 'zoe@example.com',
      operationalAddresses: [
        {
          id: expect.any(Number),
          addressFirstLine: '2 Rue Neuve',
          city: 'Lyon',
          countryIso2Code: 'FR',
          countryIso3Code: 'fra',
          postCode: '69001',
          stateCode: null,
        },
      ],
    })
    expect((await zoe.call(`GET /v2/profiles/${body.id}`)).body).toEqual(body)
  })

  it('200 for a business with the required fields only', async () => {
    const { businessName, firstLevelCategory, secondLevelCategory } = mercer
    const fields = { businessName, firstLevelCategory, secondLevelCategory }
    const reply = await post({ ...fields, companyType: 'SOLE_TRADER', companyRole: 'OWNER' })
    expect(reply.status).toBe(200)
    expect(reply.body.address).toBe(null)
  })

  it('400 api.<field>.missing for every required field that is missing', async () => {
    expect(errorsOf(await post({ address: {} }))).toEqual([
      400,
      'api.businessName.missing businessName',
      'api.registrationNumber.missing registrationNumber',
      'api.companyType.missing companyType',
      'api.companyRole.missing companyRole',
      'api.firstLevelCategory.missing firstLevelCategory',
      'api.secondLevelCategory.missing secondLevelCategory',
      'api.countryIso2Code.missing address.countryIso2Code',
      'api.addressFirstLine.missing address.addressFirstLine',
      'api.city.missing address.city',
    ])
  })

  it('400 api.countryIso2Code.missing for an address whose only country code is blank', async () => {
    const { countryIso2Code, ...withoutIso2 } = address
    const reply = await post({
      ...mercer,
      acn: null,
      address: { ...withoutIso2, countryIso3Code: ' ' },
    })
    expect(errorsOf(reply)).toEqual([400, 'api.countryIso2Code.missing address.countryIso2Code'])
  })

  it('400 api.webpage.missing for company type OTHER, api.stateCode.missing in a country with states', async () => {
    const { webpage, ...withoutWebpage } = mercer
    const { stateCode, ...withoutState } = address
    expect(errorsOf(await post({ ...withoutWebpage, address: withoutState }))).toEqual([
      400,
      'api.webpage.missing webpage',
      'api.stateCode.missing address.stateCode',
    ])
  })

  it('422 UNEXPECTED for an Australian number outside Australia and a katakana name outside Japan', async () => {
    const { stateCode, ...britishAddress } = {
      ...address,
      countryIso2Code: 'GB',
      countryIso3Code: 'gbr',
    }
    const body = { ...mercer, businessNameInKatakana: 'マーサー', address: britishAddress }
    expect(errorsOf(await post(body))).toEqual([
      422,
      'UNEXPECTED acn',
      'UNEXPECTED businessNameInKatakana',
    ])
  })

  it('422 ERROR for invalid Australian company numbers, and for unknown or differing country codes', async () => {
    const body = {
      ...mercer,
      acn: '004085617',
      abn: '51824753557',
      arbn: '1',
      address: { ...address, countryIso3Code: 'aut' },
      operationalAddresses: [{ ...mercer.operationalAddresses[0], countryIso3Code: 'zzz' }],
    }
    expect(errorsOf(await post(body))).toEqual([
      422,
      'ERROR acn',
      'ERROR abn',
      'ERROR arbn',
      'ERROR address.countryIso3Code',
      'ERROR operationalAddresses.0.countryIso3Code',
    ])
  })

  it('422 NOT_VALID for an unknown company type or role, a sub-category of another category, and a state of another country', async () => {
    const body = {
      ...mercer,
      companyType: 'GUILD',
      companyRole: 'CLERK',
      secondLevelCategory: 'TOBACCO',
      address: { ...address, stateCode: 'TX' },
    }
    expect(errorsOf(await post(body))).toEqual([
      422,
      'NOT_VALID companyType',
      'NOT_VALID companyRole',
      'NOT_VALID secondLevelCategory',
      'NOT_VALID address.stateCode',
    ])
  })

  it('422 profile.personal.required when the user has no personal profile', async () => {
    const reply = await post(mercer, await createUserWithoutProfile(service))
    expect(errorsOf(reply)).toEqual([422, 'profile.personal.required'])
  })
})
