import { describe, expect, it } from 'vitest'
import { accountBalance, houseAccountBalances } from '../../../test/support/ledger.ts'
import { testService } from '../../../test/support/service.ts'
import { createsTransfer, ok, outcome, simulate } from '../../../test/support/transfers.ts'
import type { Id } from '../../kernel/ids.ts'

describe('simulation.transfer-funds-converted', () => {
  const service = testService()

  it('200 books the fee, exchanges the rest and holds the target amount; a repeat books nothing', async () => {
    const ann = await service.createUser()
    const { id, sourceValue, targetValue } = await createsTransfer(ann, { payIn: 'BANK_TRANSFER' })
    await simulate(ann, id, 'processing')
    const reply = await simulate(ann, id, 'funds_converted')
    expect([reply.status, reply.body.status]).toEqual([200, 'funds_converted'])
    const cents = (value: number) => BigInt(Math.round(value * 100))
    const fee = 100_00n - cents(sourceValue)
    const expectBooked = async () => {
      expect(await houseAccountBalances(service.db.reader, ann.personal)).toEqual([
        { account: 'desk', currency: 'EUR', balance: -cents(targetValue) },
        { account: 'desk', currency: 'GBP', balance: 100_00n - fee },
        { account: 'fees', currency: 'GBP', balance: fee },
        { account: 'pay-in', currency: 'GBP', balance: -100_00n },
      ])
      const account = `transfer:${id as Id<'transfer'>}` as const
      expect(await accountBalance(service.db.reader, ann.personal, account, 'EUR')).toBe(
        cents(targetValue),
      )
    }
    await expectBooked()
    expect((await simulate(ann, id, 'funds_converted')).status).toBe(200)
    await expectBooked()
  })

  it('409 wrong_status before the money arrived', async () => {
    const ann = await service.createUser()
    const { id } = await createsTransfer(ann)
    const reply = await simulate(ann, id, 'funds_converted')
    expect(outcome(reply)).toBe('409 wrong_status')
  })

  it('409 wrong_status while an issue is active, 200 after it is resolved', async () => {
    const ann = await service.createUser({ verified: false })
    const { id } = await createsTransfer(ann)
    expect((await simulate(ann, id, 'processing')).status).toBe(200)
    const held = await simulate(ann, id, 'funds_converted')
    expect(outcome(held)).toBe('409 wrong_status')
    await ok(ann.call('POST /v1/simulation/verify-profile'))
    expect((await simulate(ann, id, 'funds_converted')).body).toMatchObject({
      hasActiveIssues: false,
    })
  })

  it('404 transfer.not-found for a transfer of another user', async () => {
    const { id } = await createsTransfer(await service.createUser())
    const reply = await simulate(await service.createUser(), id, 'funds_converted')
    expect(outcome(reply)).toBe('404 transfer.not-found')
  })
})
