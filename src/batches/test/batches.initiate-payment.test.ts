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
} from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import { ok, optionOf, outcome, readsTransfer, topsUp } from '../../../test/support/transfers.ts'
import { lastIdBefore } from '../../kernel/ids.ts'
import { incursDebt, makesWorthless } from './ledger-state.ts'

describe('batches.initiate-payment', () => {
  const service = testService()

  it('200 initiates the direct debit, and pays no member yet', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsCompletedGroup(ann, { source: 'CAD' })
    const accountId = await linksAccount(ann)
    const reply = await initiateDebit(ann, id, accountId)
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({
      id: expect.any(Number),
      batchGroupId: id,
      reference: `B${reply.body.id}`,
      userId: ann.userId,
      profileId: ann.personal,
      type: 'DIRECT_DEBIT',
      status: 'NEW',
      accountId,
      createdTime: '2026-01-05T10:00:00.000000Z',
    })
    expect((await readsTransfer(ann, transfers[0] ?? 0)).status).toBe('incoming_payment_waiting')
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
  })

  it('200 with the reference of the caller, 400 when it has eleven characters', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const accountId = await linksAccount(ann)
    const long = await initiateDebit(ann, id, accountId, { reference: '12345678901' })
    expect([long.status, long.body.errors[0].path]).toEqual([400, 'reference'])
    const reply = await initiateDebit(ann, id, accountId, { reference: '1234567890' })
    expect([reply.status, reply.body.reference]).toEqual([200, '1234567890'])
  })

  it('200 for another initiation after one has FAILED', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const accountId = await linksAccount(ann)
    const first = await ok(initiateDebit(ann, id, accountId))
    await ok(simulateDebit(ann, first.id, 'FAILED'))
    const second = await ok(initiateDebit(ann, id, accountId))
    expect(second.id).not.toBe(first.id)
  })

  it('409 payment.exists while an initiation is NEW, PROCESSING, COMPLETED or CHARGED_BACK', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const accountId = await linksAccount(ann)
    const first = await ok(initiateDebit(ann, id, accountId))
    const expectRefused = async () =>
      expect(outcome(await initiateDebit(ann, id, accountId))).toBe('409 payment.exists')
    await expectRefused()
    for (const state of ['PROCESSING', 'COMPLETED', 'CHARGED_BACK']) {
      await ok(simulateDebit(ann, first.id, state))
      await expectRefused()
    }
  })

  it('409 payment.exists for a group that was paid from a balance', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'CAD', 500)
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    await ok(fundGroup(ann, id))
    expect(outcome(await initiateDebit(ann, id, await linksAccount(ann)))).toBe(
      '409 payment.exists',
    )
  })

  it('409 batch.group.invalid-state before the group is completed', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann, { source: 'CAD' })
    const reply = await initiateDebit(ann, id, await linksAccount(ann))
    expect(outcome(reply)).toBe('409 batch.group.invalid-state')
  })

  it('422 debit.account.not-usable for an unknown account, and for an account in another currency or of another profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    for (const accountId of [await linksAccount(ann, 'ACH'), await linksAccount(bob), 999_999_999])
      expect(outcome(await initiateDebit(ann, id, accountId))).toBe('422 debit.account.not-usable')
  })

  it('422 payment.type-not-supported for a type other than DIRECT_DEBIT', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const reply = await initiateDebit(ann, id, await linksAccount(ann), { type: 'BALANCE' })
    expect(outcome(reply)).toBe('422 payment.type-not-supported')
  })

  it('422 payment.option-unavailable for a quote without a DIRECT_DEBIT option', async () => {
    const ann = await service.createUser()
    const { id } = await createsGroup(ann, { source: 'CAD' })
    const { quoteUuid } = await addsTransfer(ann, id, { source: 'CAD' })
    await endsGroup(ann, id, 'COMPLETED')
    await service.db.pool.query(
      `update quotes set options = jsonb_path_query_array(options, '$[*] ? (@.payIn != "DIRECT_DEBIT")')
        where id = $1`,
      [quoteUuid],
    )
    const reply = await initiateDebit(ann, id, await linksAccount(ann))
    expect(outcome(reply)).toBe('422 payment.option-unavailable')
  })

  it('422 payment.option-unavailable when the fee of a direct debit leaves less than the lowest amount of the route', async () => {
    const ann = await service.createUser()
    const wanted = { source: 'CAD', amount: 2.3, members: 1 }
    const { id } = await createsCompletedGroup(ann, { ...wanted, payIn: 'BANK_TRANSFER' })
    expect(outcome(await initiateDebit(ann, id, await linksAccount(ann)))).toBe(
      '422 payment.option-unavailable',
    )
  })

  it('422 profile.owes while the profile has a debt', async () => {
    const ann = await service.createUser()
    await incursDebt(ann)
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    expect(outcome(await initiateDebit(ann, id, await linksAccount(ann)))).toBe('422 profile.owes')
  })

  it('404 batch.group.not-found for a group of another user', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    const reply = await initiateDebit(bob, id, await linksAccount(bob))
    expect(outcome(reply)).toBe('404 batch.group.not-found')
  })

  it('all members are paid at the price of their DIRECT_DEBIT option, which is higher than that of BALANCE', async () => {
    const ann = await service.createUser()
    const { transfers } = await createsDebitedGroup(ann, { members: 2 })
    for (const id of transfers) {
      const { status, targetValue, quoteUuid } = await readsTransfer(ann, id)
      const quote = await ok(ann.call(`GET /v3/profiles/${ann.personal}/quotes/${quoteUuid}`))
      expect([status, targetValue]).toEqual([
        'processing',
        optionOf(quote, 'DIRECT_DEBIT').targetAmount,
      ])
      expect(targetValue).toBeLessThan(optionOf(quote, 'BALANCE').targetAmount)
    }
  })

  it('gap 1360: 200 with a default reference of at most ten characters in a cell, whose ids are longer', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD' })
    await service.db.pool.query(
      `select setval(pg_get_serial_sequence('payment_initiations', 'id'), $1)`,
      [lastIdBefore(1)],
    )
    const reply = await initiateDebit(ann, id, await linksAccount(ann))
    expect([reply.status, reply.body.reference]).toEqual([200, 'B1'])
  })
})

describe('batches.initiate-payment at a worthless rate', () => {
  const service = testService()

  it('422 error.amount.not-payable when the current rate leaves nothing for a recipient', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { source: 'CAD', target: 'USD' })
    await service.advance({ minutes: 31 })
    await makesWorthless(service, 'CAD')
    const reply = await initiateDebit(ann, id, await linksAccount(ann))
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
  })
})
