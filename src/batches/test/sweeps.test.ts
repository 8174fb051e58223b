import { describe, expect, it } from 'vitest'
import {
  addsTransfer,
  createsCompletedGroup,
  createsDebitedGroup,
  createsFilledGroup,
  createsGroup,
  endsGroup,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
  simulateDebit,
  simulatePayIn,
} from '../../../test/support/batch-groups.ts'
import type { Person } from '../../../test/support/people.ts'
import { type TestService, testService } from '../../../test/support/service.ts'
import { addsRecipient, ok, readsTransfer, topsUp } from '../../../test/support/transfers.ts'
import { cancelNextMembers } from '../cancel-members.ts'
import { lockGroup } from '../store.ts'

/** Nine days: more than the five working days that a group may wait, with a weekend in between. */
const LONGER_THAN_TIME_TO_PAY = { hours: 24 * 9 }

describe('a batch group', () => {
  const service = testService()
  const statusOf = async (ann: Person, id = 0) => (await readsTransfer(ann, id)).status

  it.each(['NEW', 'COMPLETED'])(
    'that is unpaid and %s is cancelled together with its members after the time to pay',
    async (from) => {
      const ann = await service.createUser()
      const { id, transfers } = await (from === 'NEW'
        ? createsFilledGroup(ann)
        : createsCompletedGroup(ann))
      const before = await readsGroup(ann, id)
      await service.advance(LONGER_THAN_TIME_TO_PAY)
      const after = await readsGroup(ann, id)
      expect(after).toMatchObject({ status: 'CANCELLED', transferIds: transfers, payInDetails: [] })
      expect(after.version).not.toBe(before.version)
      for (const transfer of transfers) expect(await statusOf(ann, transfer)).toBe('cancelled')
    },
  )

  it('lists the members that lapsed as cancelled; members added later stay, and only their amount is due', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann)
    const recipient = await addsRecipient(ann)
    const early = await addsTransfer(ann, id, { recipient, amount: 70, payIn: 'BANK_TRANSFER' })
    await service.advance({ hours: 72 })
    const late = await addsTransfer(ann, id, { recipient, amount: 30, payIn: 'BANK_TRANSFER' })
    await endsGroup(ann, id, 'COMPLETED')
    const before = await readsGroup(ann, id)
    expect(before.payInDetails[0].amount).toBe(100)
    // After this, `early` has been unpaid for more than five working days, and `late` for less.
    await service.advance({ hours: 24 * 5 + 20 })
    const after = await readsGroup(ann, id)
    expect(after).toMatchObject({ status: 'COMPLETED', transferIds: [early.id, late.id] })
    expect(after.version).not.toBe(before.version)
    expect(after.payInDetails[0].amount).toBe(30)
    expect([await statusOf(ann, early.id), await statusOf(ann, late.id)]).toEqual([
      'cancelled',
      'incoming_payment_waiting',
    ])
    await ok(simulatePayIn(ann, id, { amount: 30, currency: 'GBP' }))
    expect(await statusOf(ann, late.id)).toBe('processing')
    await service.advance(LONGER_THAN_TIME_TO_PAY)
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })

  it('does not lapse once it is paid, or while its direct debit is in progress; lapses at once when the debit fails', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const paid = await createsCompletedGroup(ann)
    await ok(fundGroup(ann, paid.id))
    const debited = await createsCompletedGroup(ann, { source: 'CAD' })
    const { id: initiationId } = await ok(initiateDebit(ann, debited.id, await linksAccount(ann)))
    await service.advance(LONGER_THAN_TIME_TO_PAY)
    expect((await readsGroup(ann, paid.id)).status).toBe('COMPLETED')
    expect(await statusOf(ann, debited.transfers[0])).toBe('incoming_payment_waiting')
    await ok(simulateDebit(ann, initiationId, 'FAILED'))
    await service.settle()
    expect((await readsGroup(ann, debited.id)).status).toBe('CANCELLED')
    expect(await statusOf(ann, debited.transfers[0])).toBe('cancelled')
  })

  it('does not lapse after its direct debit was charged back', async () => {
    const ann = await service.createUser()
    const { id, initiationId } = await createsDebitedGroup(ann)
    await ok(simulateDebit(ann, initiationId, 'CHARGED_BACK'))
    await service.advance(LONGER_THAN_TIME_TO_PAY)
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })
})

describe('members with active issues', () => {
  const service = testService()

  /** A completed group for which too little money arrived. */
  async function createsUnderpaidGroup(ann: Person) {
    const group = await createsCompletedGroup(ann)
    await ok(simulatePayIn(ann, group.id, { amount: 1, currency: 'GBP' }))
    return group
  }

  it.each([
    ['lapse', () => service.advance(LONGER_THAN_TIME_TO_PAY)],
    [
      'are cancelled',
      (ann: Person, id: string) => endsGroup(ann, id, 'CANCELLED').then(service.settle),
    ],
  ])('have no active issue once they %s', async (_, end) => {
    const ann = await service.createUser()
    const { id, transfers } = await createsUnderpaidGroup(ann)
    await end(ann, id)
    for (const transfer of transfers) {
      expect(await readsTransfer(ann, transfer)).toMatchObject({
        status: 'cancelled',
        hasActiveIssues: false,
      })
      expect(await issuesInEvents(service, transfer)).toEqual([['deposit_amount_less_invoice'], []])
    }
  })

  it('have no active issue once their direct debit was charged back', async () => {
    const ann = await service.createUser({ verified: false })
    const { transfers, initiationId } = await createsDebitedGroup(ann)
    await ok(simulateDebit(ann, initiationId, 'CHARGED_BACK'))
    for (const transfer of transfers) {
      expect(await readsTransfer(ann, transfer)).toMatchObject({
        status: 'cancelled',
        hasActiveIssues: false,
      })
      expect(await issuesInEvents(service, transfer)).toEqual([['profile_not_verified'], []])
    }
  })
})

/** The active issues in the events of a transfer, oldest first. */
async function issuesInEvents(service: TestService, transferId: number): Promise<string[][]> {
  const { rows } = await service.db.pool.query(
    `select payload -> 'active_cases' as cases from events
      where subject = $1 and name = 'transfers#active-cases' order by number`,
    [`transfer:${transferId}`],
  )
  return rows.map(({ cases }) => cases)
}

describe('a cancellation of a group', () => {
  const service = testService()

  it('continues after a crash, and records one event for each member', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsCompletedGroup(ann, { members: 5 })
    await endsGroup(ann, id, 'CANCELLED')
    const cancelTwo = (beforeCommit: () => void = () => undefined) =>
      service.db.transact(async (tx) => {
        const group = await lockGroup(tx, ann.personal, id)
        if (group === undefined) throw new Error('the group was not found')
        await cancelNextMembers(tx, group, service.now(), 2)
        beforeCommit()
      })
    const crash = () => {
      throw new Error('crashed')
    }
    const progress = async () => {
      const { status } = await readsGroup(ann, id)
      const members = await Promise.all(
        transfers.map((transferId) => readsTransfer(ann, transferId)),
      )
      return [status, members.filter((member) => member.status === 'cancelled').length]
    }
    await expect(cancelTwo(crash)).rejects.toThrow('crashed')
    expect(await progress()).toEqual(['MARKED_FOR_CANCELLATION', 0])
    await cancelTwo()
    expect(await progress()).toEqual(['PROCESSING_CANCEL', 0])
    await cancelTwo()
    expect(await progress()).toEqual(['PROCESSING_CANCEL', 2])
    await expect(cancelTwo(crash)).rejects.toThrow('crashed')
    expect(await progress()).toEqual(['PROCESSING_CANCEL', 2])
    expect(await service.settle()).toBeGreaterThan(0)
    expect(await progress()).toEqual(['CANCELLED', 5])
    const { rows } = await service.db.pool.query(
      `select count(*)::int as n from events
        where subject = any($1) and payload ->> 'current_state' = 'cancelled'`,
      [transfers.map((transferId) => `transfer:${transferId}`)],
    )
    expect(rows).toEqual([{ n: 5 }])
    expect(await service.settle()).toBe(0)
  })

  it('finishes when one transaction cancels exactly all members', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsCompletedGroup(ann, { members: 2 })
    await endsGroup(ann, id, 'CANCELLED')
    for (let n = 0; n < 3; n++)
      await service.db.transact(async (tx) => {
        const group = await lockGroup(tx, ann.personal, id)
        if (group !== undefined) await cancelNextMembers(tx, group, service.now(), transfers.length)
      })
    expect((await readsGroup(ann, id)).status).toBe('CANCELLED')
    for (const transferId of transfers)
      expect((await readsTransfer(ann, transferId)).status).toBe('cancelled')
  })
})
