// What happens to a transfer whose recipient says nothing, or cannot be written to.

import { describe, expect, it } from 'vitest'
import { house } from '../../../test/support/house.ts'
import { accountBalance } from '../../../test/support/ledger.ts'
import { ok, reads, step } from '../../../test/support/sending.ts'
import type { Id } from '../../kernel/ids.ts'
import { inviteRecipients } from '../invite-recipients.ts'
import { invite } from '../sweeps.ts'
import { answers, linkOf, waiting } from './claiming.ts'

describe('a claim', () => {
  const h = house()

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
    const held = accountBalance(
      h.db.reader,
      ann.personal,
      `available:${balance as Id<'balance'>}`,
      'GBP',
    )
    expect(await held).toBe(500_00n)
    expect(await accountBalance(h.db.reader, ann.personal, `transfer:${id}`, 'EUR')).toBe(0n)
    expect((await answers(h, link)).status).toBe(410)
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
    const { clock: _, ...tools } = h.workshop.tools.outside
    const outside = { ...tools, clock: h.workshop.tools.outside.clock, mailer } as never
    const keys = await h.db.reader.rows(invite.dueKeys, [h.now().toString(), 50])
    return inviteRecipients(h.db, keys, h.now(), { ...h.workshop.tools, outside })
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
      inviteRecipients(h.db, keys, h.now(), h.workshop.tools),
      inviteRecipients(h.db, keys, h.now(), h.workshop.tools),
    ])
    expect(took.toSorted()).toEqual([0, 1])
    await ok(ann.call('GET /sandbox/outbox'))
  })
})
