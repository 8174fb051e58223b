// Many clients look up objects of one kind concurrently. The lookups are batched, and each client receives only its own
// objects.

import { expect, it } from 'vitest'
import { type Reply, testService } from '../support/service.ts'
import { createsTransfer, topsUp } from '../support/transfers.ts'

const service = testService()
/** More than one, so that concurrent lookups of one kind exist, which are batched. */
const PEOPLE = 4

it('many concurrent lookups return the same replies as single ones', async () => {
  const people = []
  for (let n = 0; n < PEOPLE; n++) people.push(await service.createUser())
  const requests: (() => Promise<Reply>)[] = []
  for (const person of people) {
    const balanceId = await topsUp(person, 'GBP', 500)
    const transfer = await createsTransfer(person)
    const stranger = people.find((each) => each !== person)
    requests.push(
      () => person.call(`GET /v1/transfers/${transfer.id}`),
      () => person.call(`GET /v1/transfers/${transfer.id}/payments`),
      () => person.call(`GET /v1/accounts/${transfer.targetAccount}`),
      () => person.call(`GET /v3/profiles/${person.personal}/quotes/${transfer.quoteUuid}`),
      () => person.call(`GET /v4/profiles/${person.personal}/balances/${balanceId}`),
      () => person.call(`GET /v2/profiles/${person.personal}`),
      () => (stranger ?? person).call(`GET /v1/transfers/${transfer.id}`),
    )
  }
  const replyOf = async (send: () => Promise<Reply>) => {
    const { status, body } = await send()
    return { status, body }
  }
  const single = []
  for (const send of requests) single.push(await replyOf(send))
  expect(single.map(({ status }) => status)).toEqual(
    people.flatMap(() => [200, 200, 200, 200, 200, 200, 404]),
  )
  expect(await Promise.all(requests.map(replyOf))).toEqual(single)
})
