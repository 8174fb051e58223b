// Two concurrent requests, or a request and a sweep, for one batch group. A row is locked until both wait for it, one behind
// the other as the title states.

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MEMBERS_MAX } from '../../src/batches/limits.ts'
import { lapse } from '../../src/batches/sweeps.ts'
import { conversionsOf, inFlightMinor } from '../../src/batches/test/ledger-state.ts'
import { createMovement, createsBalanceQuote } from '../../src/conversions/test/fixtures.ts'
import { availableOn } from '../support/balances.ts'
import {
  addTransfer,
  changeGroup,
  createsCompletedGroup,
  createsDebitedGroup,
  createsFilledGroup,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
  simulateDebit,
  simulatePayIn,
} from '../support/batch-groups.ts'
import { countDeadlocks, rowLock } from '../support/race.ts'
import { testService } from '../support/service.ts'
import {
  addsRecipient,
  createsQuote,
  createsTransfer,
  fundTransfer,
  ok,
  readsTransfer,
  simulate,
  topsUp,
} from '../support/transfers.ts'
import { moneyOn, racesOf } from './racing.ts'

describe('concurrent requests for a batch group', () => {
  const service = testService()
  const { repliesOf, outcomes, sweepAtLapse } = racesOf(service)

  const groupRow = (id: string) => rowLock('batch_groups', { id })

  it('409 payment.exists for the second of two fundings', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    const both = [() => fundGroup(ann, id), () => fundGroup(ann, id)]
    expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '409 payment.exists'])
    expect(await availableOn(ann, balance)).toBe(300)
  })

  it('409 batch.group.version.conflict for a cancellation behind a funding; the group stays paid', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    const { version } = await readsGroup(ann, id)
    const both = [() => fundGroup(ann, id), () => changeGroup(ann, id, 'CANCELLED', version)]
    expect(await outcomes(groupRow(id), ...both)).toEqual([
      '200',
      '409 batch.group.version.conflict',
    ])
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(true)
  })

  it('409 batch.group.invalid-state for a funding behind a cancellation; the balance keeps its money', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    const { version } = await readsGroup(ann, id)
    const both = [() => changeGroup(ann, id, 'CANCELLED', version), () => fundGroup(ann, id)]
    expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '409 batch.group.invalid-state'])
    await service.settle()
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('cancelled')
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('409 batch.group.version.conflict for a completion behind an added transfer', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const { version } = await readsGroup(ann, id)
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { recipient })
    const both = [
      () => addTransfer(ann, id, { quoteId: quote.id, recipient }),
      () => changeGroup(ann, id, 'COMPLETED', version),
    ]
    expect(await outcomes(groupRow(id), ...both)).toEqual([
      '200',
      '409 batch.group.version.conflict',
    ])
    const after = await readsGroup(ann, id)
    expect([after.status, after.transferIds.length]).toEqual(['NEW', 3])
  })

  it('422 batch.group.wrong-state for a transfer that is added behind a completion; its quote stays unused', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const { version } = await readsGroup(ann, id)
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { recipient })
    const both = [
      () => changeGroup(ann, id, 'COMPLETED', version),
      () => addTransfer(ann, id, { quoteId: quote.id, recipient }),
    ]
    expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '422 batch.group.wrong-state'])
    expect((await readsGroup(ann, id)).transferIds).toHaveLength(2)
    const { body } = await ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quote.id}`)
    expect(body.status).toBe('PENDING')
  })

  it('two additions with one key make one transfer, and both return it', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const recipient = await addsRecipient(ann)
    const quote = await createsQuote(ann, { recipient })
    const key = randomUUID()
    const request = () => addTransfer(ann, id, { quoteId: quote.id, recipient, key })
    const lock = rowLock('quotes', { id: quote.id })
    const [first, second] = await repliesOf(lock, request, request)
    expect([first?.status, second?.status]).toEqual([200, 200])
    expect(second?.body).toEqual(first?.body)
    expect((await readsGroup(ann, id)).transferIds).toHaveLength(3)
  })

  it('422 batch.group.full for the second of two additions when the group has room for one transfer', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const setMembers = 'update batch_groups set members = $2 where id = $1'
    await service.db.pool.query(setMembers, [id, MEMBERS_MAX - 1])
    const recipient = await addsRecipient(ann)
    const [one, other] = [
      await createsQuote(ann, { recipient }),
      await createsQuote(ann, { recipient }),
    ]
    const both = [one, other].map(
      (quote) => () => addTransfer(ann, id, { quoteId: quote.id, recipient }),
    )
    expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '422 batch.group.full'])
  })

  it('409 batch.group.version.conflict for the second of two PATCHes with one version', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const { version } = await readsGroup(ann, id)
    const both = [
      () => changeGroup(ann, id, 'COMPLETED', version),
      () => changeGroup(ann, id, 'CANCELLED', version),
    ]
    expect(await outcomes(groupRow(id), ...both)).toEqual([
      '200',
      '409 batch.group.version.conflict',
    ])
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })

  it.each(['balance', 'debit'])(
    '409 payment.exists for the second payment method when the %s comes first',
    async (first) => {
      const ann = await service.createUser()
      const balance = await topsUp(ann, 'CAD', 500)
      const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
      const accountId = await linksAccount(ann)
      const both = [() => fundGroup(ann, id), () => initiateDebit(ann, id, accountId)]
      if (first === 'debit') both.reverse()
      expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '409 payment.exists'])
      expect(await availableOn(ann, balance)).toBe(first === 'debit' ? 500 : 300)
    },
  )

  it('409 payment.exists for the second of two direct debits', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const accountId = await linksAccount(ann)
    const both = [() => initiateDebit(ann, id, accountId), () => initiateDebit(ann, id, accountId)]
    expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '409 payment.exists'])
  })

  it('409 payment.exists for a funding behind a bank payment; the balance keeps its money', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsCompletedGroup(ann)
    const { amount, currency } = (await readsGroup(ann, id)).payInDetails[0]
    const both = [() => simulatePayIn(ann, id, { amount, currency }), () => fundGroup(ann, id)]
    expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '409 payment.exists'])
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('409 batch.group.invalid-state for a funding behind the lapse sweep; the balance keeps its money', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    const both = [sweepAtLapse(lapse, id), () => fundGroup(ann, id)]
    expect(await outcomes(groupRow(id), ...both)).toEqual(['200', '409 batch.group.invalid-state'])
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('cancelled')
    expect((await readsGroup(ann, id)).status).toBe('CANCELLED')
    expect(await availableOn(ann, balance)).toBe(500)
  })

  it('the lapse sweep behind a funding does not cancel the group', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    expect(await outcomes(groupRow(id), () => fundGroup(ann, id), sweepAtLapse(lapse, id))).toEqual(
      ['200', '200'],
    )
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('processing')
    expect((await readsGroup(ann, id)).status).toBe('COMPLETED')
  })

  it('422 balance.insufficient-funds for the funding of a transfer behind that of a group that empties the balance', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 200)
    const { id } = await createsCompletedGroup(ann)
    const single = await createsTransfer(ann)
    const both = [() => fundGroup(ann, id), () => fundTransfer(ann, single.id)]
    const lock = moneyOn(balance)
    expect(await outcomes(lock, ...both)).toEqual(['200', '422 balance.insufficient-funds'])
    expect(await availableOn(ann, balance)).toBe(0)
  })

  it('422 balance.insufficient-funds and no deadlock for a conversion behind the funding of a group that empties the balance', async () => {
    const ann = await service.createUser()
    const pounds = await topsUp(ann, 'GBP', 150)
    await topsUp(ann, 'EUR', 500)
    const { id } = await createsCompletedGroup(ann)
    const quote = await createsBalanceQuote(ann, 'GBP', 'EUR')
    const both = [() => fundGroup(ann, id), () => createMovement(ann, { quoteId: quote.id })]
    const expected = ['200', '422 balance.insufficient-funds']
    expect(await outcomes(moneyOn(pounds), ...both)).toEqual(expected)
    expect(await conversionsOf(service, ann)).toHaveLength(1)
    expect(await countDeadlocks(service.db)).toBe(0)
  })

  it('409 wrong_status for the conversion of a member behind a chargeback, which cancels the member', async () => {
    const ann = await service.createUser()
    const { transfers, initiationId } = await createsDebitedGroup(ann, { members: 1 })
    const [member = 0] = transfers
    const lock = rowLock('transfers', { id: member })
    const both = [
      () => simulateDebit(ann, initiationId, 'CHARGED_BACK'),
      () => simulate(ann, member, 'funds_converted'),
    ]
    expect(await outcomes(lock, ...both)).toEqual(['200', '409 wrong_status'])
    expect((await readsTransfer(ann, member)).status).toBe('cancelled')
    expect(await inFlightMinor(service, ann, member, 'CAD')).toBe(0n)
  })

  it('a chargeback behind the conversion of a member cancels the member and leaves no converted money in flight', async () => {
    const ann = await service.createUser()
    const { transfers, initiationId } = await createsDebitedGroup(ann, { members: 1 })
    const [member = 0] = transfers
    const lock = rowLock('transfers', { id: member })
    const both = [
      () => simulate(ann, member, 'funds_converted'),
      () => simulateDebit(ann, initiationId, 'CHARGED_BACK'),
    ]
    expect(await outcomes(lock, ...both)).toEqual(['200', '200'])
    expect((await readsTransfer(ann, member)).status).toBe('cancelled')
    expect(await inFlightMinor(service, ann, member, 'EUR')).toBe(0n)
  })

  it('two simulations of one debit result both return 200, and one payment is booked', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const { id: initiationId } = await ok(initiateDebit(ann, id, await linksAccount(ann)))
    await ok(simulateDebit(ann, initiationId, 'PROCESSING'))
    const request = () => simulateDebit(ann, initiationId, 'COMPLETED')
    expect(await outcomes(groupRow(id), request, request)).toEqual(['200', '200'])
    const { rows } = await service.db.pool.query(
      'select count(*)::int as n from batch_payments where batch_group_id = $1',
      [id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})
