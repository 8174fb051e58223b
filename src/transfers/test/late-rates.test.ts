// A rate is owed for its lock only (D111a): whoever makes money wait gains nothing by a rate that moved
// meanwhile.

import { describe, expect, it } from 'vitest'
import { completes, payIn, readsGroup } from '../../../test/support/batching.ts'
import { accountBalance, houseBalances } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { movesRate } from '../../../test/support/rate-moves.ts'
import { fund, holds, ok, quotes, reads, sends, step } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'
import { byEmail } from '../../claims/test/claiming.ts'

describe('money that a case holds', () => {
  const h = house()
  const verifies = (ann: Person) => ok(ann.call('POST /v1/simulation/verify-profile'))
  const payments = (ann: Person, id: number) => ok(ann.call(`GET /v1/transfers/${id}/payments`))
  const ledgerOf = (ann: Person, id: number) =>
    accountBalance(h.db.reader, ann.personal, `transfer:${id}`, 'EUR')

  /** Paid within the lock by somebody whom nobody has verified. */
  async function heldUp(wanted: Parameters<typeof sends>[1] = {}) {
    await movesRate(h, 'EUR', '0.9')
    const ann = await h.user({ verified: false })
    const balance = await holds(ann, 'GBP', 500)
    const made = await sends(ann, wanted)
    await ok(fund(ann, made.id))
    return { ann, balance, ...made } as { ann: Person; balance: number; id: number } & Record<
      'rate' | 'targetValue' | 'sourceValue',
      number
    >
  }

  it.each([
    ['rose', '1.8', 2],
    ['fell', '0.45', 0.5],
  ])('D111a: is priced again when it is exchanged, when the rate %s', async (_, perUsd, factor) => {
    const { ann, id, rate, targetValue } = await heldUp()
    await h.advance({ minutes: 31 })
    await movesRate(h, 'EUR', perUsd)
    expect(await reads(ann, id)).toMatchObject({ status: 'processing', rate: 0, targetValue: 0 })
    await verifies(ann)
    expect(await reads(ann, id)).toMatchObject({ rate: 0, targetValue: 0, hasActiveIssues: false })
    const converted = await ok(step(ann, id, 'funds_converted'))
    expect(converted.rate).toBeCloseTo(rate * factor, 5)
    expect(converted.targetValue).toBeCloseTo(targetValue * factor, 1)
    expect(await reads(ann, id)).toMatchObject({ targetValue: converted.targetValue })
    const [payment] = await payments(ann, id)
    const { value, currency } = payment.rateDifference
    expect([value.toFixed(2), currency]).toEqual([
      (converted.targetValue - targetValue).toFixed(2),
      'EUR',
    ])
    expect(await ledgerOf(ann, id)).toBe(BigInt(Math.round(converted.targetValue * 100)))
  })

  it('D111a: and S comes back whole when it bounces, with nothing left at the desk', async () => {
    const { ann, id, balance } = await heldUp()
    await h.advance({ minutes: 31 })
    await movesRate(h, 'EUR', '1.35')
    await verifies(ann)
    for (const name of ['funds_converted', 'outgoing_payment_sent', 'bounced_back'])
      await ok(step(ann, id, name))
    await ok(step(ann, id, 'funds_refunded'))
    expect(await payments(ann, id)).toMatchObject([
      { type: 'PAYMENT', rateDifference: { currency: 'EUR' } },
      { type: 'REFUND', amount: 100, rateDifference: null },
    ])
    const account = `available:${balance}` as const
    expect(await accountBalance(h.db.reader, ann.personal, account, 'GBP')).toBe(500_00n)
    const desk = (await houseBalances(h.db.reader, ann.personal)).filter(
      ({ account, balance }) => account === 'desk' && balance !== 0n,
    )
    expect(desk).toEqual([])
  })

  it('D111a: is exchanged at its rate when the case ends within the lock', async () => {
    const { ann, id, rate } = await heldUp()
    await verifies(ann)
    await h.advance({ minutes: 31 })
    await movesRate(h, 'EUR', '1.8')
    expect(await ok(step(ann, id, 'funds_converted'))).toMatchObject({ rate })
    expect(await payments(ann, id)).toMatchObject([{ rateDifference: null }])
  })

  it('D111a: is not priced again within one currency', async () => {
    const { ann, id, rate, targetValue } = await heldUp({ target: 'GBP' })
    await h.advance({ minutes: 31 })
    expect(await reads(ann, id)).toMatchObject({ rate, targetValue })
    await verifies(ann)
    expect(await ok(step(ann, id, 'funds_converted'))).toMatchObject({ rate: 1, targetValue })
  })

  it('D111a: is priced again for a recipient by e-mail, too', async () => {
    await movesRate(h, 'EUR', '0.9')
    const ann = await h.user({ verified: false })
    await holds(ann, 'GBP', 500)
    const recipient = await byEmail(ann)
    const { id: quoteId } = await quotes(ann, { recipient })
    const { id, targetValue } = await sends(ann, { recipient, quoteId })
    await ok(fund(ann, id))
    await h.advance({ minutes: 31 })
    await movesRate(h, 'EUR', '1.8')
    await verifies(ann)
    const converted = await ok(step(ann, id, 'funds_converted'))
    expect(converted.targetValue).toBeCloseTo(targetValue * 2, 1)
    const quote = await ok(ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quoteId}`))
    expect(quote.rate).toBe(converted.rate)
    expect(await ledgerOf(ann, id)).toBe(BigInt(Math.round(converted.targetValue * 100)))
  })

  it('D111a: of a short deposit is priced when the rest came, and again when exchanged', async () => {
    await movesRate(h, 'EUR', '0.9')
    const ann = await h.user()
    const { id, rate } = await sends(ann, { payIn: 'BANK_TRANSFER' })
    await ok(step(ann, id, 'processing?amount=1'))
    await h.advance({ minutes: 31 })
    await movesRate(h, 'EUR', '1.8')
    await ok(step(ann, id, 'processing'))
    await h.advance({ minutes: 1 })
    await movesRate(h, 'EUR', '0.45')
    expect((await ok(step(ann, id, 'funds_converted'))).rate).toBeCloseTo(rate / 2, 5)
  })

  it('D111a: of a short deposit for a batch group is priced again, too', async () => {
    await movesRate(h, 'EUR', '0.9')
    const ann = await h.user()
    const group = await completes(ann, { members: 1 })
    const [id] = group.transfers
    const { rate } = await reads(ann, id as number)
    const [{ amount, currency }] = (await readsGroup(ann, group.id)).payInDetails
    await ok(payIn(ann, group.id, { amount: 1, currency }))
    await h.advance({ minutes: 31 })
    await ok(payIn(ann, group.id, { amount, currency }))
    await movesRate(h, 'EUR', '0.45')
    expect((await ok(step(ann, id as number, 'funds_converted'))).rate).toBeCloseTo(rate / 2, 5)
  })

  it('422 error.amount.not-payable when the rate of the moment leaves nothing to exchange to', async () => {
    const { ann, id } = await heldUp({ target: 'USD' })
    await h.advance({ minutes: 31 })
    await verifies(ann)
    await movesRate(h, 'GBP', '10000000')
    const reply = await step(ann, id, 'funds_converted')
    expect([reply.status, reply.body.errors[0].code]).toEqual([422, 'error.amount.not-payable'])
    expect((await reads(ann, id)).status).toBe('processing')
    await h.advance({ seconds: 2 })
    await movesRate(h, 'GBP', '0.8')
  })
})
