// A claim that waits for the account of the recipient, and what ends it: an answer, the expiry, or the cancellation of the
// transfer.

import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { accountBalance } from '../../../test/support/ledger.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, readsTransfer, simulate } from '../../../test/support/transfers.ts'
import type { Id } from '../../kernel/ids.ts'
import { refundLapsedClaim } from '../../transfers/index.ts'
import { account, claimableTransfer, claimLinkOf, submitClaim } from './claiming.ts'

describe('a claim', () => {
  const service = testService()
  const setExpiry = (id: number, at: Temporal.Instant) =>
    service.db.pool.query('update transfer_claims set expires_at = $1 where transfer_id = $2', [
      at.toString(),
      id,
    ])

  it('409 wrong_status for simulating outgoing_payment_sent before the recipient names an account', async () => {
    const ann = await service.createUser()
    const { id, status, hasActiveIssues } = await claimableTransfer(service, ann)
    expect([status, hasActiveIssues]).toEqual(['funds_converted', true])
    const reply = await simulate(ann, id, 'outgoing_payment_sent')
    expect([reply.status, reply.body.errors[0]]).toMatchObject([
      409,
      { code: 'wrong_status', arguments: ['recipient_details_missing'] },
    ])
  })

  it('lapses after 14 days: the sender is refunded, and the link returns 410', async () => {
    const ann = await service.createUser()
    const { id, balance } = await claimableTransfer(service, ann)
    const link = await claimLinkOf(ann)
    await service.advance({ seconds: 14 * 86_400 - 1 })
    expect((await readsTransfer(ann, id)).status).toBe('funds_converted')
    await service.advance({ seconds: 1 })
    expect(await readsTransfer(ann, id)).toMatchObject({
      status: 'funds_refunded',
      hasActiveIssues: false,
    })
    const [, refund] = await ok(ann.call(`GET /v1/transfers/${id}/payments`))
    expect(await availableOn(ann, balance)).toBe(Math.round((400 + refund.amount) * 100) / 100)
    expect(await accountBalance(service.db.reader, ann.personal, `transfer:${id}`, 'EUR')).toBe(0n)
    expect((await submitClaim(service, link)).status).toBe(410)
  })

  it.each([
    ['has fallen below the source amount', '1.35'],
    ['is unchanged, so that the fee is not refunded', '0.9'],
  ])(
    'D111a: a lapsed claim refunds the present value of the target amount when it %s',
    async (_, perUsd) => {
      await setsRate(service, 'EUR', '0.9')
      const ann = await service.createUser()
      const { id, balance, targetValue } = await claimableTransfer(service, ann)
      await service.advance({ hours: 24 * 13 })
      await setsRate(service, 'EUR', perUsd)
      const { rate } = (await ok(ann.call('GET /v1/rates?source=EUR&target=GBP')))[0]
      const value = Math.floor(Number(targetValue) * rate * 100) / 100
      await service.advance({ hours: 24 })
      expect((await readsTransfer(ann, id)).status).toBe('funds_refunded')
      expect(await availableOn(ann, balance)).toBe(Math.round((400 + value) * 100) / 100)
      expect(await ok(ann.call(`GET /v1/transfers/${id}/payments`))).toMatchObject([
        { type: 'PAYMENT', amount: 100, rateDifference: null },
        {
          type: 'REFUND',
          amount: value,
          balanceId: balance,
          rateDifference: { value: Number((value - 100).toFixed(2)), currency: 'GBP' },
        },
      ])
    },
  )

  it('D111a: a lapsed claim refunds no more than the source amount when the target amount is worth more', async () => {
    await setsRate(service, 'EUR', '0.9')
    const ann = await service.createUser()
    const { id, balance } = await claimableTransfer(service, ann)
    await service.advance({ hours: 24 * 13 })
    await setsRate(service, 'EUR', '0.45')
    await service.advance({ hours: 24 })
    expect(await availableOn(ann, balance)).toBe(500)
    expect(await ok(ann.call(`GET /v1/transfers/${id}/payments`))).toMatchObject([
      { type: 'PAYMENT' },
      { type: 'REFUND', amount: 100, rateDifference: null },
    ])
  })

  it('D111a: a lapsed claim within one currency refunds the source amount', async () => {
    const ann = await service.createUser()
    const { balance } = await claimableTransfer(service, ann, 'GBP')
    await service.advance({ hours: 24 * 14 })
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('410 for an answer after the claim has expired and before the sweep has run', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    const link = await claimLinkOf(ann)
    await setExpiry(id, service.now())
    expect((await submitClaim(service, link)).status).toBe(410)
  })

  it.each([
    [
      'an answer',
      'a lapse',
      { results: [{ status: 200 }, false], transfer: 'funds_converted', payments: 1, left: 400 },
    ],
    [
      'a lapse',
      'an answer',
      { results: [true, { status: 410 }], transfer: 'funds_refunded', payments: 2, left: 500 },
    ],
  ])(
    '%s wins against %s that waits for the transfer, so the money is paid out or refunded, never both',
    async (first, _, expected) => {
      const ann = await service.createUser()
      const { id, balance } = await claimableTransfer(service, ann, 'GBP')
      const link = await claimLinkOf(ann)
      // The answer was sent before the expiry, and the sweep runs after it.
      const expiresAt = service.now().add({ seconds: 1 })
      await setExpiry(id, expiresAt)
      const key = { profileId: ann.personal, transferId: id as Id<'transfer'> }
      const lapse = () => service.db.transact((tx) => refundLapsedClaim(tx, key, expiresAt))
      const answer = () =>
        submitClaim(service, link, {
          ...account,
          type: 'sort_code',
          sortCode: '231470',
          accountNumber: '28821822',
        })
      const racers: (() => Promise<unknown>)[] =
        first === 'an answer' ? [answer, lapse] : [lapse, answer]
      const results = await raceResults<unknown>(service.db, rowLock('transfers', { id }), racers)
      // `refundLapsedClaim` returns whether it has acted.
      expect(results).toMatchObject(expected.results)
      expect((await readsTransfer(ann, id)).status).toBe(expected.transfer)
      const payments = await ok(ann.call(`GET /v1/transfers/${id}/payments`))
      expect(payments).toHaveLength(expected.payments)
      expect(await availableOn(ann, balance)).toBe(expected.left)
    },
  )

  it('does not lapse after the recipient named an account', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    await submitClaim(service, await claimLinkOf(ann))
    await service.advance({ hours: 24 * 15 })
    expect((await readsTransfer(ann, id)).status).toBe('funds_converted')
  })

  it('ends without a refund when the transfer was cancelled', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    await service.db.pool.query(`update transfers set status = 'cancelled' where id = $1`, [id])
    await service.advance({ hours: 24 * 14 })
    const { rows } = await service.db.pool.query(
      'select ended_at is not null as ended from transfer_claims where transfer_id = $1',
      [id],
    )
    expect(rows).toEqual([{ ended: true }])
    const payments = await ok(ann.call(`GET /v1/transfers/${id}/payments`))
    expect(payments).toMatchObject([{ type: 'PAYMENT' }])
    // The audit after the tests refuses a cancelled transfer that still has money in flight.
    await service.db.pool.query(`update transfers set status = 'funds_converted' where id = $1`, [
      id,
    ])
  })
})
