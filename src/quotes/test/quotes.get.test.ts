import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { opensBalanceWith } from '../../balances/test/fixtures.ts'
import { acceptQuote, findQuote, fundQuote } from '../index.ts'
import { createQuote, errorsOf, getQuote, usdToEur } from './quote-requests.ts'

type Option = { payIn: string; disabled: boolean; estimatedDelivery: string | null }

describe('quotes.get', () => {
  const service = testService()

  it('200 returns the quote as POST did', async () => {
    const ann = await service.createUser()
    const bodies = [
      usdToEur,
      { ...usdToEur, payOut: 'SWIFT_OUR', preferredPayIn: 'CREDIT' },
      { sourceCurrency: 'JPY', targetCurrency: 'KWD', sourceAmount: 500_000 },
      { sourceCurrency: 'GBP', targetCurrency: 'LBP', sourceAmount: 400_000 },
    ]
    for (const body of bodies) {
      const quote = await createQuote(ann, body)
      const reply = await getQuote(ann, quote.id)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual(quote)
    }
  })

  it('200 enables BALANCE when the balance covers the amount', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann)
    await opensBalanceWith(service, ann, 'USD', '500')
    const { status, body } = await getQuote(ann, quote.id)
    expect(status).toBe(200)
    const balance = body.paymentOptions.find(({ payIn }: Option) => payIn === 'BALANCE')
    expect(balance).toMatchObject({ disabled: false })
    expect(balance).not.toHaveProperty('disabledReason')
  })

  it('200 returns the status EXPIRED from 30 minutes after creation on', async () => {
    const ann = await service.createUser()
    const quote = await createQuote(ann)
    await service.advance({ minutes: 29, seconds: 59 })
    expect((await getQuote(ann, quote.id)).body.status).toBe('PENDING')
    await service.advance({ seconds: 1 })
    const expired = (await getQuote(ann, quote.id)).body
    expect(expired).toMatchObject({ status: 'EXPIRED', rate: quote.rate })
    const estimates = expired.paymentOptions.map((option: Option) => option.estimatedDelivery)
    expect(new Set(estimates)).toEqual(new Set([null]))
  })

  it('200 returns ACCEPTED and FUNDED quotes 100 hours later with the same rate and the BALANCE option', async () => {
    const ann = await service.createUser()
    const { id, rate } = await createQuote(ann)
    const quote = await findQuote(service.db.reader, [ann.personal], id)
    if (quote === undefined) throw new Error('the quote was not found')
    const hold = { isCounted: false, lockedRateTransfersMax: 3 }
    await service.db.oneStatement((tx) => tx.write(acceptQuote(quote, service.now(), hold)))
    expect((await getQuote(ann, id)).body.status).toBe('ACCEPTED')
    await service.advance({ hours: 100 })
    const accepted = (await getQuote(ann, id)).body
    expect(accepted).toMatchObject({ status: 'ACCEPTED', rate })
    expect(accepted.paymentOptions.map(({ payIn }: Option) => payIn)).toContain('BALANCE')
    await service.db.oneStatement((tx) => tx.write(fundQuote(quote)))
    const funded = (await getQuote(ann, id)).body
    expect(funded).toMatchObject({ status: 'FUNDED', rate })
    expect(funded.paymentOptions.map(({ payIn }: Option) => payIn)).toContain('BALANCE')
  })

  it("404 error.quote.not.found for an unknown id and another profile's quote", async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const { id } = await createQuote(ben)
    const ofBusiness = await createQuote(ann, usdToEur, ann.business)
    for (const quoteId of [id, ofBusiness.id, randomUUID()])
      expect(errorsOf(await getQuote(ann, quoteId))).toEqual(['404 error.quote.not.found quoteId'])
  })

  it("404 not.found for another user's profile, 400 Pattern for an invalid id", async () => {
    const [ann, ben] = [await service.createUser(), await service.createUser()]
    const { id } = await createQuote(ben)
    const reply = await ann.call(`GET /v3/profiles/${ben.personal}/quotes/${id}`)
    expect(errorsOf(reply)).toEqual(['404 not.found profileId'])
    expect(errorsOf(await getQuote(ann, '17'))).toEqual(['400 Pattern quoteId'])
  })
})
