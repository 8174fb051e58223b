import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { detailKeys } from '../../corridors/index.ts'
import { createUserWithoutProfile } from '../../profiles/test/profile-fixtures.ts'
import { findRecipient } from '../index.ts'
import {
  addRecipient,
  america,
  britain,
  byEmail,
  germany,
  type Sample,
  withHolder,
} from './samples.ts'

describe('recipients.create', () => {
  const service = testService()
  const count = async () =>
    (await service.db.pool.query('select count(*) as n from recipients')).rows[0].n as string

  it('200 returns every field of a recipient in the order of Facts 10.2', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/accounts', {
      body: { profile: ann.personal, ...britain },
    })
    expect(reply.status).toBe(200)
    expect(Object.entries(reply.body)).toEqual([
      ['id', expect.any(Number)],
      ['business', null],
      ['profile', ann.personal],
      ['accountHolderName', 'Nora Sample'],
      ['currency', 'GBP'],
      ['country', 'GB'],
      ['type', 'sort_code'],
      ['details', expect.any(Object)],
      ['user', ann.userId],
      ['active', true],
      ['ownedByCustomer', false],
      ['confirmations', null],
      ['hash', expect.stringMatching(/^[0-9a-f]{64}$/)],
    ])
    const { details } = reply.body
    expect(Object.keys(details)).toEqual(detailKeys)
    expect(details).toMatchObject(britain.details)
    const filled = Object.values(details).filter((value) => value !== null)
    expect(filled).toHaveLength(Object.keys(britain.details).length)
  })

  it('200 returns the id of a business profile in business, and both spellings of IBAN and BIC', async () => {
    const ann = await service.createUser()
    const details = { ...germany.details, bic: 'COBADEFFXXX' }
    const reply = await addRecipient(
      ann,
      { ...germany, details, ownedByCustomer: true },
      ann.business,
    )
    expect(reply).toMatchObject({
      business: ann.business,
      profile: ann.business,
      country: 'DE',
      ownedByCustomer: true,
      details: {
        iban: 'DE89370400440532013000',
        IBAN: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
        BIC: 'COBADEFFXXX',
      },
    })
  })

  it('200 stores an IBAN that the form does not contain, and returns the country and summary of the sort code account', async () => {
    const ann = await service.createUser()
    for (const IBAN of ['DE89370400440532013000', '12']) {
      const { id, country, details } = await addRecipient(ann, {
        ...britain,
        details: { ...britain.details, IBAN },
      })
      expect([country, details.IBAN]).toEqual(['GB', IBAN])
      const { status, body } = await ann.call(`GET /v2/accounts/${id}`)
      expect(status).toBe(200)
      expect(body).toMatchObject({
        country: 'GB',
        accountSummary: '(23-14-70) 28821822',
        commonFieldMap: { accountNumberField: 'accountNumber', bankCodeField: 'sortCode' },
      })
    }
  })

  it('200 returns an address with all its keys', async () => {
    const { details } = await addRecipient(await service.createUser(), america)
    expect(Object.entries(details.address)).toEqual([
      ['country', 'US'],
      ['countryCode', 'US'],
      ['firstLine', 'Some Ave'],
      ['postCode', '01234'],
      ['city', 'New York'],
      ['state', 'NY'],
    ])
  })

  it('200 creates an e-mail recipient, which has no country', async () => {
    const reply = await addRecipient(await service.createUser(), byEmail)
    expect(reply).toMatchObject({
      type: 'email',
      country: null,
      details: { email: 'nora@example.com', legalType: null },
    })
  })

  it('200 joins accountHolderName from the name fields of the form', async () => {
    const reply = await addRecipient(await service.createUser(), {
      currency: 'RUB',
      type: 'russiarapida',
      details: {
        legalType: 'PRIVATE',
        familyName: 'Иванова',
        givenName: 'Нора',
        cannotHavePatronymicName: true,
        russiaRegion: 'OTHER',
        bankCode: '044525974',
        accountNumber: '40820810999999999999',
      },
    })
    expect(reply.accountHolderName).toBe('Нора Иванова')
    expect(reply.details.cannotHavePatronymicName).toBe('true')
  })

  it('200 stores refund true for ?refund=true, and false without the parameter', async () => {
    const ann = await service.createUser()
    const storedRefund = async (route: string, sample: Sample) => {
      const { status, body } = await ann.call(route, { body: { profile: ann.personal, ...sample } })
      expect(status).toBe(200)
      return (await findRecipient(service.db.reader, [ann.personal], body.id))?.refund
    }
    expect(await storedRefund('POST /v1/accounts?refund=true', britain)).toBe(true)
    expect(await storedRefund('POST /v1/accounts', germany)).toBe(false)
  })

  it('D90: 200 creates the recipient in the personal profile when the request has no profile', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/accounts', { body: britain })
    expect([reply.status, reply.body.profile]).toEqual([200, ann.personal])
    expect(await addRecipient(ann)).toEqual(reply.body)
  })

  it('D90: 404 not.found when the request has no profile and the user no personal profile', async () => {
    const bob = await createUserWithoutProfile(service)
    const before = await count()
    const reply = await bob.call('POST /v1/accounts', { body: britain })
    expect([reply.status, reply.body.errors[0]]).toMatchObject([
      404,
      {
        code: 'not.found',
        path: 'profile',
        message: expect.stringMatching(/^You have no personal/),
      },
    ])
    expect(await count()).toBe(before)
  })

  it('D91: 200 creates a new recipient for another body, even with the same idempotency key', async () => {
    const ann = await service.createUser()
    const request = {
      headers: { 'X-idempotence-uuid': randomUUID() },
      body: { profile: ann.personal, ...britain },
    }
    const first = await ann.call('POST /v1/accounts', request)
    const other = { ...request.body, accountHolderName: 'Somebody Else' }
    const again = await ann.call('POST /v1/accounts', { ...request, body: other })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.id).not.toBe(first.body.id)
  })

  const malformed: [
    code: string,
    path: string,
    because: string,
    change: (body: Sample) => object,
  ][] = [
    [
      'NotNull',
      'currency',
      'a recipient must have a currency',
      (body) => ({ ...body, currency: null }),
    ],
    ['NotNull', 'type', 'a recipient must have a type', (body) => ({ ...body, type: null })],
    ['TypeMismatch', 'details', 'details are an object', (body) => ({ ...body, details: '28' })],
    [
      'TypeMismatch',
      'details.accountNumber',
      'an account number is text, which may begin with a zero',
      (body) => ({ ...body, details: { ...body.details, accountNumber: 28821822 } }),
    ],
  ]
  it.each(malformed)('400 %s at %s, because %s', async (code, path, _because, change) => {
    const ann = await service.createUser()
    const body = change({ ...britain, profile: ann.personal } as Sample)
    const reply = await ann.call('POST /v1/accounts', { body })
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toMatchObject([{ code, path }])
  })

  it("404 not.found for another user's profile, and nothing is added", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const before = await count()
    const reply = await ann.call('POST /v1/accounts', {
      body: { profile: bob.personal, ...britain },
    })
    expect(reply.status).toBe(404)
    expect(reply.body.errors).toMatchObject([{ code: 'not.found', path: 'profile' }])
    expect(await count()).toBe(before)
  })

  it('422 NOT_VALID and REQUIRED for all faults together, with a timestamp', async () => {
    const ann = await service.createUser()
    const before = await count()
    const reply = await ann.call('POST /v1/accounts', {
      body: {
        ...withHolder('N'),
        profile: ann.personal,
        details: { legalType: 'PRIVATE', sortCode: '2314701' },
      },
    })
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body)).toEqual(['timestamp', 'errors'])
    expect(reply.body.timestamp).toBe('2026-01-05T10:00:00.000Z')
    expect(reply.body.errors).toEqual([
      {
        code: 'NOT_VALID',
        path: 'accountHolderName',
        message: expect.any(String),
        arguments: ['accountHolderName', 'N'],
      },
      {
        code: 'NOT_VALID',
        path: 'sortCode',
        message: expect.any(String),
        arguments: ['sortCode', '2314701'],
      },
      {
        code: 'REQUIRED',
        path: 'accountNumber',
        message: 'Required',
        arguments: ['accountNumber'],
      },
    ])
    expect(await count()).toBe(before)
  })

  const { details } = britain
  const refused: [code: string, path: string, because: string, change: Partial<Sample>][] = [
    ['NOT_VALID', 'currency', 'BWP cannot be paid out', { currency: 'BWP' }],
    ['NOT_VALID', 'currency', 'XYZ is not a currency', { currency: 'XYZ' }],
    ['NOT_VALID', 'type', 'no form has this type', { type: 'iban_of_nowhere' }],
    [
      'NOT_VALID',
      'job',
      'a text has at most 255 characters',
      { details: { ...details, job: 'x'.repeat(256) } },
    ],
  ]
  it.each(refused)('422 %s at %s, because %s', async (code, path, _because, change) => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/accounts', {
      body: { profile: ann.personal, ...britain, ...change },
    })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toMatchObject([{ code, path }])
  })

  it('422 REQUIRED for each required key when details are missing', async () => {
    const ann = await service.createUser()
    const reply = await ann.call('POST /v1/accounts', {
      body: { profile: ann.personal, currency: 'GBP', type: 'sort_code' },
    })
    expect(reply.status).toBe(422)
    const missing = ['legalType', 'accountHolderName', 'sortCode', 'accountNumber']
    expect(reply.body.errors).toMatchObject(missing.map((path) => ({ code: 'REQUIRED', path })))
  })
})
