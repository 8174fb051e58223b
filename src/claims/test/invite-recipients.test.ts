// The links that recipients who are known only by e-mail get: when a link is sent, sent again, or cannot be sent.

import { describe, expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { runSweep } from '../../kernel/sweep.ts'
import { inviteRecipients } from '../invite-recipients.ts'
import { invite } from '../sweeps.ts'
import { claimableTransfer, claimLinkOf, submitClaim } from './claiming.ts'

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

  /** Runs the sweep with this mailer, or without a mailer. Returns the number of links that the sweep has leased. */
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
