// A charge-back while a bank returns the money of a member. A refund after the charge-back must settle the debt that the
// charge-back incurred (D29): otherwise the sender would get the money twice, from the charge-back and as a refund to the
// bank. When the refund was first, the charge-back leaves a debt.

import { describe, expect, it } from 'vitest'
import { createsDebitedGroup, simulateDebit } from '../../../test/support/batch-groups.ts'
import { raceResults, rowLock } from '../../../test/support/race.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, outcome, simulate } from '../../../test/support/transfers.ts'
import { debtsOf, houseAccountsOf } from './ledger-state.ts'

describe('a charge-back of a member that was sent', () => {
  const service = testService()

  /** Creates a group of one transfer that a direct debit has paid, and simulates the moves of the transfer. */
  async function createsMember(...moves: readonly string[]) {
    const ann = await service.createUser()
    const { transfers, initiationId } = await createsDebitedGroup(ann, { members: 1 })
    const [member = 0] = transfers
    for (const move of moves) await ok(simulate(ann, member, move))
    const chargesBack = () => simulateDebit(ann, initiationId, 'CHARGED_BACK')
    return { ann, member, chargesBack, lock: rowLock('transfers', { id: member }) }
  }

  it('before a concurrent refund of the bounced money: the refund settles the debt and sends nothing to the bank', async () => {
    const { ann, member, chargesBack, lock } = await createsMember(
      'funds_converted',
      'outgoing_payment_sent',
      'bounced_back',
    )
    const refund = () => simulate(ann, member, 'funds_refunded')
    const replies = await raceResults(service.db, lock, [chargesBack, refund])
    expect(replies.map(outcome)).toEqual(['200', '200'])
    expect(await debtsOf(service, ann)).toEqual({})
    expect(await houseAccountsOf(service, ann)).toEqual({})
  })

  it('before a concurrent bounce: the later refund settles the debt and sends nothing to the bank', async () => {
    const { ann, member, chargesBack, lock } = await createsMember(
      'funds_converted',
      'outgoing_payment_sent',
    )
    const bounce = () => simulate(ann, member, 'bounced_back')
    const replies = await raceResults(service.db, lock, [chargesBack, bounce])
    expect(replies.map(outcome)).toEqual(['200', '200'])
    await ok(simulate(ann, member, 'funds_refunded'))
    expect(await debtsOf(service, ann)).toEqual({})
    expect(await houseAccountsOf(service, ann)).toEqual({})
  })

  it('after a concurrent refund to the bank: the profile owes the money that it got twice', async () => {
    const { ann, member, chargesBack, lock } = await createsMember(
      'funds_converted',
      'outgoing_payment_sent',
      'bounced_back',
    )
    const refund = () => simulate(ann, member, 'funds_refunded')
    const replies = await raceResults(service.db, lock, [refund, chargesBack])
    expect(replies.map(outcome)).toEqual(['200', '200'])
    expect(await debtsOf(service, ann)).toEqual({ CAD: 100_00n })
  })
})
