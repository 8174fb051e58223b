// POST /v1/sandbox/inboxes: a URL that receives webhooks.

import { describe, expect, it } from 'vitest'
import { raceResults } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { INBOXES_MAX } from '../model.ts'
import { createsInbox, INBOXES, postTo } from './inbox-fixtures.ts'

describe('inboxes.create', () => {
  const service = testService()

  it('201 with a URL that contains the id, answers 200 without a delay and has received nothing', async () => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST ${INBOXES}`)
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      url: `http://127.0.0.1:80/console/inbox/${reply.body.id}`,
      replyStatus: 200,
      replyDelayMs: 0,
      receivedCount: 0,
      createdAt: '2026-01-05T10:00:00.000Z',
    })
    expect((await postTo(service, reply.body)).statusCode).toBe(200)
  })

  it('gap 1065: ids are UUIDs of version 4, and two ids begin differently', async () => {
    const ann = await service.createUser()
    const ids = [await createsInbox(ann), await createsInbox(ann)].map(({ id }) => id)
    for (const id of ids) expect(id[14]).toBe('4')
    expect(ids[0]?.slice(0, 8)).not.toBe(ids[1]?.slice(0, 8))
  })

  it('201 with the status and the delay of the request', async () => {
    const ann = await service.createUser()
    const body = { replyStatus: 503, replyDelayMs: 6000 }
    const reply = await ann.call(`POST ${INBOXES}`, { body })
    expect([reply.status, reply.body]).toMatchObject([201, body])
  })

  it.each([
    ['replyStatus', 199],
    ['replyStatus', 600],
    ['replyStatus', '1e3'],
    ['replyDelayMs', -1],
    ['replyDelayMs', 6001],
    ['replyDelayMs', 0.5],
  ])('400 for a %s of %s, and no inbox is created', async (field, value) => {
    const ann = await service.createUser()
    const reply = await ann.call(`POST ${INBOXES}`, { body: { [field]: value } })
    expect([reply.status, reply.body.errors[0].path]).toEqual([400, field])
    expect(await ok(ann.call(`GET ${INBOXES}`))).toEqual([])
  })

  it(`422 inbox.too-many beyond ${INBOXES_MAX} inboxes of a user, also for concurrent requests; another user can still create one`, async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    for (let n = 1; n < INBOXES_MAX; n++) await createsInbox(ann)
    const lock = {
      text: "select pg_advisory_xact_lock(hashtextextended('inboxes:' || $1, 0))",
      values: [String(ann.userId)],
    }
    const creates = () => ann.call(`POST ${INBOXES}`)
    const replies = await raceResults(service.db, lock, [creates, creates, creates])
    expect(replies[0]?.status).toBe(201)
    expect(replies.slice(1).map(outcome)).toEqual(['422 inbox.too-many', '422 inbox.too-many'])
    expect(await ok(ann.call(`GET ${INBOXES}`))).toHaveLength(INBOXES_MAX)
    expect((await bob.call(`POST ${INBOXES}`)).status).toBe(201)
  })
})

describe('with GODWIT_BASE_URL', () => {
  const service = testService({ settings: { publicUrl: 'https://pay.example.org' } })

  it('201 with a URL at that address', async () => {
    const ann = await service.createUser()
    const { id, url } = await createsInbox(ann)
    expect(url).toBe(`https://pay.example.org/console/inbox/${id}`)
  })
})

describe('in live mode', () => {
  const service = testService({ mode: 'live' })

  it('404, because live mode has no inboxes', async () => {
    const ann = await service.createUser()
    expect((await ann.call(`POST ${INBOXES}`)).status).toBe(404)
  })
})
