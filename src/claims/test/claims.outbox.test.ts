import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { addsEmailRecipient, claimableTransfer, claimLinkOf } from './claiming.ts'

describe('claims.outbox', () => {
  const service = testService()

  it('200 contains one mail with the link of a transfer; the claim stores only the hash of the secret in the link', async () => {
    const ann = await service.createUser()
    await claimableTransfer(service, ann)
    await service.settle()
    const reply = await ann.call('GET /sandbox/outbox')
    expect([reply.status, reply.body]).toEqual([
      200,
      [
        {
          id: expect.any(Number),
          to: 'nora@example.com',
          subject: expect.stringMatching(/^Ann Sample sends you \d+\.\d\d EUR$/),
          text: expect.stringMatching(/\shttp:\/\/127\.0\.0\.1:\d+\/claims\/\d+-[\w-]{43}\s/),
          sentAt: '2026-01-05T10:00:00.000Z',
        },
      ],
    ])
    const secret = (await claimLinkOf(ann)).split('-').slice(1).join('-')
    const { rows } = await service.db.pool.query('select * from transfer_claims')
    expect(rows).toMatchObject([
      { token_hash: createHash('sha256').update(secret).digest('hex'), invites_at: null },
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('200 for an application; with `to`, contains only mail to that address', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    await claimableTransfer(service, ann)
    await claimableTransfer(service, bob, 'EUR', 'other@example.com')
    const client = await service.createClient()
    const reply = await client.call('GET /sandbox/outbox', { query: { to: 'other@example.com' } })
    expect(reply.status).toBe(200)
    expect(reply.body.map(({ to }: { to: string }) => to)).toEqual(['other@example.com'])
  })

  it('200 contains no mail to a recipient before money was sent to them', async () => {
    const ann = await service.createUser()
    await addsEmailRecipient(ann, 'EUR', 'quiet@example.com')
    await service.settle()
    const query = { to: 'quiet@example.com' }
    const { status, body } = await ann.call('GET /sandbox/outbox', { query })
    expect([status, body]).toEqual([200, []])
  })
})
