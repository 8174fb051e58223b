// The checks of third-party and partner-licence transfers: the rules of an originator, and the refusals that both operations
// share with POST /v1/transfers.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import { addsRecipient, createsQuote, ok, outcome } from '../../../test/support/transfers.ts'
import { rules } from './rules.ts'
import { partnerRoute, person, thirdPartyRoute, transferBody } from './transfer-bodies.ts'

describe.each([
  ['third-party', thirdPartyRoute, 'originalTransferId'],
  ['partner-licence', partnerRoute, 'customerTransactionId'],
] as const)('a %s transfer', (_, routeOf, key) => {
  const service = testService()
  const create = async (sender: Person, body: object, profile: number = sender.personal) => {
    const reply = await sender.call(routeOf(profile), { body: { [key]: randomUUID(), ...body } })
    return outcome(reply)
  }

  it.each(rules)('rule of an originator: %s', async (_, base, change, expected) => {
    const ann = await service.createUser()
    const body = {
      ...(await transferBody(ann)),
      originator: { ...base, ...change },
      [key]: randomUUID(),
    }
    const reply = await ann.call(routeOf(ann.personal), { body })
    expect(reply.status).toBe(expected.length > 0 ? 422 : 200)
    const faults: { code: string; path: string }[] = reply.body.errors ?? []
    expect(faults.map((fault) => `${fault.code} ${fault.path}`)).toEqual(expected)
  })

  it('404 not.found for a profile of another user', async () => {
    const ann = await service.createUser()
    const bob = await service.createUser()
    expect(await create(bob, await transferBody(ann), ann.personal)).toBe('404 not.found')
  })

  it('422 error.quote.not.found for an unknown quote', async () => {
    const ann = await service.createUser()
    const body = { ...(await transferBody(ann)), quote: randomUUID() }
    expect(await create(ann, body)).toBe('422 error.quote.not.found')
  })

  it('409 quote.already-used for the quote of another transfer', async () => {
    const ann = await service.createUser()
    const body = await transferBody(ann)
    expect(await create(ann, body)).toBe('200')
    expect(await create(ann, body)).toBe('409 quote.already-used')
  })

  it('409 idempotency.key.reused for another body with the same key', async () => {
    const ann = await service.createUser()
    const body = { ...(await transferBody(ann)), [key]: 'ours' }
    expect(await create(ann, body)).toBe('200')
    expect(await create(ann, { ...body, details: {} })).toBe('409 idempotency.key.reused')
  })

  it('422 error.quote.expired for an expired quote', async () => {
    const ann = await service.createUser()
    const body = await transferBody(ann)
    await service.advance({ minutes: 31 })
    expect(await create(ann, body)).toBe('422 error.quote.expired')
  })

  it('422 error.quote.blocked for a currency from which no transfer can be sent', async () => {
    const ann = await service.createUser()
    const quoteInput = { source: 'KPW', amount: 200_000, payIn: 'BANK_TRANSFER' } as const
    const { id: quote } = await createsQuote(ann, quoteInput)
    const body = { quote, targetAccount: await addsRecipient(ann), originator: person }
    expect(await create(ann, body)).toBe('422 error.quote.blocked')
  })

  it('422 INVALID_RECIPIENT for a recipient in another currency', async () => {
    const ann = await service.createUser()
    const body = { ...(await transferBody(ann)), targetAccount: await addsRecipient(ann, 'GBP') }
    expect(await create(ann, body)).toBe('422 INVALID_RECIPIENT')
  })

  it('422 NOT_VALID for a payment reference that is too long', async () => {
    const ann = await service.createUser()
    const body = { ...(await transferBody(ann)), details: { reference: 'x'.repeat(200) } }
    expect(await create(ann, body)).toBe('422 NOT_VALID')
  })

  it('422 REQUIRED for a transfer without the purpose that the route requires', async () => {
    const ann = await service.createUser()
    const account = {
      profile: ann.personal,
      currency: 'CNY',
      type: 'chinese_alipay',
      accountHolderName: 'Nora Sample',
      details: { legalType: 'PRIVATE', accountNumber: 'nora@example.com' },
    }
    const { id: targetAccount } = await ok(ann.call('POST /v1/accounts', { body: account }))
    const { id: quote } = await createsQuote(ann, { target: 'CNY', recipient: targetAccount })
    const body = { targetAccount, quote, originator: person }
    expect(await create(ann, body)).toBe('422 REQUIRED')
  })

  it('422 profile.kana-names.missing for a person who sends JPY', async () => {
    const ann = await service.createUser()
    const quoteInput = { source: 'JPY', amount: 20_000, payIn: 'BANK_TRANSFER' } as const
    const { id: quote } = await createsQuote(ann, quoteInput)
    const body = { quote, targetAccount: await addsRecipient(ann), originator: person }
    expect(await create(ann, body)).toBe('422 profile.kana-names.missing')
  })

  it.each([
    ['profile.description.missing', { webpage: 'https://example.com' }],
    ['profile.webpage.missing', { descriptionOfBusiness: 'We restore old pianos.' }],
  ])('422 %s for a business of type OTHER that lacks this field', async (code, details) => {
    const ann = await service.createUser()
    const { business } = ann
    await service.db.pool.query(
      `update profiles set details = (details - 'webpage' - 'descriptionOfBusiness')
              || '{"companyType":"OTHER"}' || $2::jsonb where id = $1`,
      [business, JSON.stringify(details)],
    )
    const body = await transferBody(ann, { profile: business })
    expect(await create(ann, body, business)).toBe(`422 ${code}`)
  })
})
