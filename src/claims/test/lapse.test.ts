// Claims that are open, claims that expire before the recipient names an account, and claim links whose mail could not be
// sent.

import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import { setsRate } from '../../../test/support/exchange-rates.ts'
import { accountBalance } from '../../../test/support/ledger.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, readsTransfer, simulate } from '../../../test/support/transfers.ts'
import type { Id } from '../../kernel/ids.ts'
import { runSweep } from '../../kernel/sweep.ts'
import { refundLapsedClaim } from '../../transfers/index.ts'
import { inviteRecipients } from '../invite-recipients.ts'
import { invite } from '../sweeps.ts'
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
    ['an answer', 'a lapse', { status: 200, transfer: 'funds_converted', payments: 1, left: 400 }],
    ['a lapse', 'an answer', { status: 410, transfer: 'funds_refunded', payments: 2, left: 500 }],
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
      expect(results.filter((result) => result !== undefined)).toMatchObject([
        { status: expected.status },
      ])
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

describe('a claim link', () => {
  const service = testService()
  const invitationOf = async (id: number) =>
    (
      await service.db.pool.query(
        `select invitations, last_error as error, invites_at is null as is_sent,
                token_hash as hash
           from transfer_claims where transfer_id = $1`,
        [id],
      )
    ).rows[0]

  const makeDue = (id: number) =>
    service.db.pool.query('update transfer_claims set invites_at = $1 where transfer_id = $2', [
      service.now().toString(),
      id,
    ])

  /** Runs the sweep with this mailer, or without a mailer. Returns the number of links that were due. */
  const sendDueLinks = (mailer?: { send(): Promise<void> }) => {
    const { sweepContext } = service.workerContext
    const context = { ...sweepContext, outside: { ...sweepContext.outside, mailer } as never }
    return runSweep(service.db, invite, { now: service.now(), context, onFailure: () => undefined })
  }

  it('is replaced and sent again every ten minutes until sending succeeds', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    await makeDue(id)
    const before = await invitationOf(id)
    expect(await sendDueLinks()).toBe(1)
    const failed = await invitationOf(id)
    expect(failed).toMatchObject({
      invitations: 2,
      is_sent: false,
      error: expect.stringContaining('SMTP'),
    })
    expect(failed.hash).not.toBe(before.hash)
    expect(await sendDueLinks()).toBe(0)
    const unreachable = { send: () => Promise.reject(new Error('connection refused')) }
    await makeDue(id)
    expect(await sendDueLinks(unreachable)).toBe(1)
    expect(await invitationOf(id)).toMatchObject({
      invitations: 3,
      is_sent: false,
      error: 'connection refused',
    })
    await service.advance({ minutes: 9 })
    expect(await invitationOf(id)).toMatchObject({ invitations: 3, is_sent: false })
    await service.advance({ minutes: 1 })
    expect(await invitationOf(id)).toMatchObject({
      invitations: 4,
      is_sent: true,
      error: null,
    })
    expect((await submitClaim(service, await claimLinkOf(ann))).status).toBe(200)
  })

  it('expires at the same time in a mail that is sent again a day later', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann, 'EUR', 'late@example.com')
    await service.settle()
    await service.advance({ hours: 24 })
    await makeDue(id)
    await service.settle()
    const mails: { text: string }[] = await ok(
      ann.call('GET /sandbox/outbox', { query: { to: 'late@example.com' } }),
    )
    const expiries = mails.map(({ text }) => /works once, until (.* UTC)\./.exec(text)?.[1])
    expect(expiries).toEqual([expect.stringMatching(/^2026-01-\d\d \d\d:\d\d UTC$/), expiries[0]])
  })

  it('stays due with an error while the recipient has no e-mail address', async () => {
    const ann = await service.createUser()
    const { id, targetAccount } = await claimableTransfer(service, ann)
    const { rows } = await service.db.pool.query('select details from recipients where id = $1', [
      targetAccount,
    ])
    await service.db.pool.query(`update recipients set details = '{}' where id = $1`, [
      targetAccount,
    ])
    await makeDue(id)
    expect(await sendDueLinks({ send: () => Promise.resolve() })).toBe(1)
    expect(await invitationOf(id)).toMatchObject({
      is_sent: false,
      error: `Recipient ${targetAccount} has no e-mail address, so no link can be sent`,
    })
    await service.db.pool.query('update recipients set details = $2 where id = $1', [
      targetAccount,
      rows[0].details,
    ])
  })

  it('is sent by only one of two concurrent runs of the sweep', async () => {
    const ann = await service.createUser()
    const { id } = await claimableTransfer(service, ann)
    await makeDue(id)
    const mailsBefore = (await ok(ann.call('GET /sandbox/outbox'))).length
    const keys = await service.db.reader.rows(invite.dueKeys, [service.now().toString(), 50])
    const { sweepContext } = service.workerContext
    const invites = () => inviteRecipients(service.db, keys, service.now(), sweepContext)
    const lock = rowLock('transfer_claims', { transfer_id: id })
    expect(await raceResults(service.db, lock, [invites, invites])).toEqual([1, 0])
    expect((await ok(ann.call('GET /sandbox/outbox'))).length - mailsBefore).toBe(1)
  })
})
