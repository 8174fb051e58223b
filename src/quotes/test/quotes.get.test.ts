import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/service.ts'
import { holding } from '../../balances/test/purse.ts'
import { acceptQuote, findQuote, fundQuote } from '../index.ts'
import { quoted, read, refusals, usual } from './asking.ts'

type Option = { payIn: string; disabled: boolean; estimatedDelivery: string | null }

describe('quotes.get', () => {
  const h = house()

  it('200 what POST answered, for every kind of quote', async () => {
    const ann = await h.user()
    const bodies = [
      usual,
      { ...usual, payOut: 'SWIFT_OUR', preferredPayIn: 'CREDIT' },
      { sourceCurrency: 'JPY', targetCurrency: 'KWD', sourceAmount: 500_000 },
      { sourceCurrency: 'GBP', targetCurrency: 'LBP', sourceAmount: 400_000 },
    ]
    for (const body of bodies) {
      const quote = await quoted(ann, body)
      const reply = await read(ann, quote.id)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual(quote)
    }
  })

  it('200 BALANCE opens up when money has come', async () => {
    const ann = await h.user()
    const quote = await quoted(ann)
    await holding(h, ann, 'USD', '500')
    const { paymentOptions } = (await read(ann, quote.id)).body
    const balance = paymentOptions.find(({ payIn }: Option) => payIn === 'BALANCE')
    expect(balance).toMatchObject({ disabled: false })
    expect(balance).not.toHaveProperty('disabledReason')
  })

  it('200 EXPIRED from the moment its time is over, without anything having run', async () => {
    const ann = await h.user()
    const quote = await quoted(ann)
    await h.advance({ minutes: 29, seconds: 59 })
    expect((await read(ann, quote.id)).body.status).toBe('PENDING')
    await h.advance({ seconds: 1 })
    const over = (await read(ann, quote.id)).body
    expect(over).toMatchObject({ status: 'EXPIRED', rate: quote.rate })
    expect(new Set(over.paymentOptions.map((o: Option) => o.estimatedDelivery))).toEqual(
      new Set([null]),
    )
  })

  it('200 ACCEPTED, then FUNDED, for ever, at the same rate and with its BALANCE option', async () => {
    const ann = await h.user()
    const { id, rate } = await quoted(ann)
    const quote = await findQuote(h.db.reader, [ann.personal], id)
    if (quote === undefined) throw new Error('the quote is gone')
    const lock = { counts: false, lockedRateTransfersMax: 3 }
    await h.db.singleStatement((tx) => tx.write(acceptQuote(quote, h.now(), lock)))
    expect((await read(ann, id)).body.status).toBe('ACCEPTED')
    await h.advance({ hours: 100 })
    expect((await read(ann, id)).body.status).toBe('ACCEPTED')
    await h.db.singleStatement((tx) => tx.write(fundQuote(quote)))
    const funded = (await read(ann, id)).body
    expect(funded).toMatchObject({ status: 'FUNDED', rate })
    expect(funded.paymentOptions.map(({ payIn }: Option) => payIn)).toContain('BALANCE')
  })

  it("404 error.quote.not.found for an unknown one and another profile's", async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    const { id } = await quoted(ben)
    const ofBusiness = await quoted(ann, usual, ann.business)
    for (const quoteId of [id, ofBusiness.id, randomUUID()])
      expect(refusals(await read(ann, quoteId))).toEqual(['404 error.quote.not.found quoteId'])
  })

  it("404 not.found for a stranger's profile, 400 for what is no id", async () => {
    const [ann, ben] = [await h.user(), await h.user()]
    const { id } = await quoted(ben)
    const reply = await ann.call(`GET /v3/profiles/${ben.personal}/quotes/${id}`)
    expect(refusals(reply)).toEqual(['404 not.found profileId'])
    expect(refusals(await read(ann, '17'))).toEqual(['400 Pattern quoteId'])
  })
})
