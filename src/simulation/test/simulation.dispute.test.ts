import { beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/support/people.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome } from '../../../test/support/transfers.ts'
import {
  authorises,
  clear,
  createsTerminal,
  moneyOf,
  refund,
  reverse,
} from '../../card-transactions/test/terminal.ts'
import {
  disputeEvents,
  disputesPathOf,
  paysByCard,
  requestDisputeMove,
  submitsDispute,
} from '../../disputes/test/disputing.ts'
import { transactionLock } from './card-holder.ts'

describe('simulation.dispute', () => {
  const service = testService()
  let ann: Person
  let transactionId: number
  let id: string
  beforeEach(async () => {
    ann = await service.createUser()
    transactionId = await paysByCard(service, ann)
    id = (await submitsDispute(ann, transactionId)).id
  })

  it.each([
    [['IN_REVIEW', 'REJECTED'], 'CLOSED'],
    [['IN_REVIEW', 'ACCEPTED', 'CHARGEBACK_SUBMITTED'], 'ACTIVE'],
    [['IN_REVIEW', 'ACCEPTED', 'CHARGEBACK_SUBMITTED', 'REJECTED'], 'CLOSED'],
    [['IN_REVIEW', 'ACCEPTED', 'CHARGEBACK_SUBMITTED', 'REFUNDED'], 'CLOSED'],
    [['in_review', 'accepted', 'refunded'], 'CLOSED'],
  ])('D84: 200 moves the dispute by %j, each move with an event', async (path, status) => {
    let moved: { subStatus?: string } = {}
    for (const subStatus of path) moved = await ok(requestDisputeMove(ann, id, subStatus))
    const last = path.at(-1)?.toUpperCase()
    expect(moved).toMatchObject({ id, subStatus: last, status, canWithdraw: false })
    const reported = (await disputeEvents(service, ann)).map((event) => Object(event).sub_status)
    expect(reported).toEqual(['SUBMITTED', ...path.map((subStatus) => subStatus.toUpperCase())])
  })

  it('200 changes nothing when the dispute already has the sub-status', async () => {
    for (const _ of ['first', 'repeat']) await ok(requestDisputeMove(ann, id, 'IN_REVIEW'))
    expect(await disputeEvents(service, ann)).toHaveLength(2)
  })

  it('409 wrong_status for a move that the current sub-status does not allow', async () => {
    for (const subStatus of ['ACCEPTED', 'CHARGEBACK_SUBMITTED', 'REFUNDED', 'REJECTED'])
      expect(outcome(await requestDisputeMove(ann, id, subStatus))).toBe('409 wrong_status')
    await ok(requestDisputeMove(ann, id, 'WITHDRAWN'))
    expect(outcome(await requestDisputeMove(ann, id, 'IN_REVIEW'))).toBe('409 wrong_status')
    expect(await disputeEvents(service, ann)).toHaveLength(2)
  })

  it('422 dispute.amount.not-allowed for an amount without REFUNDED', async () => {
    const body = { amount: { value: 1, currency: 'EUR' } }
    expect(outcome(await requestDisputeMove(ann, id, 'IN_REVIEW', body))).toBe(
      '422 dispute.amount.not-allowed',
    )
  })

  it('400 for SUBMITTED and unknown sub-statuses; 404 for the dispute of another profile', async () => {
    const bob = await service.createUser()
    for (const subStatus of ['SUBMITTED', 'CONFIRMED'])
      expect((await requestDisputeMove(ann, id, subStatus)).status).toBe(400)
    expect(outcome(await requestDisputeMove(bob, id, 'IN_REVIEW'))).toBe('404 dispute.not-found')
    expect(await ok(ann.call(`GET ${disputesPathOf(ann)}/${id}`))).toMatchObject({
      subStatus: 'SUBMITTED',
    })
  })

  const requestRefund = async (paymentId: number, body: object = {}) => {
    const dispute = await submitsDispute(ann, paymentId)
    for (const subStatus of ['IN_REVIEW', 'ACCEPTED'])
      await ok(requestDisputeMove(ann, dispute.id, subStatus))
    return requestDisputeMove(ann, dispute.id, 'REFUNDED', body)
  }
  const balance = async () => (await moneyOf(service, ann, 'GBP')).amount
  /** The refunded amounts in minor units, oldest first. */
  const refundsMinorOf = async (paymentId: number) => {
    const { rows } = await service.db.pool.query(
      `select captured_amount::int as minor from card_transactions
        where profile_id = $1 and original_id = $2 order by id`,
      [ann.personal, paymentId],
    )
    return rows.map(({ minor }) => minor)
  }

  it('D84a: 200 refunds the captured amount by a REFUND transaction: the balance is as before the payment', async () => {
    const before = await balance()
    const paid = await paysByCard(service, ann)
    expect(await balance()).toBeLessThan(before)
    await ok(requestRefund(paid))
    expect(await balance()).toBe(before)
    expect(await refundsMinorOf(paid)).toEqual([5000])
  })

  it('200 refunds a part, or the rest after an earlier refund', async () => {
    const paid = await paysByCard(service, ann)
    await ok(requestRefund(paid, { amount: { value: '12.34', currency: 'EUR' } }))
    expect(await refundsMinorOf(paid)).toEqual([1234])
    const terminal = await createsTerminal(service, ann)
    const approved = await authorises(terminal, 50, { currency: 'EUR' })
    await ok(clear(terminal, approved, 50))
    await ok(refund(terminal, approved, 20))
    await ok(requestRefund(approved.id))
    expect(await refundsMinorOf(approved.id)).toEqual([3000, 2000])
  })

  it.each([
    ['422 card.refund.amount', { value: 50.01, currency: 'EUR' }],
    ['422 card.refund.amount', { value: 0, currency: 'EUR' }],
    ['422 card.refund.amount', { value: -1, currency: 'EUR' }],
    ['422 card.amount.invalid', { value: 1.005, currency: 'EUR' }],
    ['422 card.currency.mismatch', { value: 1, currency: 'GBP' }],
  ])('%s for a refund of %j, which moves nothing', async (expected, amount) => {
    const before = await balance()
    await ok(requestDisputeMove(ann, id, 'IN_REVIEW'))
    await ok(requestDisputeMove(ann, id, 'ACCEPTED'))
    expect(outcome(await requestDisputeMove(ann, id, 'REFUNDED', { amount }))).toBe(expected)
    expect(await balance()).toBe(before)
    expect(await disputeEvents(service, ann)).toHaveLength(3)
  })

  it('D84a: 409 wrong_status while the payment is only held, and after it was reversed', async () => {
    const terminal = await createsTerminal(service, ann)
    const approved = await authorises(terminal, 50, { currency: 'EUR' })
    expect(outcome(await requestRefund(approved.id))).toBe('409 wrong_status')
    await ok(reverse(terminal, approved, 0))
    const query = { transactionId: String(approved.id) }
    const { disputes: found } = await ok(ann.call(`GET ${disputesPathOf(ann)}`, { query }))
    expect(found[0].subStatus).toBe('ACCEPTED')
    expect(outcome(await requestDisputeMove(ann, found[0].id, 'REFUNDED'))).toBe('409 wrong_status')
  })

  it('200 for both of two concurrent refunds, which move the dispute and the money once', async () => {
    for (const subStatus of ['IN_REVIEW', 'ACCEPTED'])
      await ok(requestDisputeMove(ann, id, subStatus))
    const before = await balance()
    const lock = rowLock('disputes', { id })
    const racers = [1, 2].map(
      () => async () => outcome(await requestDisputeMove(ann, id, 'REFUNDED')),
    )
    const outcomes = await raceResults(service.db, lock, racers)
    expect(outcomes).toEqual(['200', '200'])
    expect(await disputeEvents(service, ann)).toHaveLength(4)
    expect(await refundsMinorOf(transactionId)).toEqual([5000])
    expect(await balance()).toBeGreaterThan(before)
  })

  it('a refund concurrent with a reversal by the terminal never exceeds the captured amount', async () => {
    const terminal = await createsTerminal(service, ann)
    const approved = await authorises(terminal, 50, { currency: 'EUR' })
    await ok(clear(terminal, approved, 50))
    const dispute = await submitsDispute(ann, approved.id)
    for (const subStatus of ['IN_REVIEW', 'ACCEPTED'])
      await ok(requestDisputeMove(ann, dispute.id, subStatus))
    const outcomes = await raceResults(service.db, transactionLock(approved.id), [
      async () => outcome(await refund(terminal, approved, 0)),
      async () => outcome(await requestDisputeMove(ann, dispute.id, 'REFUNDED')),
    ])
    expect(outcomes).toEqual(['200', '422 card.refund.amount'])
    expect(await refundsMinorOf(approved.id)).toEqual([5000])
  })
})
