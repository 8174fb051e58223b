import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addRecipient, america, britain, byEmail, germany } from '../../recipients/test/samples.ts'
import { declareInvalidOrderTests } from './invalid-orders.ts'
import {
  createQuote,
  dollarsAbroad,
  errorsOf,
  getQuote,
  postQuote,
  usdToEur,
} from './quote-requests.ts'

type Option = { payOut: string; disabled: boolean }

describe('quotes.create', () => {
  const service = testService()

  it('200 returns every field of a quote, and only the amount that the request has', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann)
    expect(quote).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'REGULAR',
      status: 'PENDING',
      user: ann.userId,
      profile: ann.personal,
      clientId: 'personal',
      sourceCurrency: 'USD',
      targetCurrency: 'EUR',
      targetAmount: 100,
      payOut: 'BANK_TRANSFER',
      preferredPayIn: 'BANK_TRANSFER',
      payInCountry: 'US',
      payOutCountry: expect.stringMatching(/^[A-Z]{2}$/),
      targetAccount: null,
      targetAccountDetailsOwnedByProfile: null,
      rate: expect.any(Number),
      rateType: 'FIXED',
      rateTimestamp: '2026-01-05T10:00:00Z',
      createdTime: '2026-01-05T10:00:00Z',
      expirationTime: '2026-01-05T10:30:00Z',
      rateExpirationTime: '2026-01-05T10:30:00Z',
      guaranteedTargetAmount: false,
      guaranteedTargetAmountAllowed: false,
      targetAmountAllowed: true,
      providedAmountType: 'TARGET',
      funding: 'POST',
      notices: [],
      transferFlowConfig: { highAmount: { showFeePercentage: false } },
      paymentOptions: expect.any(Array),
    })
    const bySource = await createQuote(ann, {
      ...usdToEur,
      targetAmount: null,
      sourceAmount: '100.50',
    })
    expect(bySource).toMatchObject({ sourceAmount: 100.5, providedAmountType: 'SOURCE' })
    expect(bySource).not.toHaveProperty('targetAmount')
  })

  it('200 returns the fields in the order of the recorded quotes (Facts 6)', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann)
    expect(Object.keys(quote).join(' ')).toBe(
      'id type status user profile clientId sourceCurrency targetCurrency targetAmount payOut ' +
        'preferredPayIn payInCountry payOutCountry targetAccount rate rateType rateTimestamp ' +
        'createdTime expirationTime rateExpirationTime guaranteedTargetAmount ' +
        'guaranteedTargetAmountAllowed targetAmountAllowed providedAmountType funding ' +
        'targetAccountDetailsOwnedByProfile notices transferFlowConfig paymentOptions',
    )
    const option = quote.paymentOptions.find(({ disabled }: Option) => disabled)
    expect(Object.keys(option).join(' ')).toBe(
      'formattedEstimatedDelivery estimatedDeliveryDelays allowedProfileTypes feePercentage ' +
        'estimatedDelivery sourceAmount targetAmount sourceCurrency targetCurrency payOut payIn ' +
        'payInProduct price fee disabled disabledReason',
    )
    expect(Object.keys(option.fee).join(' ')).toBe(
      'provider payIn discount total priceSetId partner',
    )
  })

  it('200 returns every field of a payment option', async () => {
    const quote = await createQuote(await service.createUser())
    const [option] = quote.paymentOptions
    const { total } = option.fee
    expect(option).toEqual({
      disabled: false,
      estimatedDelivery: expect.stringMatching(/^2026-01-\d\dT\d\d:\d\d:\d\dZ$/),
      formattedEstimatedDelivery: expect.any(String),
      estimatedDeliveryDelays: [],
      allowedProfileTypes: ['PERSONAL', 'BUSINESS'],
      payIn: 'BANK_TRANSFER',
      payInProduct: 'CHEAP',
      payOut: 'BANK_TRANSFER',
      sourceAmount: expect.any(Number),
      targetAmount: 100,
      sourceCurrency: 'USD',
      targetCurrency: 'EUR',
      feePercentage: expect.any(Number),
      price: {
        priceSetId: expect.any(Number),
        total: {
          id: 1,
          type: 'TOTAL',
          label: 'Total fees',
          value: { amount: total, currency: 'USD', label: `${total.toFixed(2)} USD` },
          explanation: { plainText: expect.any(String), markdown: expect.any(String) },
        },
        items: [
          {
            id: 2,
            type: 'FEE',
            label: 'fee',
            value: { amount: 0, currency: 'USD', label: '0 USD' },
            explanation: { plainText: expect.any(String), markdown: expect.any(String) },
          },
          {
            id: 3,
            type: 'PROVIDER',
            label: 'Our fee',
            value: { amount: total, currency: 'USD', label: `${total.toFixed(2)} USD` },
            explanation: { plainText: expect.any(String), markdown: expect.any(String) },
          },
        ],
        priceDecisionReferenceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
      fee: {
        provider: total,
        payIn: 0,
        discount: 0,
        partner: 0,
        total,
        priceSetId: option.price.priceSetId,
      },
    })
  })

  it('the recipient decides payOut and payOutCountry; the request may name SWIFT_OUR instead of SWIFT', async () => {
    const ann = await service.createUser()
    const iban = await addRecipient(ann, germany)
    const toEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR', targetAmount: 100 }
    expect(await createQuote(ann, { ...toEur, targetAccount: iban.id })).toMatchObject({
      targetAccount: iban.id,
      targetAccountDetailsOwnedByProfile: false,
      payOut: 'BANK_TRANSFER',
      payOutCountry: 'DE',
    })
    const abroad = await addRecipient(ann, dollarsAbroad)
    const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', targetAmount: 100 }
    const quote = await createQuote(ann, { ...toUsd, targetAccount: String(abroad.id) })
    expect(quote).toMatchObject({ targetAccount: abroad.id, payOut: 'SWIFT' })
    expect(quote.paymentOptions.every(({ payOut }: Option) => payOut === 'SWIFT')).toBe(true)
    const our = await createQuote(ann, { ...toUsd, targetAccount: abroad.id, payOut: 'SWIFT_OUR' })
    expect(our.payOut).toBe('SWIFT_OUR')
  })

  it('D91: 200 creates a new quote for each request, even with the same idempotency key', async () => {
    const ann = await service.createUser()
    const request = { body: usdToEur, headers: { 'x-idempotence-uuid': randomUUID() } }
    const route = `POST /v3/profiles/${ann.personal}/quotes`
    const first = await ann.call(route, request)
    const second = await ann.call(route, request)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.id).not.toBe(first.body.id)
    expect(second.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('200 ignores undeclared fields, among them a profile in the body', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann, { ...usdToEur, profile: ann.business, colour: 'blue' })
    expect(quote.profile).toBe(ann.personal)
    expect((await getQuote(ann, quote.id)).status).toBe(200)
  })

  declareInvalidOrderTests(async (order) => postQuote(await service.createUser(), order))

  it.each([
    [
      {
        sourceCurrency: 'GBP',
        targetCurrency: 'NOK',
        targetAccount: 99,
        payOut: 'CA_NETWORK',
        sourceAmount: 9,
      },
      ['422 INVALID_RECIPIENT targetAccount', '422 error.payOut.not.supported payOut'],
    ],
    [{ targetCurrency: 'EUR', sourceCurrency: 5 }, ['400 TypeMismatch sourceCurrency']],
    [{ ...usdToEur, payOut: 'PIGEON' }, ['400 NotAllowed payOut']],
  ])('refuses %j: %j', async (body, errors) => {
    expect(errorsOf(await postQuote(await service.createUser(), body)).sort()).toEqual(errors)
  })

  it('422 error.route.not.supported names the pair in arguments', async () => {
    const reply = await postQuote(await service.createUser(), {
      ...usdToEur,
      sourceCurrency: 'CNY',
    })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([
      {
        code: 'error.route.not.supported',
        message: 'This route is not supported',
        arguments: ['CNY-EUR'],
      },
    ])
  })

  it('422 INVALID_RECIPIENT for a recipient of another currency or profile, a deactivated one and an unknown id', async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const pounds = await addRecipient(ann, britain)
    const foreign = await addRecipient(ben, germany)
    const ofBusiness = await addRecipient(ann, germany, ann.business)
    const deactivated = await addRecipient(ann, byEmail)
    expect((await ann.call(`DELETE /v2/accounts/${deactivated.id}`)).status).toBe(200)
    for (const { id } of [pounds, foreign, ofBusiness, deactivated, { id: 4242 }, { id: 0 }])
      expect(errorsOf(await postQuote(ann, { ...usdToEur, targetAccount: id }))).toEqual([
        '422 INVALID_RECIPIENT targetAccount',
      ])
  })

  it('422 INVALID_RECIPIENT names the form key that the route requires (D17)', async () => {
    const ann = await service.createUser()
    // A transfer of dollars requires the recipient's whole address; this account was added without one.
    const { address: _, ...details } = america.details
    const withoutAddress = await addRecipient(ann, { ...america, details })
    const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', targetAmount: 100 }
    const reply = await postQuote(ann, { ...toUsd, targetAccount: withoutAddress.id })
    expect(errorsOf(reply)).toContain('422 INVALID_RECIPIENT address.country')
  })

  it("404 not.found for another user's profile", async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    expect(errorsOf(await postQuote(ann, usdToEur, ben.personal))).toEqual([
      '404 not.found profileId',
    ])
  })

  it('401 unauthorized without a token', async () => {
    const ann = await service.createUser()
    const reply = await service.call(`POST /v3/profiles/${ann.personal}/quotes`, { body: usdToEur })
    expect([reply.status, reply.body.error]).toEqual([401, 'unauthorized'])
  })
})
