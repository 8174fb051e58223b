import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { holding } from '../../balances/test/purse.ts'
import { added, america, britain, byEmail, germany } from '../../recipients/test/samples.ts'
import { ask, dollarsAbroad, quoted, read, refusals, usual } from './asking.ts'

type Option = { payIn: string; payOut: string; disabled: boolean; disabledReason?: object }
const payIns = (quote: { paymentOptions: Option[] }) =>
  quote.paymentOptions.map(({ payIn }) => payIn)
const optionOf = (quote: { paymentOptions: Option[] }, payIn: string) =>
  quote.paymentOptions.find((option) => option.payIn === payIn)

describe('quotes.create', () => {
  const h = house()

  it('200 every field of a quote, with only the amount that was given', async () => {
    const ann = await h.user()
    const quote = await quoted(ann)
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
    const bySource = await quoted(ann, { ...usual, targetAmount: null, sourceAmount: '100.50' })
    expect(bySource).toMatchObject({ sourceAmount: 100.5, providedAmountType: 'SOURCE' })
    expect(bySource).not.toHaveProperty('targetAmount')
  })

  it('200 the fields in the order in which quotes were recorded', async () => {
    const ann = await h.user()
    const quote = await quoted(ann)
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

  it('200 every field of a payment option', async () => {
    const quote = await quoted(await h.user())
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

  it('200 the preferred way of paying in comes first, and the way out stays', async () => {
    const ann = await h.user()
    const all = ['BALANCE', 'DIRECT_DEBIT', 'BANK_TRANSFER', 'DEBIT', 'CREDIT', 'CARD']
    expect(payIns(await quoted(ann))[0]).toBe('BANK_TRANSFER')
    for (const preferredPayIn of ['BALANCE', 'BANK_TRANSFER', 'CARD']) {
      const quote = await quoted(ann, { ...usual, preferredPayIn })
      expect(payIns(quote)[0]).toBe(preferredPayIn)
      expect([...payIns(quote)].sort()).toEqual([...all].sort())
      expect(quote).toMatchObject({ preferredPayIn, payOut: 'BANK_TRANSFER' })
    }
  })

  it('200 BALANCE is disabled, with the reason, until the balance covers it', async () => {
    const ann = await h.user()
    const none = optionOf(await quoted(ann), 'BALANCE')
    expect(none).toMatchObject({
      disabled: true,
      disabledReason: {
        code: 'error.payInmethod.disabled',
        message: expect.stringContaining('Open a USD balance'),
        arguments: [],
      },
    })
    await holding(h, ann, 'USD', '117')
    const short = optionOf(await quoted(ann, { ...usual, targetAmount: 200 }), 'BALANCE')
    expect(short?.disabledReason).toMatchObject({ message: expect.stringContaining('not cover') })
    const covered = optionOf(await quoted(ann), 'BALANCE')
    expect(covered).toMatchObject({ disabled: false })
    expect(covered).not.toHaveProperty('disabledReason')
  })

  it('200 a way by which too little would arrive is disabled, with the reason, now and later', async () => {
    const ann = await h.user()
    const little = { sourceCurrency: 'USD', targetCurrency: 'GBP', sourceAmount: 1.8 }
    const quote = await quoted(ann, little)
    expect(optionOf(quote, 'BANK_TRANSFER')).toMatchObject({ disabled: false })
    expect(optionOf(quote, 'DIRECT_DEBIT')).toMatchObject({
      disabled: true,
      disabledReason: {
        code: 'error.payInmethod.disabled',
        message: expect.stringContaining('less than 1.00 GBP'),
        arguments: [],
      },
    })
    expect((await read(ann, quote.id)).body.paymentOptions).toEqual(quote.paymentOptions)
  })

  it('D92: payInProduct names the product of each pay-in method', async () => {
    const { paymentOptions } = await quoted(await h.user())
    const products = Object.fromEntries(
      paymentOptions.map(({ payIn, payInProduct }: Record<string, string>) => [
        payIn,
        payInProduct,
      ]),
    )
    expect(products).toEqual({
      BALANCE: 'BALANCE',
      BANK_TRANSFER: 'CHEAP',
      DIRECT_DEBIT: 'EASY',
      DEBIT: 'FAST',
      CREDIT: 'FAST',
      CARD: 'FAST',
    })
  })

  it('D92: preferredPayIn is BANK_TRANSFER by default, and BALANCE for a quote between balances', async () => {
    const ann = await h.user()
    expect((await quoted(ann)).preferredPayIn).toBe('BANK_TRANSFER')
    expect((await quoted(ann, { ...usual, payOut: 'BALANCE' })).preferredPayIn).toBe('BALANCE')
    const card = await quoted(ann, { ...usual, payOut: 'BALANCE', preferredPayIn: 'CARD' })
    expect(card.preferredPayIn).toBe('CARD')
  })

  it('200 a quote to a balance is paid from one, for less', async () => {
    const ann = await h.user()
    const usually = await quoted(ann)
    const quote = await quoted(ann, { ...usual, payOut: 'BALANCE' })
    expect(payIns(quote)[0]).toBe('BALANCE')
    const { fee } = quote.paymentOptions[0]
    expect(fee.total).toBeLessThan(usually.paymentOptions[0].fee.total)
  })

  it('200 the other ways out cost more', async () => {
    const ann = await h.user()
    const feeOf = async (payOut: string) =>
      (await quoted(ann, { ...usual, payOut })).paymentOptions[0].fee.total
    const [bank, swift, our] = [
      await feeOf('BANK_TRANSFER'),
      await feeOf('SWIFT'),
      await feeOf('SWIFT_OUR'),
    ]
    expect(bank).toBeLessThan(swift)
    expect(swift).toBeLessThan(our)
  })

  it('200 a recipient sets the way out, and its country', async () => {
    const ann = await h.user()
    const iban = await added(ann, germany)
    const toEur = { sourceCurrency: 'GBP', targetCurrency: 'EUR', targetAmount: 100 }
    expect(await quoted(ann, { ...toEur, targetAccount: iban.id })).toMatchObject({
      targetAccount: iban.id,
      targetAccountDetailsOwnedByProfile: false,
      payOut: 'BANK_TRANSFER',
      payOutCountry: 'DE',
    })
    const far = await added(ann, dollarsAbroad)
    const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', targetAmount: 100 }
    const quote = await quoted(ann, { ...toUsd, targetAccount: String(far.id) })
    expect(quote).toMatchObject({ targetAccount: far.id, payOut: 'SWIFT' })
    expect(quote.paymentOptions.every(({ payOut }: Option) => payOut === 'SWIFT')).toBe(true)
    const our = await quoted(ann, { ...toUsd, targetAccount: far.id, payOut: 'SWIFT_OUR' })
    expect(our.payOut).toBe('SWIFT_OUR')
  })

  it("200 an application's price is on its users' quotes, as a part and as a line", async () => {
    const client = await h.client({ partnerPrice: '0.005' })
    const ann = await h.user({ applicationId: client.applicationId })
    const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 1000 }
    const quote = await quoted(ann, body)
    expect(quote.clientId).toBe(client.clientKey)
    const [{ fee, price }] = quote.paymentOptions
    expect(fee.partner).toBe(5)
    expect(fee.total).toBeCloseTo(fee.provider + fee.payIn - fee.discount + 5, 2)
    expect(price.items).toContainEqual(
      expect.objectContaining({
        type: 'PARTNER',
        value: { amount: 5, currency: 'GBP', label: '5.00 GBP' },
      }),
    )
    const [own] = (await quoted(await h.user(), body)).paymentOptions
    expect(own.fee.partner).toBe(0)
  })

  it('200 a large amount gets a discount and a warning', async () => {
    const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 400_000 }
    const quote = await quoted(await h.user(), body)
    const [{ fee, price }] = quote.paymentOptions
    expect(fee.discount).toBeGreaterThan(0)
    expect(price.items.at(-1)).toMatchObject({
      type: 'DISCOUNT',
      value: { amount: -fee.discount, label: `-${fee.discount.toFixed(2)} GBP` },
    })
    expect(quote.notices).toEqual([{ type: 'WARNING', text: expect.any(String), link: null }])
    expect(quote.transferFlowConfig.highAmount.showFeePercentage).toBe(true)
  })

  it('200 a closed route is quoted with a BLOCKED notice', async () => {
    const body = { sourceCurrency: 'KPW', targetCurrency: 'EUR', targetAmount: 100 }
    const quote = await quoted(await h.user(), body)
    expect(quote.notices).toMatchObject([{ type: 'BLOCKED' }])
  })

  it('200 within one currency, at rate 1', async () => {
    const body = { sourceCurrency: 'EUR', targetCurrency: 'EUR', targetAmount: 10 }
    expect(await quoted(await h.user(), body)).toMatchObject({ rate: 1 })
  })

  it('D91: 200 a new quote each time, although every request carries the same key', async () => {
    const ann = await h.user()
    const request = { body: usual, headers: { 'x-idempotence-uuid': randomUUID() } }
    const route = `POST /v3/profiles/${ann.personal}/quotes`
    const first = await ann.call(route, request)
    const again = await ann.call(route, request)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.id).not.toBe(first.body.id)
    expect(again.headers).not.toHaveProperty('idempotency-replayed')
  })

  it('200 what nobody declared, and another profile in the body, are ignored', async () => {
    const ann = await h.user()
    const quote = await quoted(ann, { ...usual, profile: ann.business, colour: 'blue' })
    expect(quote.profile).toBe(ann.personal)
    expect((await read(ann, quote.id)).status).toBe(200)
  })

  const amounts = { sourceCurrency: 'GBP', targetCurrency: 'EUR' }
  it.each([
    [{ ...usual, sourceCurrency: 'ABC' }, ['400 CurrencyCode sourceCurrency']],
    [{ ...usual, targetCurrency: 'HRK' }, ['400 CurrencyDeprecated targetCurrency']],
    [{ ...amounts, sourceAmount: 0 }, ['400 error.greaterThanZero sourceAmount']],
    [{ ...amounts, targetAmount: -3 }, ['400 error.greaterThanZero targetAmount']],
    [amounts, ['400 error.quote.amount.onlySingle sourceAmount']],
    [
      { ...amounts, sourceAmount: 1, targetAmount: 1 },
      ['400 error.quote.amount.onlySingle sourceAmount'],
    ],
    [{ ...amounts, sourceAmount: 1.234 }, ['422 error.amount.precision sourceAmount']],
    [
      { ...amounts, targetAmount: '1234567890123.456' },
      ['422 error.amount.precision targetAmount'],
    ],
    [{ ...usual, sourceCurrency: 'CNY' }, ['422 error.route.not.supported -']],
    [{ ...usual, payOut: 'CA_NETWORK' }, ['422 error.payOut.not.supported payOut']],
    [
      { ...usual, sourceCurrency: 'ALL', preferredPayIn: 'CARD' },
      ['422 error.payIn.not.supported preferredPayIn'],
    ],
    [{ ...amounts, targetAmount: 0.01 }, ['422 error.amount.too-low targetAmount']],
    [{ ...amounts, sourceAmount: 999_999_999 }, ['422 error.amount.too-high sourceAmount']],
    [{ ...amounts, sourceAmount: 0.2 }, ['422 error.fee.exceeds-amount sourceAmount']],
    [
      {
        sourceCurrency: 'GBP',
        targetCurrency: 'NOK',
        targetAccount: 99,
        payOut: 'CA_NETWORK',
        sourceAmount: 9,
      },
      ['422 error.payOut.not.supported payOut', '422 INVALID_RECIPIENT targetAccount'],
    ],
    [{ targetCurrency: 'EUR', sourceCurrency: 5 }, ['400 TypeMismatch sourceCurrency']],
    [{ ...usual, payOut: 'PIGEON' }, ['400 NotAllowed payOut']],
  ])('refuses %j: %j', async (body, wanted) => {
    expect(refusals(await ask(await h.user(), body)).sort()).toEqual([...wanted].sort())
  })

  it('422 error.route.not.supported names the pair', async () => {
    const reply = await ask(await h.user(), { ...usual, sourceCurrency: 'CNY' })
    expect(reply.body.errors).toEqual([
      {
        code: 'error.route.not.supported',
        message: 'This route is not supported',
        arguments: ['CNY-EUR'],
      },
    ])
  })

  it('422 INVALID_RECIPIENT for one of another currency, profile, or none at all', async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    const pounds = await added(ann, britain)
    const foreign = await added(ben, germany)
    const ofBusiness = await added(ann, germany, ann.business)
    const gone = await added(ann, byEmail)
    await ann.call(`DELETE /v2/accounts/${gone.id}`)
    for (const { id } of [pounds, foreign, ofBusiness, gone, { id: 4242 }, { id: 0 }])
      expect(refusals(await ask(ann, { ...usual, targetAccount: id }))).toEqual([
        '422 INVALID_RECIPIENT targetAccount',
      ])
  })

  it('422 INVALID_RECIPIENT under the key that the route asks for (D17)', async () => {
    const ann = await h.user()
    // Dollars need the recipient's whole address; this account was added without one.
    const { address: _, ...details } = america.details
    const bare = await added(ann, { ...america, details })
    const toUsd = { sourceCurrency: 'EUR', targetCurrency: 'USD', targetAmount: 100 }
    const reply = await ask(ann, { ...toUsd, targetAccount: bare.id })
    expect(refusals(reply)).toContain('422 INVALID_RECIPIENT address.country')
  })

  it("404 not.found for a stranger's profile", async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    expect(refusals(await ask(ann, usual, ben.personal))).toEqual(['404 not.found profileId'])
  })

  it('401 without a token', async () => {
    const ann = await h.user()
    const reply = await h.call(`POST /v3/profiles/${ann.personal}/quotes`, { body: usual })
    expect(reply.status).toBe(401)
  })
})
