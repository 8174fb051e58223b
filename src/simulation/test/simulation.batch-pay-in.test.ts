import { describe, expect, it } from 'vitest'
import { availableOn } from '../../../test/support/balances.ts'
import {
  addsTransfer,
  createsCompletedGroup,
  createsFilledGroup,
  createsGroup,
  endsGroup,
  fundGroup,
  initiateDebit,
  linksAccount,
  readsGroup,
  simulatePayIn,
} from '../../../test/support/batch-groups.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  ok,
  outcome,
  readsTransfer,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'
import {
  houseAccountsOf,
  incursDebt,
  inFlightMinor,
  makesWorthless,
} from '../../batches/test/ledger-state.ts'
import { MINOR_MAX } from '../../kernel/money.ts'

describe('simulation.batch-pay-in', () => {
  const service = testService()

  it('200 for the exact amount, which pays all members', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsCompletedGroup(ann, { payIn: 'BANK_TRANSFER' })
    const { payInDetails } = await readsGroup(ann, id)
    const { amount, currency, reference } = payInDetails[0]
    const reply = await simulatePayIn(ann, id, { amount, currency, reference })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id, alreadyPaid: true, status: 'COMPLETED', payInDetails })
    for (const transfer of transfers) {
      expect((await readsTransfer(ann, transfer)).status).toBe('processing')
      expect(await inFlightMinor(service, ann, transfer, 'GBP')).toBe(100_00n)
    }
    expect(await houseAccountsOf(service, ann)).toEqual({ 'pay-in GBP': -200_00n })
  })

  it('200 for a larger amount, which pays all members; the excess is credited to the balance, which is opened if necessary', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsCompletedGroup(ann)
    const { amount } = (await readsGroup(ann, id)).payInDetails[0]
    const paid = await ok(simulatePayIn(ann, id, { amount: amount + 12.34, currency: 'GBP' }))
    expect(paid.alreadyPaid).toBe(true)
    for (const transfer of transfers)
      expect((await readsTransfer(ann, transfer)).status).toBe('processing')
    const { rows } = await service.db.pool.query('select id from balances where profile_id = $1', [
      ann.personal,
    ])
    expect(await availableOn(ann, Number(rows[0].id))).toBe(12.34)
    const second = await createsCompletedGroup(ann)
    const due = (await readsGroup(ann, second.id)).payInDetails[0].amount
    await ok(simulatePayIn(ann, second.id, { amount: `${due + 1}`, currency: 'GBP' }))
    expect(await availableOn(ann, Number(rows[0].id))).toBe(13.34)
  })

  it('200 for a smaller amount, which pays no member and causes an issue; the whole amount resolves the issue', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsCompletedGroup(ann, { payIn: 'BANK_TRANSFER' })
    const { amount } = (await readsGroup(ann, id)).payInDetails[0]
    const short = await simulatePayIn(ann, id, { amount: amount - 0.01, currency: 'GBP' })
    expect([short.status, short.body.alreadyPaid]).toEqual([200, false])
    await ok(simulatePayIn(ann, id, { amount: 1, currency: 'GBP' }))
    for (const transfer of transfers) {
      const { hasActiveIssues, status } = await readsTransfer(ann, transfer)
      expect([hasActiveIssues, status]).toEqual([true, 'incoming_payment_waiting'])
    }
    expect(await houseAccountsOf(service, ann)).toEqual({})
    await ok(simulatePayIn(ann, id, { amount, currency: 'GBP' }))
    const { rows } = await service.db.pool.query(
      `select payload -> 'active_cases' as cases from events
        where subject = $1 and name = 'transfers#active-cases' order by number`,
      [`transfer:${transfers[0]}`],
    )
    expect(rows).toEqual([{ cases: ['deposit_amount_less_invoice'] }, { cases: [] }])
    for (const transfer of transfers) {
      const { hasActiveIssues, status } = await readsTransfer(ann, transfer)
      expect([hasActiveIssues, status]).toEqual([false, 'processing'])
    }
  })

  it('a payment from a balance resolves the issue of a pay-in that was too small', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const { id, transfers } = await createsCompletedGroup(ann)
    const [transfer = 0] = transfers
    await ok(simulatePayIn(ann, id, { amount: 1, currency: 'GBP' }))
    expect((await readsTransfer(ann, transfer)).hasActiveIssues).toBe(true)
    await ok(fundGroup(ann, id))
    expect((await readsTransfer(ann, transfer)).hasActiveIssues).toBe(false)
    await ok(simulate(ann, transfer, 'funds_converted'))
  })

  it('422 pay-in.mismatch for another currency or another reference', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann)
    for (const [path, body] of [
      ['currency', { amount: 200, currency: 'EUR' }],
      ['reference', { amount: 200, currency: 'GBP', reference: 'B0' }],
    ] as const) {
      const reply = await simulatePayIn(ann, id, body)
      expect(outcome(reply)).toBe('422 pay-in.mismatch')
      expect(reply.body.errors[0].path).toBe(path)
    }
  })

  it('400 for a reference of more than 255 characters', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann)
    const pay = async (length: number) =>
      (
        await simulatePayIn(ann, id, {
          amount: 200,
          currency: 'GBP',
          reference: 'B'.repeat(length),
        })
      ).status
    expect([await pay(255), await pay(256)]).toEqual([422, 400])
  })

  it('422 deposit.amount.invalid for zero, a negative amount, too many decimals or digits, and an excess in a currency without balances', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann)
    for (const amount of [0, -1, 0.001, '1234567890123456'])
      expect(outcome(await simulatePayIn(ann, id, { amount, currency: 'GBP' }))).toBe(
        '422 deposit.amount.invalid',
      )
    const { id: afghani } = await createsGroup(ann, { source: 'AFN' })
    const recipient = await addsRecipient(ann)
    await addsTransfer(ann, afghani, {
      source: 'AFN',
      amount: 50_000,
      payIn: 'BANK_TRANSFER',
      recipient,
    })
    await endsGroup(ann, afghani, 'COMPLETED')
    const more = await simulatePayIn(ann, afghani, { amount: 50_001, currency: 'AFN' })
    expect(outcome(more)).toBe('422 deposit.amount.invalid')
    expect((await readsGroup(ann, afghani)).alreadyPaid).toBe(false)
  })

  it('422 balance.full when the balance cannot hold the excess', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', Number(MINOR_MAX / 100n))
    const { id } = await createsCompletedGroup(ann)
    const reply = await simulatePayIn(ann, id, { amount: 5000, currency: 'GBP' })
    expect(outcome(reply)).toBe('422 balance.full')
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
  })

  it('409 payment.exists for a group that is paid or being debited', async () => {
    const ann = await service.createUser()
    await topsUp(ann, 'GBP', 500)
    const paid = await createsCompletedGroup(ann)
    await ok(fundGroup(ann, paid.id))
    const debited = await createsCompletedGroup(ann, { source: 'CAD' })
    await ok(initiateDebit(ann, debited.id, await linksAccount(ann)))
    for (const [id, currency] of [
      [paid.id, 'GBP'],
      [debited.id, 'CAD'],
    ] as const)
      expect(outcome(await simulatePayIn(ann, id, { amount: 200, currency }))).toBe(
        '409 payment.exists',
      )
  })

  it('409 batch.group.invalid-state for a group that is NEW, being cancelled or CANCELLED', async () => {
    const ann = await service.createUser()
    const { id } = await createsFilledGroup(ann)
    const body = { amount: 200, currency: 'GBP' }
    expect(outcome(await simulatePayIn(ann, id, body))).toBe('409 batch.group.invalid-state')
    await endsGroup(ann, id, 'CANCELLED')
    expect(outcome(await simulatePayIn(ann, id, body))).toBe('409 batch.group.invalid-state')
    await service.settle()
    expect((await readsGroup(ann, id)).status).toBe('CANCELLED')
    expect(outcome(await simulatePayIn(ann, id, body))).toBe('409 batch.group.invalid-state')
  })

  it('422 profile.owes while the profile has a debt', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann)
    await incursDebt(ann)
    const { amount } = (await readsGroup(ann, id)).payInDetails[0]
    expect(outcome(await simulatePayIn(ann, id, { amount, currency: 'GBP' }))).toBe(
      '422 profile.owes',
    )
  })

  it('422 payment.option-unavailable for a quote without a BANK_TRANSFER option', async () => {
    const ann = await service.createUser()
    const { id, transfers } = await createsCompletedGroup(ann)
    const { quoteUuid } = await readsTransfer(ann, transfers[0] ?? 0)
    await service.db.pool.query(
      `update quotes set options = jsonb_path_query_array(options, '$[*] ? (@.payIn != "BANK_TRANSFER")')
        where id = $1`,
      [quoteUuid],
    )
    const reply = await simulatePayIn(ann, id, { amount: 200, currency: 'GBP' })
    expect(outcome(reply)).toBe('422 payment.option-unavailable')
  })

  it('404 batch.group.not-found for a group of another profile', async () => {
    const [ann, bob] = [await service.createUser(), await service.createUser()]
    const { id } = await createsCompletedGroup(ann)
    const reply = await simulatePayIn(bob, id, { amount: 200, currency: 'GBP' })
    expect(outcome(reply)).toBe('404 batch.group.not-found')
  })
})

describe('simulation.batch-pay-in at a worthless rate', () => {
  const service = testService()

  it('422 error.amount.not-payable when the current rate leaves nothing for a recipient', async () => {
    const ann = await service.createUser()
    const { id } = await createsCompletedGroup(ann, { target: 'USD' })
    await service.advance({ minutes: 31 })
    await makesWorthless(service, 'GBP')
    const reply = await simulatePayIn(ann, id, { amount: 500, currency: 'GBP' })
    expect(outcome(reply)).toBe('422 error.amount.not-payable')
    expect((await readsGroup(ann, id)).alreadyPaid).toBe(false)
  })
})
