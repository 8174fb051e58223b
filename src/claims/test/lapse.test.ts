// What happens to a transfer whose recipient says nothing, or cannot be written to.

import { describe, expect, it } from 'vitest'
import { accountBalance } from '../../../test/support/ledger.ts'
import type { Person } from '../../../test/support/people.ts'
import { movesRate } from '../../../test/support/rate-moves.ts'
import { ok, reads, step } from '../../../test/support/sending.ts'
import { house } from '../../../test/support/service.ts'
import type { Id } from '../../kernel/ids.ts'
import { inviteRecipients } from '../invite-recipients.ts'
import { invite } from '../sweeps.ts'
import { answers, linkOf, waiting } from './claiming.ts'

describe('a claim', () => {
  const h = house()
  const heldBy = (ann: Person, balance: number) =>
    accountBalance(h.db.reader, ann.personal, `available:${balance as Id<'balance'>}`, 'GBP')

  it('holds the transfer up until it is answered', async () => {
    const ann = await h.user()
    const { id, status, hasActiveIssues } = await waiting(h, ann)
    expect([status, hasActiveIssues]).toEqual(['funds_converted', true])
    const reply = await step(ann, id, 'outgoing_payment_sent')
    expect([reply.status, reply.body.errors[0]]).toMatchObject([
      409,
      { code: 'wrong_status', arguments: ['recipient_details_missing'] },
    ])
  })

  it('lapses after 14 days: the sender has the money back, and the link is dead', async () => {
    const ann = await h.user()
    const { id, balance } = await waiting(h, ann)
    const link = await linkOf(ann)
    await h.advance({ seconds: 14 * 86_400 - 1 })
    expect((await reads(ann, id)).status).toBe('funds_converted')
    await h.advance({ seconds: 1 })
    expect(await reads(ann, id)).toMatchObject({ status: 'funds_refunded', hasActiveIssues: false })
    const [, refund] = await ok(ann.call(`GET /v1/transfers/${id}/payments`))
    expect(await heldBy(ann, balance)).toBe(400_00n + BigInt(Math.round(refund.amount * 100)))
    expect(await accountBalance(h.db.reader, ann.personal, `transfer:${id}`, 'EUR')).toBe(0n)
    expect((await answers(h, link)).status).toBe(410)
  })

  it.each([
    ['less than S: what it is worth', '1.35'],
    ['as much as when it was bought: that, without the fee', '0.9'],
  ])('D111a: lapsed, gives back no more than T is worth: %s', async (_, perUsd) => {
    await movesRate(h, 'EUR', '0.9')
    const ann = await h.user()
    const { id, balance, targetValue } = await waiting(h, ann)
    await h.advance({ hours: 24 * 13 })
    await movesRate(h, 'EUR', perUsd)
    const { rate } = (await ok(ann.call('GET /v1/rates?source=EUR&target=GBP')))[0]
    const worth = Math.floor(Number(targetValue) * rate * 100) / 100
    await h.advance({ hours: 24 })
    expect((await reads(ann, id)).status).toBe('funds_refunded')
    expect(await heldBy(ann, balance)).toBe(400_00n + BigInt(Math.round(worth * 100)))
    expect(await ok(ann.call(`GET /v1/transfers/${id}/payments`))).toMatchObject([
      { type: 'PAYMENT', amount: 100, rateDifference: null },
      {
        type: 'REFUND',
        amount: worth,
        balanceId: balance,
        rateDifference: { value: Number((worth - 100).toFixed(2)), currency: 'GBP' },
      },
    ])
  })

  it('D111a: lapsed, gives back S and no more when T is worth more by now', async () => {
    await movesRate(h, 'EUR', '0.9')
    const ann = await h.user()
    const { id, balance } = await waiting(h, ann)
    await h.advance({ hours: 24 * 13 })
    await movesRate(h, 'EUR', '0.45')
    await h.advance({ hours: 24 })
    expect(await heldBy(ann, balance)).toBe(500_00n)
    expect(await ok(ann.call(`GET /v1/transfers/${id}/payments`))).toMatchObject([
      { type: 'PAYMENT' },
      { type: 'REFUND', amount: 100, rateDifference: null },
    ])
  })

  it('D111a: lapsed within one currency, gives back S', async () => {
    const ann = await h.user()
    const { balance } = await waiting(h, ann, 'GBP')
    await h.advance({ hours: 24 * 14 })
    expect(await heldBy(ann, balance)).toBe(500_00n)
  })

  it('that is over cannot be answered, although nothing has run since', async () => {
    const ann = await h.user()
    const { id } = await waiting(h, ann)
    const link = await linkOf(ann)
    await h.db.pool.query('update transfer_claims set expires_at = $1 where transfer_id = $2', [
      h.now().toString(),
      id,
    ])
    expect((await answers(h, link)).status).toBe(410)
  })

  it('that was answered does not lapse', async () => {
    const ann = await h.user()
    const { id } = await waiting(h, ann)
    await answers(h, await linkOf(ann))
    await h.advance({ hours: 24 * 15 })
    expect((await reads(ann, id)).status).toBe('funds_converted')
  })

  it('is not asked again once a direct debit took the transfer back', async () => {
    const ann = await h.user()
    const { id } = await waiting(h, ann)
    await h.db.pool.query(`update transfers set status = 'cancelled' where id = $1`, [id])
    await h.advance({ hours: 24 * 14 })
    const { rows } = await h.db.pool.query(
      'select ended_at is not null as ended from transfer_claims where transfer_id = $1',
      [id],
    )
    expect(rows).toEqual([{ ended: true }])
    await h.db.pool.query(`update transfers set status = 'funds_converted' where id = $1`, [id])
  })
})

describe('a link', () => {
  const h = house()
  const stateOf = async (id: number) =>
    (
      await h.db.pool.query(
        `select invitations as n, last_error as error, invites_at is null as done,
                token_hash as hash
           from transfer_claims where transfer_id = $1`,
        [id],
      )
    ).rows[0]

  /** As the sweep does it, with another mailer. */
  const send = async (mailer?: { send(): Promise<void> }) => {
    const { clock: _, ...tools } = h.workerContext.sweepContext.outside
    const outside = { ...tools, clock: h.workerContext.sweepContext.outside.clock, mailer } as never
    const keys = await h.db.reader.rows(invite.dueKeys, [h.now().toString(), 50])
    return inviteRecipients(h.db, keys, h.now(), { ...h.workerContext.sweepContext, outside })
  }

  it('is tried again every ten minutes, and is another one each time', async () => {
    const ann = await h.user()
    const { id } = await waiting(h, ann)
    await h.db.pool.query('update transfer_claims set invites_at = $1', [h.now().toString()])
    const before = await stateOf(id)
    expect(await send()).toBe(1)
    const failed = await stateOf(id)
    expect(failed).toMatchObject({ n: 2, done: false, error: expect.stringContaining('SMTP') })
    expect(failed.hash).not.toBe(before.hash)
    expect(await send()).toBe(0)
    const broken = { send: () => Promise.reject(new Error('connection refused')) }
    await h.db.pool.query(`update transfer_claims set invites_at = $1`, [h.now().toString()])
    expect(await send(broken)).toBe(1)
    expect(await stateOf(id)).toMatchObject({ n: 3, done: false, error: 'connection refused' })
    await h.advance({ minutes: 10 })
    expect(await stateOf(id)).toMatchObject({ n: 4, done: true, error: null })
    expect((await answers(h, await linkOf(ann))).status).toBe(200)
  })

  it('is sent by one of two processes', async () => {
    const ann = await h.user()
    const { id } = await waiting(h, ann)
    await h.db.pool.query('update transfer_claims set invites_at = $1 where transfer_id = $2', [
      h.now().toString(),
      id,
    ])
    const keys = await h.db.reader.rows(invite.dueKeys, [h.now().toString(), 50])
    const took = await Promise.all([
      inviteRecipients(h.db, keys, h.now(), h.workerContext.sweepContext),
      inviteRecipients(h.db, keys, h.now(), h.workerContext.sweepContext),
    ])
    expect(took.toSorted()).toEqual([0, 1])
    await ok(ann.call('GET /sandbox/outbox'))
  })
})
