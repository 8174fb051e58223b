import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, createsQuote, ok } from '../../../test/support/transfers.ts'

type Field = { name: string; group: { key: string; required: boolean }[] }

describe('requirements.of-transfer', () => {
  const service = testService()
  const route = 'POST /v1/transfer-requirements'
  const keysOf = (body: { fields: Field[] }[]) =>
    body.flatMap(({ fields }) => fields.flatMap(({ group }) => group.map(({ key }) => key)))

  it('200 returns a form with the reference field and its maximum length for a US account', async () => {
    const ann = await service.createUser()
    const targetAccount = await addsRecipient(ann, 'USD')
    const { id: quoteUuid } = await createsQuote(ann, { target: 'USD', recipient: targetAccount })
    const reply = await ann.call(route, { body: { targetAccount, quoteUuid } })
    expect([reply.status, reply.body]).toEqual([
      200,
      [
        {
          type: 'transfer',
          fields: [
            {
              name: 'Transfer reference',
              group: [
                {
                  key: 'reference',
                  name: 'Transfer reference',
                  type: 'text',
                  refreshRequirementsOnChange: false,
                  required: false,
                  displayFormat: null,
                  example: null,
                  minLength: null,
                  maxLength: 10,
                  validationRegexp: '[a-zA-Z0-9- ]*',
                  validationAsync: null,
                  valuesAllowed: null,
                },
              ],
            },
          ],
        },
      ],
    ])
  })

  it('200 returns another field when a value requires it', async () => {
    const ann = await service.createUser()
    const targetAccount = await addsRecipient(ann, 'USD')
    const terms = { target: 'USD', recipient: targetAccount, amount: 90_000 }
    const { id: quoteUuid } = await createsQuote(ann, terms)
    const getKeys = async (details: object) =>
      keysOf(await ok(ann.call(route, { body: { targetAccount, quoteUuid, details } })))
    expect(await getKeys({})).toEqual(['reference', 'sourceOfFunds'])
    const other = { sourceOfFunds: 'verification.source.of.funds.other' }
    expect(await getKeys(other)).toEqual(['reference', 'sourceOfFunds', 'sourceOfFundsOther'])
  })

  it('200 for an expired quote', async () => {
    const ann = await service.createUser()
    const targetAccount = await addsRecipient(ann)
    const { id: quoteUuid } = await createsQuote(ann, { recipient: targetAccount })
    await service.advance({ minutes: 31 })
    expect((await ann.call(route, { body: { targetAccount, quoteUuid } })).status).toBe(200)
  })

  it("422 error.quote.not.found for an unknown quote and another user's", async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const targetAccount = await addsRecipient(ann)
    for (const quoteUuid of [randomUUID(), (await createsQuote(bob)).id]) {
      const reply = await ann.call(route, { body: { targetAccount, quoteUuid } })
      expect([reply.status, reply.body.errors]).toMatchObject([
        422,
        [{ code: 'error.quote.not.found', path: 'quoteUuid', arguments: [quoteUuid] }],
      ])
    }
  })

  it('422 INVALID_RECIPIENT for a recipient of another currency, profile or user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id: quoteUuid } = await createsQuote(ann)
    const others = [
      await addsRecipient(ann, 'GBP'),
      await addsRecipient(ann, 'EUR', ann.business),
      await addsRecipient(bob),
    ]
    for (const targetAccount of others) {
      const reply = await ann.call(route, { body: { targetAccount, quoteUuid } })
      expect([reply.status, reply.body.errors]).toMatchObject([
        422,
        [{ code: 'INVALID_RECIPIENT', path: 'targetAccount' }],
      ])
    }
  })

  it('422 profile.*.missing for a profile that may not send, equal to the reply of POST /v1/transfers', async () => {
    const details = (change: object) => JSON.stringify({ companyType: 'OTHER', ...change })
    for (const [source, type, profileDetails, code] of [
      ['JPY', 'personal', '{}', 'profile.kana-names.missing'],
      ['GBP', 'business', details({}), 'profile.description.missing'],
      ['GBP', 'business', details({ descriptionOfBusiness: 'Pianos' }), 'profile.webpage.missing'],
    ] as const) {
      const ann = await service.createUser()
      const profile = ann[type]
      await service.db.pool.query('update profiles set details = $2 where id = $1', [
        profile,
        profileDetails,
      ])
      const targetAccount = await addsRecipient(ann, 'EUR', profile)
      const amount = { amount: 10_000, payIn: 'BANK_TRANSFER' } as const
      const terms = { source, profile, recipient: targetAccount, ...amount }
      const { id: quoteUuid } = await createsQuote(ann, terms)
      const request = { targetAccount, quoteUuid }
      const reply = await ann.call(route, { body: request })
      const body = { ...request, customerTransactionId: randomUUID() }
      const refused = await ann.call('POST /v1/transfers', { body })
      expect([reply.status, reply.body.errors]).toMatchObject([422, [{ code, path: 'profile' }]])
      expect([refused.status, refused.body]).toEqual([reply.status, reply.body])
    }
  })
})
