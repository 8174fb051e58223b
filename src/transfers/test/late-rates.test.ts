// A quoted rate is guaranteed only until its lock ends (D111a). Otherwise a sender could delay the exchange of paid
// money, for example by staying unverified, and profit from a rate that has moved.

import { describe, expect, it } from 'vitest'
import {
  createsCompletedGroup,
  readsGroup,
  simulatePayIn,
} from '../../../test/support/batch-groups.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { accountBalance, houseAccountBalances } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { testService } from '../../../test/support/service.ts'
import {
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import { addsEmailRecipient } from '../../claims/test/claiming.ts'

/** One minute longer than a rate is locked. */
const LONGER_THAN_LOCK = { minutes: 31 }

describe('the exchange of a paid transfer', () => {
  const service = testService()
  const verifies = (ann: Person) => ok(ann.call('POST /v1/simulation/verify-profile'))
  const payments = (ann: Person, id: number) => ok(ann.call(`GET /v1/transfers/${id}/payments`))
  const euroCentsInFlight = (ann: Person, id: number) =>
    accountBalance(service.db.reader, ann.personal, `transfer:${id}`, 'EUR')

  /** A transfer that an unverified profile has paid within the rate lock. */
  async function paysUnverified(options: Parameters<typeof createsTransfer>[1] = {}) {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser({ verified: false })
    const balance = await topsUp(ann, 'GBP', 500)
    const transfer = await createsTransfer(ann, options)
    await ok(fundTransfer(ann, transfer.id))
    return { ann, balance, ...transfer } as { ann: Person; balance: number; id: number } & Record<
      'rate' | 'targetValue' | 'sourceValue',
      number
    >
  }

  it.each([
    ['rose', '1.8', 2],
    ['fell', '0.45', 0.5],
  ])('D111a: uses the current rate when the rate %s after the lock', async (_, perUsd, factor) => {
    const { ann, id, rate, targetValue } = await paysUnverified()
    await service.advance(LONGER_THAN_LOCK)
    await setsRate(service, 'EUR', perUsd)
    expect(await readsTransfer(ann, id)).toMatchObject({
      status: 'processing',
      rate: 0,
      targetValue: 0,
    })
    await verifies(ann)
    expect(await readsTransfer(ann, id)).toMatchObject({
      rate: 0,
      targetValue: 0,
      hasActiveIssues: false,
    })
    const converted = await ok(simulate(ann, id, 'funds_converted'))
    expect(converted.rate).toBeCloseTo(rate * factor, 5)
    expect(converted.targetValue).toBeCloseTo(targetValue * factor, 1)
    expect(await readsTransfer(ann, id)).toMatchObject({ targetValue: converted.targetValue })
    const [payment] = await payments(ann, id)
    const { value, currency } = payment.rateDifference
    expect([value.toFixed(2), currency]).toEqual([
      (converted.targetValue - targetValue).toFixed(2),
      'EUR',
    ])
    expect(await euroCentsInFlight(ann, id)).toBe(BigInt(Math.round(converted.targetValue * 100)))
  })

  it('D111a: a bounce after an exchange at the current rate refunds the full amount and leaves the desk accounts at zero', async () => {
    const { ann, id, balance } = await paysUnverified()
    await service.advance(LONGER_THAN_LOCK)
    await setsRate(service, 'EUR', '1.35')
    await verifies(ann)
    for (const name of ['funds_converted', 'outgoing_payment_sent', 'bounced_back'])
      await ok(simulate(ann, id, name))
    await ok(simulate(ann, id, 'funds_refunded'))
    expect(await payments(ann, id)).toMatchObject([
      { type: 'PAYMENT', rateDifference: { currency: 'EUR' } },
      { type: 'REFUND', amount: 100, rateDifference: null },
    ])
    const account = `available:${balance}` as const
    expect(await accountBalance(service.db.reader, ann.personal, account, 'GBP')).toBe(500_00n)
    const desk = (await houseAccountBalances(service.db.reader, ann.personal)).filter(
      ({ account }) => account === 'desk',
    )
    expect(desk).toMatchObject([
      { currency: 'EUR', balance: 0n },
      { currency: 'GBP', balance: 0n },
    ])
  })

  it('D111a: uses the quoted rate when the issue is resolved within the lock', async () => {
    const { ann, id, rate } = await paysUnverified()
    await verifies(ann)
    await service.advance(LONGER_THAN_LOCK)
    await setsRate(service, 'EUR', '1.8')
    expect(await ok(simulate(ann, id, 'funds_converted'))).toMatchObject({ rate })
    expect(await payments(ann, id)).toMatchObject([{ rateDifference: null }])
  })

  it('D111a: keeps the target amount of a transfer within one currency', async () => {
    const { ann, id, rate, targetValue } = await paysUnverified({ target: 'GBP' })
    await service.advance(LONGER_THAN_LOCK)
    expect(await readsTransfer(ann, id)).toMatchObject({ rate, targetValue })
    await verifies(ann)
    expect(await ok(simulate(ann, id, 'funds_converted'))).toMatchObject({ rate: 1, targetValue })
  })

  it('D111a: uses the current rate also for a recipient known by e-mail', async () => {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser({ verified: false })
    await topsUp(ann, 'GBP', 500)
    const recipient = await addsEmailRecipient(ann)
    const { id: quoteId } = await createsQuote(ann, { recipient })
    const { id, targetValue } = await createsTransfer(ann, { recipient, quoteId })
    await ok(fundTransfer(ann, id))
    await service.advance(LONGER_THAN_LOCK)
    await setsRate(service, 'EUR', '1.8')
    await verifies(ann)
    const converted = await ok(simulate(ann, id, 'funds_converted'))
    expect(converted.targetValue).toBeCloseTo(targetValue * 2, 1)
    const quote = await ok(ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quoteId}`))
    expect(quote.rate).toBe(converted.rate)
    expect(await euroCentsInFlight(ann, id)).toBe(BigInt(Math.round(converted.targetValue * 100)))
  })

  it('D111a: uses the rate at the time of the exchange, not the rate when the rest of a short deposit arrived after the lock', async () => {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser()
    const { id, rate } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    await ok(simulate(ann, id, 'processing?amount=1'))
    await service.advance(LONGER_THAN_LOCK)
    await setsRate(service, 'EUR', '1.8')
    await ok(simulate(ann, id, 'processing'))
    await service.advance({ minutes: 1 })
    await setsRate(service, 'EUR', '0.45')
    expect((await ok(simulate(ann, id, 'funds_converted'))).rate).toBeCloseTo(rate / 2, 5)
  })

  it('D111a: uses the current rate also after a short deposit for a batch group', async () => {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser()
    const group = await createsCompletedGroup(ann, { members: 1 })
    const [id] = group.transfers
    const { rate } = await readsTransfer(ann, id as number)
    const [{ amount, currency }] = (await readsGroup(ann, group.id)).payInDetails
    await ok(simulatePayIn(ann, group.id, { amount: 1, currency }))
    await service.advance(LONGER_THAN_LOCK)
    await ok(simulatePayIn(ann, group.id, { amount, currency }))
    await setsRate(service, 'EUR', '0.45')
    expect((await ok(simulate(ann, id as number, 'funds_converted'))).rate).toBeCloseTo(rate / 2, 5)
  })

  it('422 error.amount.not-payable when the current rate leaves a target amount of zero', async () => {
    const { ann, id } = await paysUnverified({ target: 'USD' })
    await service.advance(LONGER_THAN_LOCK)
    await verifies(ann)
    await setsRate(service, 'GBP', '10000000')
    const reply = await simulate(ann, id, 'funds_converted')
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
    expect((await readsTransfer(ann, id)).status).toBe('processing')
  })
})
