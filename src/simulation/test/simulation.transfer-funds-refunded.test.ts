import { describe, expect, it } from 'vitest'
import { accountBalance, houseAccountBalances } from '../../../test/support/ledger.ts'
import { testService } from '../../../test/support/service.ts'
import {
  addsRecipient,
  createsTransfer,
  fundTransfer,
  ok,
  outcome,
  simulate,
  topsUp,
} from '../../../test/support/transfers.ts'

describe('simulation.transfer-funds-refunded', () => {
  const service = testService()
  const movesUntilBounce = [
    'processing',
    'funds_converted',
    'outgoing_payment_sent',
    'bounced_back',
  ]

  it('200 returns the whole source amount to the balance, fee included', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    for (const name of movesUntilBounce) await ok(simulate(ann, id, name))
    const reply = await simulate(ann, id, 'funds_refunded')
    expect([reply.status, reply.body.status]).toEqual([200, 'funds_refunded'])
    expect(
      await accountBalance(service.db.reader, ann.personal, `available:${balance}`, 'GBP'),
    ).toBe(500_00n)
    const remaining = (await houseAccountBalances(service.db.reader, ann.personal)).filter(
      ({ account, balance: sum }) => account !== 'pay-in' && sum !== 0n,
    )
    expect(remaining).toEqual([])
  })

  it('200 for a repeat, which refunds nothing again', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    for (const name of [...movesUntilBounce, 'funds_refunded']) await ok(simulate(ann, id, name))
    const repeated = await simulate(ann, id, 'funds_refunded')
    expect([repeated.status, repeated.body.status]).toEqual([200, 'funds_refunded'])
    const profile = ann.personal
    expect(await accountBalance(service.db.reader, profile, `available:${balance}`, 'GBP')).toBe(
      500_00n,
    )
  })

  it('200 opens a new balance when the original one is closed', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 100)
    const { id } = await createsTransfer(ann)
    await ok(fundTransfer(ann, id))
    for (const name of movesUntilBounce) await ok(simulate(ann, id, name))
    await service.db.pool.query(`update balances set state = 'CLOSED' where id = $1`, [balance])
    expect((await simulate(ann, id, 'funds_refunded')).status).toBe(200)
    const open = await ann.call(`GET /v4/profiles/${ann.personal}/balances`, {
      query: { types: 'STANDARD' },
    })
    expect(open.body.map(({ amount }: { amount: object }) => amount)).toEqual([
      { value: 100, currency: 'GBP' },
    ])
    expect(open.body[0].id).not.toBe(balance)
  })

  it('200 refunds a payment by bank transfer to the bank', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    for (const name of movesUntilBounce) await ok(simulate(ann, id, name))
    expect((await simulate(ann, id, 'funds_refunded')).status).toBe(200)
    const sums = await houseAccountBalances(service.db.reader, ann.personal)
    expect(sums.filter(({ balance }) => balance !== 0n)).toEqual([
      { account: 'pay-in', currency: 'GBP', balance: -100_00n },
      { account: 'pay-out', currency: 'GBP', balance: 100_00n },
    ])
  })

  it('200 refunds a payment from a balance to that balance, even with a refund account', async () => {
    const ann = await service.createUser()
    const balance = await topsUp(ann, 'GBP', 500)
    const { id } = await createsTransfer(ann, { sourceAccount: await addsRecipient(ann, 'GBP') })
    await ok(fundTransfer(ann, id))
    for (const name of movesUntilBounce) await ok(simulate(ann, id, name))
    expect((await simulate(ann, id, 'funds_refunded')).status).toBe(200)
    const profile = ann.personal
    expect(await accountBalance(service.db.reader, profile, `available:${balance}`, 'GBP')).toBe(
      500_00n,
    )
  })

  it('200 refunds to the refund account, even after it was deactivated', async () => {
    const ann = await service.createUser()
    const sourceAccount = await addsRecipient(ann, 'GBP')
    const { id } = await createsTransfer(ann, { sourceAccount })
    for (const name of movesUntilBounce) await ok(simulate(ann, id, name))
    await ok(ann.call(`DELETE /v2/accounts/${sourceAccount}`))
    const reply = await simulate(ann, id, 'funds_refunded')
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ status: 'funds_refunded', sourceAccount })
    const { body: payments } = await ann.call(`GET /v1/transfers/${id}/payments`)
    expect(payments).toContainEqual(
      expect.objectContaining({ type: 'REFUND', recipientId: sourceAccount }),
    )
    const sums = await houseAccountBalances(service.db.reader, ann.personal)
    expect(sums).toContainEqual({ account: 'pay-out', currency: 'GBP', balance: 100_00n })
  })

  it('409 wrong_status while the transfer is unpaid', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    expect(outcome(await simulate(ann, id, 'funds_refunded'))).toBe('409 wrong_status')
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await simulate(await service.createUser(), id, 'funds_refunded')
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
