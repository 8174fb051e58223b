// PATCH /v1/sandbox/inboxes/{inboxId}: how an inbox answers.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import { createsInbox, INBOXES, postTo, UNKNOWN_INBOX } from './inbox-fixtures.ts'

const service = testService()

it('200 changes the status and keeps the delay, and the next request is answered with the new status', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann, { replyDelayMs: 1 })
  const changed = await ok(ann.call(`PATCH ${INBOXES}/${inbox.id}`, { body: { replyStatus: 418 } }))
  expect(changed).toEqual({ ...inbox, replyStatus: 418, replyDelayMs: 1 })
  expect((await postTo(service, inbox)).statusCode).toBe(418)
})

it('200 for an empty body changes nothing', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann, { replyStatus: 500, replyDelayMs: 5 })
  expect(await ok(ann.call(`PATCH ${INBOXES}/${inbox.id}`, { body: {} }))).toEqual(inbox)
})

it('400 for a status below 200, and nothing changes', async () => {
  const ann = await service.createUser()
  const inbox = await createsInbox(ann)
  const body = { replyStatus: 101, replyDelayMs: 5 }
  const reply = await ann.call(`PATCH ${INBOXES}/${inbox.id}`, { body })
  expect([reply.status, reply.body.errors[0].path]).toEqual([400, 'replyStatus'])
  expect(await ok(ann.call(`GET ${INBOXES}`))).toEqual([inbox])
})

it('404 inbox.not-found for an unknown inbox and for the inbox of another user, which does not change', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  const inbox = await createsInbox(ann)
  for (const id of [UNKNOWN_INBOX, inbox.id]) {
    const reply = await bob.call(`PATCH ${INBOXES}/${id}`, { body: { replyStatus: 500 } })
    expect(outcome(reply)).toBe('404 inbox.not-found')
  }
  expect(await ok(ann.call(`GET ${INBOXES}`))).toEqual([inbox])
})
