import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { accountForms, balanceCurrencies, sourceCurrencies } from '../../corridors/index.ts'
import { fillForm } from '../../corridors/test/forms-fill.ts'
import { errorsOf } from '../../profiles/test/profile-fixtures.ts'
import { addRecipient, britain } from './samples.ts'

describe('recipients.create-refund', () => {
  const service = testService()
  const refundRoute = 'POST /v1/refund-accounts'
  const account = {
    currency: 'GBP',
    country: 'GB',
    type: 'sort_code',
    legalEntityType: 'PERSON',
    name: { fullName: 'Nora Sample' },
    details: { sortCode: '231470', accountNumber: '28821822' },
  }

  it('200 creates a recipient that is marked for refunds', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(refundRoute, { body: { ...account, profile: ann.personal } })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      profile: ann.personal,
      accountHolderName: 'Nora Sample',
      currency: 'GBP',
      country: 'GB',
      type: 'sort_code',
      active: true,
      details: { legalType: 'PRIVATE', sortCode: '231470', accountNumber: '28821822' },
    })
    const { rows } = await service.db.pool.query('select refund from recipients where id = $1', [
      reply.body.id,
    ])
    expect(rows).toEqual([{ refund: true }])
  })

  it.each([
    ['PRIVATE', 'the legalEntityType PERSON', 'PERSON'],
    ['PRIVATE', 'the legalEntityType PRIVATE', 'PRIVATE'],
    ['PRIVATE', 'a missing legalEntityType', undefined],
    ['BUSINESS', 'the legalEntityType INSTITUTION', 'INSTITUTION'],
    ['BUSINESS', 'the legalEntityType BUSINESS', 'BUSINESS'],
  ])('200 stores the legalType %s for %s', async (legalType, _, legalEntityType) => {
    const ann = await service.createUser()
    const body = { ...account, type: 'SortCode', legalEntityType, profile: ann.business }
    const reply = await ann.call(refundRoute, { body })
    expect([reply.status, reply.body.details?.legalType]).toEqual([200, legalType])
  })

  it('D90: 200 with the same recipient for accountHolderName, for name.fullName, and for both with the same name', async () => {
    const ann = await service.createUser()
    const { name, ...rest } = account
    const accountHolderName = name.fullName
    const ids = []
    for (const holder of [{ name }, { accountHolderName }, { name, accountHolderName }]) {
      const body = { ...rest, ...holder, profile: ann.personal }
      const reply = await ann.call(refundRoute, { body })
      expect(reply.status).toBe(200)
      ids.push(reply.body.id)
    }
    expect(ids).toEqual([expect.any(Number), ids[0], ids[0]])
  })

  it('D90: 422 NOT_VALID for two different names; a faulty name is reported under the field it was sent in', async () => {
    const ann = await service.createUser()
    const { name, ...rest } = account
    const post = (holder: object) =>
      ann.call(refundRoute, { body: { ...rest, ...holder, profile: ann.personal } })
    const both = await post({ name, accountHolderName: 'Ann Other' })
    expect(errorsOf(both)).toEqual([422, 'NOT_VALID accountHolderName'])
    expect(errorsOf(await post({ accountHolderName: 'N' }))).toEqual([
      422,
      'NOT_VALID accountHolderName',
    ])
    expect(errorsOf(await post({ name: { fullName: 'N' } }))).toEqual([
      422,
      'NOT_VALID name.fullName',
    ])
  })

  it('422 NOT_VALID legalType for a faulty details.legalType', async () => {
    const ann = await service.createUser()
    const { legalEntityType: _, ...rest } = account
    const details = { ...account.details, legalType: 'ROBOT' }
    const body = { ...rest, details, profile: ann.personal }
    expect(errorsOf(await ann.call(refundRoute, { body }))).toEqual([422, 'NOT_VALID legalType'])
  })

  it.each([
    ['PRIVATE', '', 'PERSON'],
    ['PRIVATE', '  ', undefined],
    ['BUSINESS', '', 'INSTITUTION'],
  ])(
    '200 stores the legalType %s for the blank details.legalType %j and the legalEntityType %s',
    async (stored, legalType, legalEntityType) => {
      const ann = await service.createUser()
      const details = { ...account.details, legalType }
      const body = { ...account, legalEntityType, details, profile: ann.business }
      const reply = await ann.call(refundRoute, { body })
      expect([reply.status, reply.body.details?.legalType]).toEqual([200, stored])
    },
  )

  it.each([
    { accountHolderName: '', name: { fullName: 'Nora Sample' } },
    { accountHolderName: 'Nora Sample', name: { fullName: ' ' } },
  ])('200 ignores the blank name in %j', async (holder) => {
    const ann = await service.createUser()
    const body = { ...account, ...holder, profile: ann.personal }
    const reply = await ann.call(refundRoute, { body })
    expect([reply.status, reply.body.accountHolderName]).toEqual([200, 'Nora Sample'])
  })

  it('422 REQUIRED name.fullName when both names are blank, and NOT_VALID legalEntityType when details.legalType is blank and the form does not offer the legalEntityType', async () => {
    const ann = await service.createUser()
    const blank = { accountHolderName: ' ', name: { fullName: '' } }
    const body = { ...account, ...blank, profile: ann.personal }
    expect(errorsOf(await ann.call(refundRoute, { body }))).toEqual([422, 'REQUIRED name.fullName'])
    const pakistan = {
      currency: 'PKR',
      type: 'iban',
      legalEntityType: 'BUSINESS',
      details: { legalType: '', IBAN: 'PK36SCBL0000001123456702' },
    }
    const business = await ann.call(refundRoute, {
      body: { ...body, ...pakistan, name: account.name },
    })
    expect(errorsOf(business)).toEqual([422, 'NOT_VALID legalEntityType'])
  })

  it('200 with the id of the existing recipient when POST /v1/accounts has added the same account before', async () => {
    const ann = await service.createUser()
    const { id } = await addRecipient(ann, britain)
    const reply = await ann.call(refundRoute, { body: { ...account, profile: ann.personal } })
    expect([reply.status, reply.body.id]).toEqual([200, id])
  })

  it('200 for an account of each bank form of the source currencies that have balances', async () => {
    const ann = await service.createUser()
    const currencies = sourceCurrencies.filter((code) => balanceCurrencies.includes(code))
    expect(currencies).not.toEqual([])
    for (const currency of currencies) {
      const route = { source: currency, target: currency }
      for (const { type } of accountForms(route, undefined, 1)) {
        if (type === 'email') continue
        const { accountHolderName: fullName, details } = fillForm(type, route)
        const legalEntityType = details['legalType']
        const body = { currency, type, legalEntityType, name: { fullName }, details }
        const reply = await ann.call(refundRoute, { body: { ...body, profile: ann.personal } })
        expect([currency, type, reply.status]).toEqual([currency, type, 200])
      }
    }
  })

  it('422 NOT_VALID for a recipient by e-mail, here and at POST /v1/accounts?refund=true, because a refund needs a bank account', async () => {
    const ann = await service.createUser()
    const body = { ...account, type: 'email', details: { email: 'nora@example.com' } }
    for (const [route, recipient] of [
      [refundRoute, body],
      ['POST /v1/accounts?refund=true', { ...body, accountHolderName: 'Nora Sample' }],
    ] as const) {
      const reply = await ann.call(route, { body: { ...recipient, profile: ann.personal } })
      expect(errorsOf(reply)).toEqual([422, 'NOT_VALID type'])
    }
  })

  it('422 REQUIRED and NOT_VALID have the field names of this endpoint as path', async () => {
    const ann = await service.createUser()
    const body = {
      ...account,
      profile: ann.personal,
      name: {},
      details: { sortCode: '231471x', accountNumber: '28821822' },
    }
    const reply = await ann.call(refundRoute, { body })
    expect(errorsOf(reply)).toEqual([422, 'REQUIRED name.fullName', 'NOT_VALID sortCode'])
  })

  it("404 not.found for another user's profile", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const reply = await ann.call(refundRoute, { body: { ...account, profile: bob.personal } })
    expect(errorsOf(reply)).toEqual([404, 'not.found profile'])
  })
})
