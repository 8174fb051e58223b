// DELETE /v1/sandbox/inboxes/{inboxId}: an inbox with the requests that it has received.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { createsInbox, INBOXES, listsNumbers, postTo, UNKNOWN_INBOX } from './inbox-fixtures.ts'

const service = testService()

it('204 deletes the inbox with its requests, and its URL receives nothing any more', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  const other = await createsInbox(ann)
  await postTo(service, inbox)
  await postTo(service, other)
  expect((await ann.call(`DELETE ${INBOXES}/${inbox.id}`)).status).toBe(204)
  expect((await postTo(service, inbox)).statusCode).toBe(404)
  const { rows } = await service.db.pool.query(
    'select number from inbox_requests where inbox_id = $1',
    [inbox.id],
  )
  expect(rows).toEqual([])
  expect((await listsNumbers(ann, other)).numbers).toEqual([1])
})

it('404 inbox.not-found for a deleted inbox, an unknown inbox, and the inbox of another user, which is not deleted', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  const inbox = await createsInbox(ann)
  for (const id of [UNKNOWN_INBOX, inbox.id])
    expect(outcome(await bob.call(`DELETE ${INBOXES}/${id}`))).toBe('404 inbox.not-found')
  expect(await ok(ann.call(`GET ${INBOXES}`))).toEqual([inbox])
  expect((await ann.call(`DELETE ${INBOXES}/${inbox.id}`)).status).toBe(204)
  expect(outcome(await ann.call(`DELETE ${INBOXES}/${inbox.id}`))).toBe('404 inbox.not-found')
})
