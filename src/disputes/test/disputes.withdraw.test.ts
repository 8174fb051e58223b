import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  disputeEvents,
  disputesPathOf,
  paysByCard,
  requestDisputeMove,
  submitsDispute,
} from './disputing.ts'

const service = testService()
let ann: Person
let id: string
beforeEach(async () => {
  ann = await service.createUser()
  id = (await submitsDispute(ann, await paysByCard(service, ann))).id
})

const withdraw = (by = ann) => requestDisputeMove(by, id, 'WITHDRAWN')

describe('disputes.withdraw', () => {
  it.each(['SUBMITTED', 'IN_REVIEW'])(
    '200 closes a dispute that is %s, and records an event',
    async (subStatus) => {
      if (subStatus === 'IN_REVIEW') await ok(requestDisputeMove(ann, id, subStatus))
      const createdAt = service.now().toString({ smallestUnit: 'millisecond' })
      await service.advance({ seconds: 5 })
      expect(await ok(withdraw())).toMatchObject({
        id,
        status: 'CLOSED',
        subStatus: 'WITHDRAWN',
        statusMessage: 'The dispute was withdrawn.',
        canWithdraw: false,
        createdAt,
        lastUpdatedAt: service.now().toString({ smallestUnit: 'millisecond' }),
      })
      expect((await disputeEvents(service, ann)).at(-1)).toMatchObject({
        status: 'CLOSED',
        sub_status: 'WITHDRAWN',
        can_withdraw: false,
      })
    },
  )

  it('D84: 409 dispute.withdrawal.not.allowed when the dispute is ACCEPTED, CHARGEBACK_SUBMITTED or REJECTED; records no event', async () => {
    for (const subStatus of ['IN_REVIEW', 'ACCEPTED', 'CHARGEBACK_SUBMITTED', 'REJECTED']) {
      await ok(requestDisputeMove(ann, id, subStatus))
      if (subStatus !== 'IN_REVIEW')
        expect(outcome(await withdraw())).toBe('409 dispute.withdrawal.not.allowed')
    }
    // One event for the submission, and one for each move of the review.
    expect(await disputeEvents(service, ann)).toHaveLength(1 + 4)
  })

  it('409 dispute.withdrawal.not.allowed when the dispute is already withdrawn', async () => {
    await ok(withdraw())
    expect(outcome(await withdraw())).toBe('409 dispute.withdrawal.not.allowed')
  })

  it('400 for the status ACTIVE or WITHDRAWN, and without a status', async () => {
    const route = `PUT ${disputesPathOf(ann)}/${id}/status`
    for (const body of [{ status: 'ACTIVE' }, { status: 'WITHDRAWN' }, {}]) {
      const reply = await ann.call(route, { body })
      expect([reply.status, reply.body.errors]).toMatchObject([400, [{ path: 'status' }]])
    }
    expect(await ok(ann.call(`GET ${disputesPathOf(ann)}/${id}`))).toMatchObject({
      status: 'ACTIVE',
    })
  })

  it('404 dispute.not-found for the dispute of another profile, which stays ACTIVE', async () => {
    const bob = await service.createUser()
    expect(outcome(await withdraw(bob))).toBe('404 dispute.not-found')
    expect(await ok(ann.call(`GET ${disputesPathOf(ann)}/${id}`))).toMatchObject({
      status: 'ACTIVE',
    })
  })

  it('of a concurrent withdrawal and rejection, only the first moves the dispute', async () => {
    await ok(requestDisputeMove(ann, id, 'IN_REVIEW'))
    const held = rowLock('disputes', { id })
    const outcomes = await raceResults(service.db, held, [
      async () => outcome(await withdraw()),
      async () => outcome(await requestDisputeMove(ann, id, 'REJECTED')),
    ])
    expect(outcomes).toEqual(['200', '409 wrong_status'])
    expect(await disputeEvents(service, ann)).toHaveLength(3)
  })
})
