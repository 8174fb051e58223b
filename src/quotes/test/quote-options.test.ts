// The payment options of a quote: which come first, which are disabled, and what they cost.

import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { opensBalanceWith } from '../../balances/test/fixtures.ts'
import { createQuote, getQuote, usdToEur } from './quote-requests.ts'

type Option = { payIn: string; payOut: string; disabled: boolean; disabledReason?: object }
const payIns = (quote: { paymentOptions: Option[] }) =>
  quote.paymentOptions.map(({ payIn }) => payIn)
const optionOf = (quote: { paymentOptions: Option[] }, payIn: string) =>
  quote.paymentOptions.find((option) => option.payIn === payIn)

describe('the options of a quote', () => {
  const service = testService()

  it('200 returns the option of preferredPayIn first, and payOut unchanged', async () => {
    const ann = await service.createUser()
    const all = ['BALANCE', 'DIRECT_DEBIT', 'BANK_TRANSFER', 'DEBIT', 'CREDIT', 'CARD']
    expect(payIns(await createQuote(ann))[0]).toBe('BANK_TRANSFER')
    for (const preferredPayIn of ['BALANCE', 'BANK_TRANSFER', 'CARD']) {
      const quote = await createQuote(ann, { ...usdToEur, preferredPayIn })
      expect(payIns(quote)[0]).toBe(preferredPayIn)
      expect([...payIns(quote)].sort()).toEqual([...all].sort())
      expect(quote).toMatchObject({ preferredPayIn, payOut: 'BANK_TRANSFER' })
    }
  })

  it('200 disables BALANCE with a reason until the balance covers the amount', async () => {
    const ann = await service.createUser()
    const without = optionOf(await createQuote(ann), 'BALANCE')
    expect(without).toMatchObject({
      disabled: true,
      disabledReason: {
        code: 'error.payInmethod.disabled',
        message: expect.stringContaining('Open a USD balance'),
        arguments: [],
      },
    })
    await opensBalanceWith(service, ann, 'USD', '117')
    const short = optionOf(await createQuote(ann, { ...usdToEur, targetAmount: 200 }), 'BALANCE')
    expect(short?.disabledReason).toMatchObject({ message: expect.stringContaining('not cover') })
    const covered = optionOf(await createQuote(ann), 'BALANCE')
    expect(covered).toMatchObject({ disabled: false })
    expect(covered).not.toHaveProperty('disabledReason')
  })

  it('200 disables an option below the minimum with a reason, also in GET', async () => {
    const ann = await service.createUser()
    const little = { sourceCurrency: 'USD', targetCurrency: 'GBP', sourceAmount: 1.8 }
    const quote = await createQuote(ann, little)
    expect(optionOf(quote, 'BANK_TRANSFER')).toMatchObject({ disabled: false })
    expect(optionOf(quote, 'DIRECT_DEBIT')).toMatchObject({
      disabled: true,
      disabledReason: {
        code: 'error.payInmethod.disabled',
        message: expect.stringContaining('less than 1.00 GBP'),
        arguments: [],
      },
    })
    expect((await getQuote(ann, quote.id)).body.paymentOptions).toEqual(quote.paymentOptions)
  })

  it('D92: payInProduct names the product of each pay-in method', async () => {
    const { paymentOptions } = await createQuote(await service.createUser())
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

  it('D92: preferredPayIn is by default BANK_TRANSFER, and BALANCE for a quote to a balance; otherwise as requested', async () => {
    const ann = await service.createUser()
    expect((await createQuote(ann)).preferredPayIn).toBe('BANK_TRANSFER')
    expect((await createQuote(ann, { ...usdToEur, payOut: 'BALANCE' })).preferredPayIn).toBe(
      'BALANCE',
    )
    const card = await createQuote(ann, { ...usdToEur, payOut: 'BALANCE', preferredPayIn: 'CARD' })
    expect(card.preferredPayIn).toBe('CARD')
  })

  it('a quote to a balance has BALANCE as its first option, for a smaller fee than the first option of a quote to a bank', async () => {
    const ann = await service.createUser()
    const toBank = await createQuote(ann)
    const quote = await createQuote(ann, { ...usdToEur, payOut: 'BALANCE' })
    expect(payIns(quote)[0]).toBe('BALANCE')
    const { fee } = quote.paymentOptions[0]
    expect(fee.total).toBeLessThan(toBank.paymentOptions[0].fee.total)
  })

  it('SWIFT costs more than BANK_TRANSFER, and SWIFT_OUR more than SWIFT', async () => {
    const ann = await service.createUser()
    const feeOf = async (payOut: string) =>
      (await createQuote(ann, { ...usdToEur, payOut })).paymentOptions[0].fee.total
    const [bank, swift, our] = [
      await feeOf('BANK_TRANSFER'),
      await feeOf('SWIFT'),
      await feeOf('SWIFT_OUR'),
    ]
    expect(bank).toBeLessThan(swift)
    expect(swift).toBeLessThan(our)
  })

  it("quotes of an application's users contain the price of the application in fee.partner and as a PARTNER item; other quotes have the fee.partner 0", async () => {
    const client = await service.createClient({ partnerPrice: '0.005' })
    const ann = await service.createUser({ applicationId: client.applicationId })
    const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 1000 }
    const quote = await createQuote(ann, body)
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
    const [option] = (await createQuote(await service.createUser(), body)).paymentOptions
    expect(option.fee.partner).toBe(0)
  })

  it('a large amount gets a discount and a warning', async () => {
    const body = { sourceCurrency: 'GBP', targetCurrency: 'EUR', sourceAmount: 400_000 }
    const quote = await createQuote(await service.createUser(), body)
    const [{ fee, price }] = quote.paymentOptions
    expect(fee.discount).toBeGreaterThan(0)
    expect(price.items.at(-1)).toMatchObject({
      type: 'DISCOUNT',
      value: { amount: -fee.discount, label: `-${fee.discount.toFixed(2)} GBP` },
    })
    expect(quote.notices).toEqual([{ type: 'WARNING', text: expect.any(String), link: null }])
    expect(quote.transferFlowConfig.highAmount.showFeePercentage).toBe(true)
  })

  it('a closed route is quoted with a BLOCKED notice', async () => {
    const body = { sourceCurrency: 'KPW', targetCurrency: 'EUR', targetAmount: 100 }
    const quote = await createQuote(await service.createUser(), body)
    expect(quote.notices).toMatchObject([{ type: 'BLOCKED' }])
  })

  it('a quote within one currency has the rate 1', async () => {
    const body = { sourceCurrency: 'EUR', targetCurrency: 'EUR', targetAmount: 10 }
    expect(await createQuote(await service.createUser(), body)).toMatchObject({ rate: 1 })
  })
})
