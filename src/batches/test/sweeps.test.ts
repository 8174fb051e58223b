import { describe, expect, it } from 'vitest'
import {
  adds,
  answers,
  completes,
  debits,
  ends,
  fills,
  fundAll,
  initiate,
  links,
  opens,
  payIn,
  readsGroup,
} from '../../../test/support/batching.ts'
import type { Person } from '../../../test/support/people.ts'
import { holds, ok, pays, reads } from '../../../test/support/sending.ts'
import { house, type TestHouse } from '../../../test/support/service.ts'
import { cancelNext } from '../cancel-members.ts'
import { lockGroup } from '../store.ts'

const WAIT = { hours: 24 * 9 }

describe('a group that nobody pays', () => {
  const h = house()
  const statusOf = async (ann: Person, id = 0) => (await reads(ann, id)).status

  it.each(['NEW', 'COMPLETED'])(
    '%s: its members are cancelled, and with the last it is',
    async (from) => {
      const ann = await h.user()
      const { id, transfers } = await (from === 'NEW' ? fills(ann) : completes(ann))
      const before = await readsGroup(ann, id)
      await h.advance(WAIT)
      const after = await readsGroup(ann, id)
      expect(after).toMatchObject({ status: 'CANCELLED', transferIds: transfers, payInDetails: [] })
      expect(after.version).not.toBe(before.version)
      for (const transfer of transfers) expect(await statusOf(ann, transfer)).toBe('cancelled')
    },
  )

  it('keeps the members that came later: they alone are asked for, and paid', async () => {
    const ann = await h.user()
    const { id } = await opens(ann)
    const recipient = await pays(ann)
    const early = await adds(ann, id, { recipient, amount: 70, payIn: 'BANK_TRANSFER' })
    await h.advance({ hours: 72 })
    const late = await adds(ann, id, { recipient, amount: 30, payIn: 'BANK_TRANSFER' })
    await ends(ann, id, 'COMPLETED')
    const before = await readsGroup(ann, id)
    expect(before.payInDetails[0].amount).toBe(100)
    await h.advance({ hours: 24 * 5 + 20 })
    const after = await readsGroup(ann, id)
    expect(after).toMatchObject({ status: 'COMPLETED', transferIds: [early.id, late.id] })
    expect(after.version).not.toBe(before.version)
    expect(after.payInDetails[0].amount).toBe(30)
    expect([await statusOf(ann, early.id), await statusOf(ann, late.id)]).toEqual([
      'cancelled',
      'incoming_payment_waiting',
    ])
    await ok(payIn(ann, id, { amount: 30, currency: 'GBP' }))
    expect(await statusOf(ann, late.id)).toBe('processing')
    await h.advance(WAIT)
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })

  it('does not lapse once it is paid, nor while its direct debit is under way', async () => {
    const ann = await h.user()
    await holds(ann, 'GBP', 500)
    const paid = await completes(ann)
    await ok(fundAll(ann, paid.id))
    const debited = await completes(ann, { source: 'CAD' })
    const { id: initiationId } = await ok(initiate(ann, debited.id, await links(ann)))
    await h.advance(WAIT)
    expect((await readsGroup(ann, paid.id)).status).toBe('COMPLETED')
    expect(await statusOf(ann, debited.transfers[0])).toBe('incoming_payment_waiting')
    await ok(ann.call(`POST /v1/simulation/payment-initiations/${initiationId}/FAILED`))
    await h.settle()
    expect((await readsGroup(ann, debited.id)).status).toBe('CANCELLED')
    expect(await statusOf(ann, debited.transfers[0])).toBe('cancelled')
  })

  it('a group whose debit was taken back does not lapse either', async () => {
    const ann = await h.user()
    const { id, initiationId } = await debits(ann)
    await ok(ann.call(`POST /v1/simulation/payment-initiations/${initiationId}/CHARGED_BACK`))
    await h.advance(WAIT)
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })
})

describe('members that issues hold up', () => {
  const h = house()

  /** A completed group for which too little money came. */
  async function isShort(ann: Person) {
    const group = await completes(ann)
    await ok(payIn(ann, group.id, { amount: 1, currency: 'GBP' }))
    return group
  }

  it.each([
    ['lapse', () => h.advance(WAIT)],
    ['are cancelled', (ann: Person, id: string) => ends(ann, id, 'CANCELLED').then(h.settle)],
  ])('are held up by nothing once they %s', async (_, end) => {
    const ann = await h.user()
    const { id, transfers } = await isShort(ann)
    await end(ann, id)
    for (const transfer of transfers) {
      expect(await reads(ann, transfer)).toMatchObject({
        status: 'cancelled',
        hasActiveIssues: false,
      })
      expect(await casesTold(h, transfer)).toEqual([['deposit_amount_less_invoice'], []])
    }
  })

  it('are held up by nothing once their direct debit was taken back', async () => {
    const ann = await h.user({ verified: false })
    const { transfers, initiationId } = await debits(ann)
    await ok(answers(ann, initiationId, 'CHARGED_BACK'))
    for (const transfer of transfers) {
      expect(await reads(ann, transfer)).toMatchObject({
        status: 'cancelled',
        hasActiveIssues: false,
      })
      expect(await casesTold(h, transfer)).toEqual([['profile_not_verified'], []])
    }
  })
})

/** The issues of a transfer, as they were announced, oldest first. */
async function casesTold(h: TestHouse, transferId: number): Promise<string[][]> {
  const { rows } = await h.db.pool.query(
    `select payload -> 'active_cases' as cases from events
      where subject = $1 and name = 'transfers#active-cases' order by number`,
    [`transfer:${transferId}`],
  )
  return rows.map(({ cases }) => cases)
}

describe('a cancellation', () => {
  const h = house()

  it('that was killed half-way goes on from there, and tells of each member once', async () => {
    const ann = await h.user()
    const { id, transfers } = await completes(ann, { members: 5 })
    await ends(ann, id, 'CANCELLED')
    const step = (atOnceMax: number, killed = false) =>
      h.db.transact(async (tx) => {
        const group = await lockGroup(tx, ann.personal, id)
        if (group === undefined) throw new Error('there is no group')
        await cancelNext(tx, group, h.now(), atOnceMax)
        if (killed) throw new Error('killed')
      })
    const seen = async () => {
      const { status } = await readsGroup(ann, id)
      const statuses = await Promise.all(transfers.map((each) => reads(ann, each)))
      return [status, statuses.filter((each) => each.status === 'cancelled').length]
    }
    await expect(step(2, true)).rejects.toThrow('killed')
    expect(await seen()).toEqual(['MARKED_FOR_CANCELLATION', 0])
    await step(2)
    expect(await seen()).toEqual(['PROCESSING_CANCEL', 0])
    await step(2)
    expect(await seen()).toEqual(['PROCESSING_CANCEL', 2])
    await expect(step(2, true)).rejects.toThrow('killed')
    expect(await seen()).toEqual(['PROCESSING_CANCEL', 2])
    expect(await h.settle()).toBeGreaterThan(0)
    expect(await seen()).toEqual(['CANCELLED', 5])
    const { rows } = await h.db.pool.query(
      `select count(*)::int as n from events
        where subject = any($1) and payload ->> 'current_state' = 'cancelled'`,
      [transfers.map((each) => `transfer:${each}`)],
    )
    expect(rows).toEqual([{ n: 5 }])
    expect(await h.settle()).toBe(0)
  })

  it('takes as many steps as it needs when the members are as many as one step takes', async () => {
    const ann = await h.user()
    const { id, transfers } = await completes(ann, { members: 2 })
    await ends(ann, id, 'CANCELLED')
    for (let n = 0; n < 3; n++)
      await h.db.transact(async (tx) => {
        const group = await lockGroup(tx, ann.personal, id)
        if (group !== undefined) await cancelNext(tx, group, h.now(), transfers.length)
      })
    expect((await readsGroup(ann, id)).status).toBe('CANCELLED')
  })
})
