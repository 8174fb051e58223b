// GET /v1/sandbox/inboxes: the inboxes of the caller.

import { expect, it } from 'vitest'
import { testService } from '../../../test/support/service.ts'
import { ok } from '../../../test/support/transfers.ts'
import { createsInbox, INBOXES, postTo } from './inbox-fixtures.ts'

const service = testService()

it('200 lists the inboxes of the caller, oldest first, with the number of received requests', async () => {
  const [ann, bob] = [await service.createUser(), await service.createUser()]
  const first = await createsInbox(ann, { replyStatus: 500 })
  await service.advance({ seconds: 1 })
  const second = await createsInbox(ann)
  await createsInbox(bob)
  await postTo(service, first)
  expect(await ok(ann.call(`GET ${INBOXES}`))).toEqual([
    { ...first, receivedCount: 1 },
    { ...second, receivedCount: 0 },
  ])
})

it('200 with an empty list for a user without inboxes', async () => {
  const ann = await service.createUser()
  expect(await ok(ann.call(`GET ${INBOXES}`))).toEqual([])
})
