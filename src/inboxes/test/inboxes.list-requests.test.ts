// GET /v1/sandbox/inboxes/{inboxId}/requests: the requests that an inbox has received.

import { expect, it } from 'vitest'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { REQUESTS_KEPT_MAX } from '../model.ts'
import { createsInbox, INBOXES, listsNumbers, postTo, UNKNOWN_INBOX } from './inbox-fixtures.ts'

const service = testService()

it('200 lists summaries without headers and bodies, newest first', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  const body = '{"event_type":"transfers#state-change"}'
  const headers = { 'x-delivery-id': UNKNOWN_INBOX, 'x-test-notification': 'true' }
  await postTo(service, inbox, { body, headers })
  await service.advance({ seconds: 5 })
  await postTo(service, inbox, { body: 'not JSON' })
  const page = await ok(ann.call(`GET ${INBOXES}/${inbox.id}/requests`))
  expect(page).toEqual({
    cursor: null,
    requests: [
      {
        number: 2,
        receivedAt: '2026-01-05T10:00:05.000Z',
        bodyBytes: 8,
        signature: 'MISSING',
        eventType: null,
        deliveryId: null,
        test: false,
      },
      {
        number: 1,
        receivedAt: '2026-01-05T10:00:00.000Z',
        bodyBytes: body.length,
        signature: 'MISSING',
        eventType: 'transfers#state-change',
        deliveryId: UNKNOWN_INBOX,
        test: true,
      },
    ],
  })
})

it('200 in pages that show each request once', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  for (let n = 0; n < 5; n++) await postTo(service, inbox)
  const first = await listsNumbers(ann, inbox, { size: '2' })
  expect(first).toEqual({ numbers: [5, 4], cursor: '4' })
  const second = await listsNumbers(ann, inbox, { size: '2', nextCursor: '4' })
  expect(second).toEqual({ numbers: [3, 2], cursor: '2' })
  const third = await listsNumbers(ann, inbox, { size: '2', nextCursor: '2' })
  expect(third).toEqual({ numbers: [1], cursor: null })
})

it('D130: concurrent requests get one number each, the newest 1,000 are kept, and the rows of older ones are deleted', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  await service.db.pool.query(
    `insert into inbox_requests (user_id, inbox_id, number, headers, body, signature, received_at)
     select $1, $2, n, '{}', '', 'MISSING', now() from generate_series(1, $3::int) n`,
    [ann.userId, inbox.id, REQUESTS_KEPT_MAX],
  )
  await service.db.pool.query('update inboxes set received_count = $2 where id = $1', [
    inbox.id,
    REQUESTS_KEPT_MAX,
  ])
  const posts = () => postTo(service, inbox)
  await raceResults(service.db, rowLock('inboxes', { id: inbox.id }), [posts, posts, posts])
  const { rows } = await service.db.pool.query(
    'select count(*)::int, min(number), max(number) from inbox_requests where inbox_id = $1',
    [inbox.id],
  )
  expect(rows).toEqual([{ count: REQUESTS_KEPT_MAX, min: 4, max: REQUESTS_KEPT_MAX + 3 }])
})

it('404 inbox.not-found for an unknown inbox and for the inbox of another user', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  const inbox = await createsInbox(ann)
  for (const id of [UNKNOWN_INBOX, inbox.id])
    expect(outcome(await bob.call(`GET ${INBOXES}/${id}/requests`))).toBe('404 inbox.not-found')
})

it.each(['abc', '-1', '1.5', '9999999999'])(
  '400 inbox.cursor.invalid for the cursor %s',
  async (nextCursor) => {
    const ann = await service.createUser()
    const { id } = await createsInbox(ann)
    const reply = await ann.call(`GET ${INBOXES}/${id}/requests`, { query: { nextCursor } })
    expect(outcome(reply)).toBe('400 inbox.cursor.invalid')
  },
)
